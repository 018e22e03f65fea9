#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_pair.glsl"

// Answers pairs one by one on a graph with hubs, with a workgroup for each pair. The side whose
// frontier has fewer edges goes first. An invocation owns a node of the frontier; nodes with at
// least LARGE edges are shared by the workgroup. Neighbours are sorted by decreasing degree, so
// that the balls meet early, and a level ends as soon as they do.
//
// Races are harmless: a node joins the list of the invocation that marks it first, and any
// invocation may discover that an edge leads into the other ball.
layout(std430, binding = 0) readonly buffer FirstOut { uint first_out[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer FirstIn { uint first_in[]; };
layout(std430, binding = 3) readonly buffer Tail { uint tail_of[]; };

const uint LARGE = 64;

shared uint taken, met, full, tail, ahead, large_count;
shared uvec2 large[gl_WorkGroupSize.x];

uvec2 edges_of(uint side, uint v) { return side == 0 ? uvec2(first_out[v], first_out[v + 1]) : uvec2(first_in[v], first_in[v + 1]); }

// Handles every step-th edge from begin on.
void walk(uint side, uint begin, uint end, uint step, uint room) {
	uint edges = 0, round = 0;
	for (uint e = begin; e < end; e += step) {
		uint v = side == 0 ? head[e] : tail_of[e];
		uint all = marks[marks_at(v)];
		if ((all & mark_of(1 - side, v)) != 0) {
			met = 1;
			return;
		}
		if ((all & mark_of(side, v)) == 0 && mark(side, v)) {
			uint i = atomicAdd(tail, 1);
			if (i < room) {
				found[place(side, i)] = v;
				uvec2 r = edges_of(side, v);
				edges += r.y - r.x;
			} else {
				unmark(side, v);
				full = 1;
			}
		}
		if ((++round & 3) == 0 && atomicOr(met, 0) != 0)
			return;
	}
	if (edges != 0)
		atomicAdd(ahead, edges);
}

// Takes the next pair. The whole workgroup must arrive.
Search take() {
	uint t = gl_LocalInvocationID.x;
	if (t == 0) {
		taken = atomicAdd(ticket, 1);
		met = 0;
	}
	barrier();
	Search s;
	s.pair = NONE;
	if (taken >= count)
		return s;
	s.pair = taken;
	uvec2 ends = pairs[s.pair];
	uvec2 forward = edges_of(0, ends.x), backward = edges_of(1, ends.y);
	s.edges = uvec2(forward.y - forward.x, backward.y - backward.x);
	s.low = uvec2(0);
	s.high = uvec2(1);
	if (t < 2) {
		found[place(t, 0)] = ends[t];
		mark(t, ends[t]);
	}
	s.depth = 0;
	s.side = uint(s.edges.y < s.edges.x);
	s.at = 0;
	s.tail = 1;
	s.ahead = 0;
	return s;
}

// Ends a search with the length of its pair.
void finish(Search s, uint length) {
	if (gl_LocalInvocationID.x == 0) {
		lengths[s.pair] = length;
		atomicAdd(answered, 1);
		atomicAdd(levels, s.depth);
		atomicAdd(visited, s.high.x + s.high.y);
	}
	clear_marks(s.high);
	groupMemoryBarrier();
	barrier();
}

void main() {
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	if (workgroup() >= groups)
		return;
	begin_group();
	Search s = searches[workgroup()];
	if (t == 0)
		met = full = large_count = 0;
	for (uint spent = 0; spent < budget;) {
		if (s.pair == NONE) {
			s = take();
			if (s.pair == NONE)
				break;
		}
		if (t == 0) {
			tail = s.tail;
			ahead = s.ahead;
			met = full = 0;
		}
		groupMemoryBarrier();
		barrier();
		uint end = of(s.high, s.side), room = capacity - of(s.high, 1 - s.side);
		spent += 4 + LARGE;
		if (s.at + t < end) {
			uvec2 r = edges_of(s.side, found[place(s.side, s.at + t)]);
			if (r.y - r.x >= LARGE)
				large[atomicAdd(large_count, 1)] = r;
			else
				walk(s.side, r.x, r.y, 1, room);
		}
		barrier();
		uint many = large_count;
		for (uint i = 0; i < many; i++) {
			walk(s.side, large[i].x + t, large[i].y, size, room);
			spent += 1 + (large[i].y - large[i].x) / size;
		}
		groupMemoryBarrier();
		barrier();
		bool meets = met != 0, overflows = full != 0;
		s.at += size;
		s.tail = min(tail, room);
		s.ahead = ahead;
		if (t == 0)
			large_count = 0;
		barrier();
		if (!meets && !overflows && s.at < end)
			continue;
		s.low = with(s.low, s.side, end);
		s.high = with(s.high, s.side, s.tail);
		s.edges = with(s.edges, s.side, s.ahead);
		s.depth++;
		uint other = uint(s.edges.y < s.edges.x);
		if (meets || overflows || of(s.low, other) == of(s.high, other)) {
			spent += (s.high.x + s.high.y) / size;
			finish(s, meets ? s.depth : overflows ? FULL : NONE);
			s.pair = NONE;
			continue;
		}
		s.side = other;
		s.at = of(s.low, other);
		s.tail = of(s.high, other);
		s.ahead = 0;
	}
	if (t == 0)
		searches[workgroup()] = s;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_pair.glsl"

// Answers pairs one by one on a graph of small degrees, a workgroup for each. The
// side with the smaller frontier goes first. An invocation owns a node of the
// frontier, whose first four neighbours come with one load; where there are more,
// the last of the four says where they are.
//
// One barrier a level: counters of a level take three slots in turn, and that the
// balls meet is noted by the level. Races change nothing: a node joins the list of
// the invocation that marks it first, and that an edge leads into the other ball
// holds for any invocation that sees it.
layout(std430, binding = 0) readonly buffer OutFour { uvec4 out_four[]; };
layout(std430, binding = 1) readonly buffer OutRest { uint out_rest[]; }; // a count, and that many neighbours
layout(std430, binding = 2) readonly buffer InFour { uvec4 in_four[]; };
layout(std430, binding = 3) readonly buffer InRest { uint in_rest[]; };

const uint PIECE = 32; // nodes of an invocation until the budget is looked at

shared uint taken, met, full, tail[3];

// Handles an edge to v, given its marks.
void reach(uint side, uint slot, uint begin, uint room, uint level, uint v, uint all) {
	if ((all & mark_of(1 - side, v)) != 0) {
		met = level;
		return;
	}
	if ((all & mark_of(side, v)) != 0 || !mark(side, v))
		return;
	uint i = begin + atomicAdd(tail[slot], 1);
	if (i < room)
		found[place(side, i)] = v;
	else {
		unmark(side, v);
		full = level;
	}
}

void expand(uint side, uint slot, uint begin, uint room, uint level, uint u) {
	uvec4 four = side == 0 ? out_four[u] : in_four[u];
	bool more = (four.w & 0x80000000u) != 0;
	uint k = four.w & 0x7fffffffu;
	if (more)
		four.w = four.z;
	// All loads before what depends on them: they wait for memory together.
	uvec4 all = uvec4(marks[marks_at(four.x)], marks[marks_at(four.y)], marks[marks_at(four.z)], marks[marks_at(four.w)]);
	reach(side, slot, begin, room, level, four.x, all.x);
	if (four.y != four.x)
		reach(side, slot, begin, room, level, four.y, all.y);
	if (four.z != four.y)
		reach(side, slot, begin, room, level, four.z, all.z);
	if (four.w != four.z)
		reach(side, slot, begin, room, level, four.w, all.w);
	if (!more)
		return;
	uint end = k + 1 + (side == 0 ? out_rest[k] : in_rest[k]);
	for (k++; k < end; k++) {
		uint v = side == 0 ? out_rest[k] : in_rest[k];
		reach(side, slot, begin, room, level, v, marks[marks_at(v)]);
	}
}

// Takes the next pair. The whole workgroup arrives.
Search take() {
	uint t = gl_LocalInvocationID.x;
	if (t == 0)
		taken = atomicAdd(ticket, 1);
	barrier();
	Search s;
	s.pair = NONE;
	if (taken >= count)
		return s;
	s.pair = taken;
	if (t < 2) {
		uint end = pairs[s.pair][t];
		found[place(t, 0)] = end;
		mark(t, end);
	}
	s.depth = s.side = s.at = s.ahead = 0;
	s.tail = 1;
	s.low = s.edges = uvec2(0);
	s.high = uvec2(1);
	return s;
}

// Ends a pair with a length.
void finish(Search s, uint length) {
	if (gl_LocalInvocationID.x == 0) {
		lengths[s.pair] = length;
		atomicAdd(answered, 1);
		atomicAdd(levels, s.depth);
		atomicAdd(visited, s.high.x + s.high.y);
	}
	clear_marks(0, s.high.x);
	clear_marks(1, s.high.y);
	groupMemoryBarrier();
	barrier();
}

void main() {
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x, slot = 0;
	begin_group();
	Search s = searches[workgroup()];
	bool fresh = true; // a pair that this dispatch has not looked at yet
	for (uint spent = 0; spent < budget;) {
		if (s.pair == NONE) {
			s = take();
			if (s.pair == NONE)
				break;
			fresh = true;
		}
		if (fresh) {
			slot = 0;
			if (t == 0) {
				met = full = NONE;
				tail[0] = s.tail - of(s.high, s.side);
			}
			groupMemoryBarrier();
			barrier();
			fresh = false;
		}
		uint level = s.depth + 1, begin = of(s.high, s.side), room = capacity - of(s.high, 1 - s.side);
		uint next = slot == 2 ? 0 : slot + 1, end = min(begin, s.at + PIECE * size);
		if (t == 0)
			tail[next] = 0;
		for (uint i = s.at + t; i < end; i += size)
			expand(s.side, slot, begin, room, level, found[place(s.side, i)]);
		spent += 4 + (end - s.at + size - 1) / size * (1 + widest);
		groupMemoryBarrier();
		barrier();
		bool meets = met == level, overflows = full == level;
		s.at = end;
		s.tail = min(begin + tail[slot], room);
		if (!meets && !overflows && end < begin) {
			barrier(); // before this level finds more
			continue;
		}
		s.low = with(s.low, s.side, begin);
		s.high = with(s.high, s.side, s.tail);
		s.depth = level;
		slot = next;
		uint other = uint(s.high.y - s.low.y < s.high.x - s.low.x);
		if (meets || overflows || of(s.low, other) == of(s.high, other)) {
			spent += (s.high.x + s.high.y) / size;
			finish(s, meets ? level : overflows ? FULL : NONE);
			s.pair = NONE;
			continue;
		}
		s.side = other;
		s.at = of(s.low, other);
		s.tail = of(s.high, other);
	}
	if (t == 0)
		searches[workgroup()] = s;
}

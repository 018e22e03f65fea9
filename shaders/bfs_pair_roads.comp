#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_pair.glsl"

// Answers pairs one by one on a graph of small degrees, with a workgroup for each pair. The side
// with the smaller frontier goes first. An invocation owns a node of the frontier. One load reads
// its first four neighbours; if there are more, the last of the four words refers to them.
//
// The state of the search is in shared memory, and one invocation advances it to the next level.
// With the state in registers of all invocations, a processor could hold only 1,024 invocations
// (H200), too few to hide memory latency, which dominates the search.
//
// Races are harmless: a node joins the list of the invocation that marks it first, and any
// invocation may discover that an edge leads into the other ball.
layout(std430, binding = 0) readonly buffer OutFour { uvec4 out_four[]; };
layout(std430, binding = 1) readonly buffer OutRest { uint out_rest[]; }; // a count, followed by that number of neighbours
layout(std430, binding = 2) readonly buffer InFour { uvec4 in_four[]; };
layout(std430, binding = 3) readonly buffer InRest { uint in_rest[]; };

const uint PIECE = 32; // nodes per invocation between checks of the budget

shared Search s;
shared uint spent; // part of the budget
shared uint tail;  // number of nodes found by this level, including those without room
shared uint met, full;
shared uint ended; // the pair has a length

// Waits until all invocations see each other's writes.
void sync() {
	groupMemoryBarrier();
	barrier();
}

// Handles an edge to v, given its marks. The nodes found by this level begin at begin.
void reach(uint side, uint begin, uint room, uint v, uint all) {
	if ((all & mark_of(1 - side, v)) != 0) {
		met = 1;
		return;
	}
	if ((all & mark_of(side, v)) != 0 || !mark(side, v))
		return;
	uint i = begin + atomicAdd(tail, 1);
	if (i < room)
		found[place(side, i)] = v;
	else {
		unmark(side, v);
		full = 1;
	}
}

void expand(uint side, uint begin, uint room, uint u) {
	uvec4 four = side == 0 ? out_four[u] : in_four[u];
	bool more = (four.w & 0x80000000u) != 0;
	uint k = four.w & 0x7fffffffu;
	if (more)
		four.w = four.z;
	// All loads come before the code that depends on them, so that their latencies overlap.
	uvec4 all = uvec4(marks[marks_at(four.x)], marks[marks_at(four.y)], marks[marks_at(four.z)], marks[marks_at(four.w)]);
	reach(side, begin, room, four.x, all.x);
	if (four.y != four.x)
		reach(side, begin, room, four.y, all.y);
	if (four.z != four.y)
		reach(side, begin, room, four.z, all.z);
	if (four.w != four.z)
		reach(side, begin, room, four.w, all.w);
	if (!more)
		return;
	uint end = k + 1 + (side == 0 ? out_rest[k] : in_rest[k]);
	for (k++; k < end; k++) {
		uint v = side == 0 ? out_rest[k] : in_rest[k];
		reach(side, begin, room, v, marks[marks_at(v)]);
	}
}

// Takes the next pair. If there is none, the workgroup ends.
void take() {
	ended = met = full = tail = 0;
	s.pair = atomicAdd(ticket, 1);
	if (s.pair >= count) {
		s.pair = NONE;
		spent = budget;
		return;
	}
	for (uint side = 0; side < 2; side++) {
		uint end = pairs[s.pair][side];
		found[place(side, 0)] = end;
		mark(side, end);
	}
	s.depth = s.side = s.at = s.ahead = 0;
	s.tail = 1;
	s.low = s.edges = uvec2(0);
	s.high = uvec2(1);
}

// Ends the search with the length of its pair.
void finish(uint length) {
	lengths[s.pair] = length;
	atomicAdd(answered, 1);
	atomicAdd(levels, s.depth);
	atomicAdd(visited, s.high.x + s.high.y);
	spent += (s.high.x + s.high.y) / gl_WorkGroupSize.x;
	ended = 1;
}

// Advances to the entries after end: within the level, to the next level, or to the end of the
// search.
void advance(uint end) {
	uint begin = of(s.high, s.side), room = capacity - of(s.high, 1 - s.side);
	spent += 4 + (end - s.at + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x * (1 + widest);
	s.at = end;
	s.tail = min(begin + tail, room);
	if (met == 0 && full == 0 && end < begin)
		return;
	s.low = with(s.low, s.side, begin);
	s.high = with(s.high, s.side, s.tail);
	s.depth++;
	uint other = uint(s.high.y - s.low.y < s.high.x - s.low.x);
	if (met != 0 || full != 0 || of(s.low, other) == of(s.high, other)) {
		finish(met != 0 ? s.depth : full != 0 ? FULL : NONE);
		s.pair = NONE;
		return;
	}
	tail = 0;
	s.side = other;
	s.at = of(s.low, other);
	s.tail = of(s.high, other);
}

void main() {
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	if (workgroup() >= groups)
		return;
	begin_group();
	if (t == 0) {
		s = searches[workgroup()];
		spent = ended = met = full = 0;
		tail = s.tail - of(s.high, s.side);
		if (s.pair == NONE)
			take();
	}
	sync();
	while (spent < budget) {
		uint side = s.side, begin = of(s.high, side), room = capacity - of(s.high, 1 - side), end = min(begin, s.at + PIECE * size);
		for (uint i = s.at + t; i < end; i += size)
			expand(side, begin, room, found[place(side, i)]);
		sync();
		if (t == 0)
			advance(end);
		sync();
		if (ended != 0) {
			clear_marks(s.high);
			sync();
			if (t == 0 && spent < budget)
				take();
			sync();
		}
	}
	if (t == 0)
		searches[workgroup()] = s;
}

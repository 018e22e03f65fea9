// Computes the rank of every key of a partition among those with the same digit. Both radix sorts,
// which differ in DIGIT_BITS, use it. A partition has ITEMS keys for each invocation of a
// workgroup. Lanes that find each other by ballots are a unit; a unit owns LANES * ITEMS contiguous
// keys, one row of LANES at a time. Without subgroup operations, or if LANES is 1, each invocation
// is a unit.
#ifndef RADIX_RANK_GLSL
#define RADIX_RANK_GLSL
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "sort_key.glsl"
#include "subgroup.glsl"

layout(constant_id = 3) const uint ITEMS = 8;

#define DIGITS (1u << DIGIT_BITS)

const uint PARTITION = ITEMS * gl_WorkGroupSize.x;

#ifdef NO_SUBGROUPS

const uint LANES = 1;
#define OWN_UNIT gl_LocalInvocationID.x
#define OWN_LANE 0

void unit_barrier() {}

void find_peers(bool present, uint digit, out uint earlier, out uint all) {
	earlier = 0;
	all = 1;
}

#else

layout(constant_id = 2) const uint LANES = 32; // lanes of a unit: those of a subgroup, or 1
#define OWN_UNIT (LANES == 1 ? gl_LocalInvocationID.x : gl_SubgroupID)
#define OWN_LANE (LANES == 1 ? 0 : gl_SubgroupInvocationID)

void unit_barrier() {
	if (LANES > 1) {
		subgroupMemoryBarrierShared();
		subgroupBarrier();
	}
}

// Counts the lanes of the unit with the same digit: all that are present, and those before this
// one. A ballot for each bit keeps the lanes that agree in it.
void find_peers(bool present, uint digit, out uint earlier, out uint all) {
	if (LANES == 1) {
		earlier = 0;
		all = 1;
	} else if (LANES <= 32) {
		uint peers = subgroupBallot(present).x;
		[[unroll]] for (uint b = 0; b < DIGIT_BITS; b++) {
			bool bit = (digit >> b & 1u) != 0;
			uint votes = subgroupBallot(bit).x;
			peers &= bit ? votes : ~votes;
		}
		earlier = bitCount(peers & gl_SubgroupLtMask.x);
		all = bitCount(peers);
	} else {
		uvec4 peers = subgroupBallot(present);
		[[unroll]] for (uint b = 0; b < DIGIT_BITS; b++) {
			bool bit = (digit >> b & 1u) != 0;
			uvec4 votes = subgroupBallot(bit);
			peers &= bit ? votes : ~votes;
		}
		earlier = subgroupBallotExclusiveBitCount(peers);
		all = subgroupBallotBitCount(peers);
	}
}

#endif

const uint UNITS = gl_WorkGroupSize.x / LANES;

uint key_index(uint part, uint item) {
	return part * PARTITION + (OWN_UNIT * ITEMS + item) * LANES + OWN_LANE;
}

// DIVIDED is a radix that is not a power of two, of keys whose orders are below 2^32: shift is the
// weight of the digit then. Other digits are whole bits, also across the words of a key.
#ifndef DIVIDED
#define DIVIDED 0
#endif

#if KEY_WORDS == 1
uint digit_of(KEY key, uint shift, uint mask) {
	return DIVIDED != 0 ? order_of(key) / shift % max(1, DIVIDED) : order_of(key) >> shift & mask;
}
#else
uint digit_of(KEY key, uint shift, uint mask) {
	KEY order = order_of(key);
	if (DIVIDED != 0)
		return order.x / shift % max(1, DIVIDED);
	uint from_high = shift < 32 && shift + DIGIT_BITS > 32 ? order.y << (32 - shift) : 0;
	return (shift < 32 ? order.x >> shift | from_high : order.y >> (shift - 32)) & mask;
}
#endif

// The counters of all units, followed by any data that a kernel needs later.
#ifndef POOL_WORDS
#define POOL_WORDS (UNITS * DIGITS)
#endif
shared uint pool[POOL_WORDS];

// Counts a key of the unit, after clear_counts.
void count_digit(uint digit) { atomicAdd(pool[OWN_UNIT * DIGITS + digit], 1); }

// Sets the counters of all units to zero, and ends with a barrier. The whole workgroup must arrive.
void clear_counts() {
	for (uint i = gl_LocalInvocationID.x; i < UNITS * DIGITS; i += gl_WorkGroupSize.x)
		pool[i] = 0;
	barrier();
}

// Converts the counts of a digit, unit by unit, to the position of the first key of each unit,
// beginning at start.
void spread_counts(uint digit, uint start) {
	for (uint u = 0; u < UNITS; u++) {
		uint c = pool[u * DIGITS + digit];
		pool[u * DIGITS + digit] = start;
		start += c;
	}
}

// Returns the position of a key of the unit's next row. The counters hold the position of the next
// key of each digit. Keys after the end have the last digit, so that they come after all others.
uint place_key(uint digit) {
	uint counter = OWN_UNIT * DIGITS + digit, earlier, all;
	find_peers(true, digit, earlier, all);
	uint next = pool[counter];
	unit_barrier();
	if (earlier == 0)
		pool[counter] = next + all;
	unit_barrier();
	return next + earlier;
}

#endif

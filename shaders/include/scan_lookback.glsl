#define LOOK_BACK
#include "scan_values.glsl"

// Writes prefix sums in a single pass (Merrill and Garland, "Single-pass parallel prefix scan with
// decoupled look-back", 2016). A workgroup publishes the sum of its partition and looks back at the
// sums of earlier ones, as many together as a unit has lanes, until it finds a partition that knows
// the sum of all up to it.
//
// With TICKETS workgroups own partitions in the order in which they start, so all earlier
// partitions are done or running. With NUMBERS workgroup i owns partition i, and waits for no ticket
// before it loads. Then the time, though not the result, depends on the order in which a device starts
// workgroups.
//
// The state of a partition is two words, each with half of a sum and with a status: nothing is
// known, the sum of the partition, or the sum of all up to it. A reader that finds different
// statuses looks again, so no device needs to read both words together. A workgroup that has looked
// in vain too often adds up the missing partition itself (decoupled fallback, Smith, Levien and
// Owens, 2025), so no workgroup depends on the progress of others. Therefore the sums must not
// replace the values in their own place: what another workgroup adds up may be overwritten.
const uint TICKETS = 1, NUMBERS = 2;
layout(constant_id = 3) const uint ASSIGN = TICKETS;
layout(constant_id = 4) const uint AHEAD = 0; // distance in partitions to the one that a workgroup prefetches; 0: none
layout(std430, binding = 1) writeonly buffer Partials { uint partials[]; };
layout(std430, binding = 3) volatile coherent buffer State { uvec2 state[]; }; // zero before; the first one has the tickets, and a word that prefetch may write
layout(std430, binding = 3) volatile coherent buffer StateWords { uint state_words[]; };

const uint AGGREGATE = 1u << 30, PREFIX = 2u << 30, STATUS = 3u << 30, HALF = 0xffffu;

shared uint ticket;
shared uint before_part; // the sum of all earlier partitions, or from the missing one on
shared uint missing;     // the last partition that has published nothing, plus one; or zero

#ifdef NO_SUBGROUPS
uint unit_min(uint v) { return v; }
#else
uint unit_min(uint v) { return subgroupMin(v); }
#endif

// Returns what a partition can publish as soon as its sum is known. The first partition already
// knows the sum of all up to it.
uvec2 first_words(uint part, uint own) { return (part == 0 ? PREFIX : AGGREGATE) | uvec2(own & HALF, own >> 16); }

// Finds the sum of all earlier partitions and publishes the sum up to this one, or finds that one is
// missing. Another try continues at the missing one, which is known by then. One unit must arrive.
void look_back(uint part, uint own, bool is_again) {
	uint at = part, in_vain = 0, sum = 0;
	if (is_again) {
		uint last = 0;
		if (UNIT_LANE == 0) {
			last = missing;
			sum = before_part;
		}
		at = unit_sum(last);
		sum = unit_sum(sum);
	}
	for (;;) {
		uvec2 words = UNIT_LANE < at ? state[at - UNIT_LANE] : uvec2(PREFIX); // before the first one lies nothing
		uint status = (words.x & STATUS) == (words.y & STATUS) ? words.x & STATUS : 0;
		uint known = unit_min(status == PREFIX ? UNIT_LANE : UNIT_LANES);
		uint open = unit_min(status == 0 ? UNIT_LANE : UNIT_LANES);
		sum += unit_sum(UNIT_LANE < open && UNIT_LANE <= known ? words.x & HALF | words.y << 16 : 0);
		if (known < open) {
			if (UNIT_LANE == 0) {
				missing = 0;
				before_part = sum;
				sum += own;
				state[part + 1] = PREFIX | uvec2(sum & HALF, sum >> 16);
			}
			break;
		}
		at -= open;
		if (open == 0 && (is_again || ++in_vain > patience)) {
			if (UNIT_LANE == 0) {
				missing = at;
				before_part = sum;
			}
			break;
		}
	}
}

// Adds up another partition and publishes its sum. The whole workgroup must arrive.
void help(uint part) {
	uint mine = 0, all, i = gl_LocalInvocationID.x;
	for (uint row = 0; row < ROWS; row++)
		mine += sum_of(load(vector_of(part, row)));
	units_before(unit_sum(mine), all);
	if (i < 2)
		atomicMax(state_words[2 * (part + 1) + i], first_words(part, all)[i]);
	memoryBarrierBuffer(); // the unit that looks back must see it
	barrier();
}

// Reads a word of every 128 bytes of another partition, so that the cache of all processors has them
// when its workgroup loads them. No register holds them during the look-back.
void prefetch(uint part) {
	uint words = 0;
	for (uint row = 0; row < ROWS; row += 8) // over rows, not words: docs/vulkan.md
		if (row + 8 * UNIT_LANE / UNIT_LANES < ROWS) // eight rows of a unit have 128 bytes for each lane
			words += in_words[min(4 * vector_of(part, row) + 28 * UNIT_LANE, n - 1)];
	if (words == 0x9e3779b9u) // some use, so that a compiler keeps the reads; nobody reads the word
		state_words[1] = words;
}

void main() {
	bool is_first = UNIT == 0 && UNIT_LANE == 0; // the one that look_back writes with
	uint part = workgroup();
	if (ASSIGN == TICKETS) {
		if (is_first)
			ticket = atomicAdd(state_words[0], 1);
		barrier();
		part = ticket;
	}
	if (part >= partials.length())
		return;
	uvec4 vectors[ROWS];
	uint sums_before[ROWS], of_unit = 0;
	for (uint row = 0; row < ROWS; row++) // not unrolled by an attribute: docs/vulkan.md
		vectors[row] = load(vector_of(part, row));
	for (uint row = 0; row < ROWS; row++) {
		uint mine = sum_of(vectors[row]);
		sums_before[row] = of_unit + unit_before(mine);
		of_unit += unit_sum(mine);
	}
	uint all, before = units_before_first(of_unit, all);
	if (is_first)
		state[part + 1] = first_words(part, all);
	if (AHEAD != 0)
		prefetch(part + AHEAD);
	for (uint tries = 0; tries <= part; tries++) { // every try except the last finds what was missing
		if (UNIT == 0)
			look_back(part, all, tries > 0);
		barrier();
		if (missing == 0)
			break;
		help(missing - 1);
	}
	if (is_first)
		partials[part] = before_part;
	before += before_part;
	for (uint row = 0; row < ROWS; row++)
		store(vector_of(part, row), sums(before + sums_before[row], vectors[row]));
}

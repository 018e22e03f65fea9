#define DIGIT_BITS 8
#define POOL_WORDS (UNITS * DIGITS > PARTITION * KEY_WORDS ? UNITS * DIGITS : PARTITION * KEY_WORDS)
#include "radix_rank.glsl"
#include "scan_workgroup.glsl"

// A pass with a single reading and a single writing of the keys (Adinets and Merrill, "Onesweep",
// 2022). Each workgroup owns a partition, in the order in which workgroups start, in one dispatch
// or in several. So all earlier partitions are done or running. A workgroup counts its digits,
// publishes the counts, and looks back at the counts published by earlier partitions until it finds
// one that knows the sums of all before it.
//
// A word of the state tells what is known about a digit in a partition: nothing, the count, or the
// sum of all counts up to it plus the number of smaller digits. Status and sum share a word, so
// that they are always read together. A workgroup that has looked in vain too often counts the
// missing partition itself (decoupled fallback, Smith, Levien and Owens, 2025), so no workgroup
// depends on the progress of others.
layout(constant_id = 4) const uint STRAIGHT = 0; // 1: full partitions have code of their own, without tests for the end of the array

layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Count { uint count; };
layout(std430, binding = 3) readonly buffer Bins { uint bins[]; };
layout(std430, binding = 4) volatile coherent buffer State { uint state[]; }; // must be zero before
layout(std430, binding = 5) writeonly buffer NextKeys { KEY next_keys[]; };
layout(std430, binding = 6) writeonly buffer NextPayload { uint next_payload[]; };

layout(push_constant) uniform Push {
	uint shift;
	uint mask;
	uint first_bin;   // of this pass
	uint first_state; // of this pass: the number of workgroups that have started, and DIGITS - 1 unused words
	uint patience;    // number of failed looks before a fallback
};

const uint AGGREGATE = 1u << 30, PREFIX = 2u << 30, VALUE_MASK = AGGREGATE - 1;
const uint WINDOW = 8; // partitions looked at together
const uint EACH = (DIGITS + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x; // digits per invocation

shared uint ticket;
shared uint bases[DIGITS]; // offset from a position in the partition to the one in the array
shared uint missing;       // the last partition that has published nothing, plus one

uint word_of(uint part, uint digit) { return first_state + (1 + part) * DIGITS + digit; }

// Returns the state that a partition can publish right after counting a digit. The first partition
// already knows the sum: the number of smaller digits plus its own count.
uint first_word(uint part, uint digit, uint own) {
	return part == 0 ? PREFIX | (bins[first_bin + digit] + own) : AGGREGATE | own;
}

bool owns(uint digit) { return digit < DIGITS; }

// Adds the counts of a digit in the earlier partitions, and publishes the sum and the offset of
// positions; or sets missing. A repeated call has the same result. All results are stored inside
// the loop: on the software device, values that leave a loop at different times are unreliable.
void look_back(uint part, uint digit, uint start, uint own, uint limit) {
	uint at = part, in_vain = 0, sum = part == 0 ? bins[first_bin + digit] : 0;
	for (;;) {
		if (at == 0) {
			bases[digit] = sum - start;
			state[word_of(part, digit)] = PREFIX | (sum + own);
			break;
		}
		if (in_vain > limit) {
			atomicMax(missing, at);
			break;
		}
		uint words[WINDOW];
		[[unroll]] for (uint w = 0; w < WINDOW; w++)
			words[w] = state[word_of(at > w ? at - 1 - w : 0, digit)];
		uint before = at;
		bool open = true;
		[[unroll]] for (uint w = 0; w < WINDOW; w++) {
			open = open && words[w] >= AGGREGATE;
			if (open) {
				sum += words[w] & VALUE_MASK;
				at--;
				open = words[w] < PREFIX;
				if (!open)
					at = 0;
			}
		}
		if (at == before)
			in_vain++;
	}
}

// Counts the digits of another partition and publishes them. The whole workgroup must arrive. It counts
// in bases: pool has the keys, and look_back, which is repeated afterwards, sets bases again.
void help(uint part) {
	uint size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	for (uint d = i; d < DIGITS; d += size)
		bases[d] = 0;
	barrier();
	for (uint k = i; k < PARTITION; k += size) // all partitions before the last one are full
		atomicAdd(bases[digit_of(keys[part * PARTITION + k], shift, mask)], 1);
	barrier();
	for (uint d = i * EACH; d < min(DIGITS, (i + 1) * EACH); d++)
		atomicMax(state[word_of(part, d)], first_word(part, d, bases[d]));
}

// Sorts a partition by a digit. The whole workgroup must arrive.
void sort_partition(uint part, uint n, bool is_full) {
	uint size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	uint first = key_index(part, 0), left = max(first, n) - first; // keys from the first one on
	KEY own[ITEMS];
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left)
			own[item] = keys[first + item * LANES];
	clear_counts();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left)
			count_digit(digit_of(own[item], shift, mask));
	barrier();

	uint counts[EACH], starts[EACH], of_digits = 0;
	[[unroll]] for (uint e = 0; e < EACH; e++) {
		uint d = i * EACH + e;
		counts[e] = 0;
		starts[e] = of_digits;
		if (!owns(d))
			continue;
		for (uint u = 0; u < UNITS; u++)
			counts[e] += pool[u * DIGITS + d];
		state[word_of(part, d)] = first_word(part, d, counts[e]);
		of_digits += counts[e];
	}
	uint all, before = units_before(unit_sum(of_digits), all) + unit_before(of_digits);
	[[unroll]] for (uint e = 0; e < EACH; e++) {
		starts[e] += before;
		if (owns(i * EACH + e))
			spread_counts(i * EACH + e, starts[e]);
	}
	barrier();

	// Digits are computed a second time. The compiler does not know that ticket >> 31 is zero: it would
	// keep the digits in registers otherwise, and fewer workgroups could run concurrently.
	uint places[ITEMS], same_shift = shift + (ticket >> 31);
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		places[item] = place_key(is_full || item * LANES < left ? digit_of(own[item], same_shift, mask) : DIGITS - 1);
	barrier();

	// Keys go through shared memory, where keys of the same digit become contiguous, so that
	// adjacent invocations write to adjacent addresses.
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left) {
#if KEY_WORDS == 1
			pool[places[item]] = own[item];
#else
			pool[places[item]] = own[item].x;
			pool[PARTITION + places[item]] = own[item].y;
#endif
		}
	for (uint tries = 0; tries <= part; tries++) { // every try except the last finds what was missing
		if (i == 0)
			missing = 0;
		barrier();
		[[unroll]] for (uint e = 0; e < EACH; e++)
			if (owns(i * EACH + e))
				look_back(part, i * EACH + e, starts[e], counts[e], tries == 0 ? patience : 0);
		barrier();
		uint lost = missing;
		if (lost == 0)
			break;
		help(lost - 1);
	}

	uint targets[ITEMS], here = is_full ? PARTITION : min(PARTITION, n - part * PARTITION);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (!is_full && p >= here)
			continue;
#if KEY_WORDS == 1
		KEY key = pool[p];
#else
		KEY key = KEY(pool[p], pool[PARTITION + p]);
#endif
		targets[item] = bases[digit_of(key, shift, mask)] + p;
		next_keys[targets[item]] = key;
	}
	if (!PAYLOAD)
		return;
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left)
			pool[places[item]] = payload[first + item * LANES];
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (is_full || p < here)
			next_payload[targets[item]] = pool[p];
	}
}

void main() {
	if (gl_LocalInvocationID.x == 0)
		ticket = atomicAdd(state[first_state], 1);
	barrier();
	uint part = ticket, n = count;
	if (part * PARTITION >= n)
		return;
	if (STRAIGHT != 0 && (part + 1) * PARTITION <= n)
		sort_partition(part, n, true);
	else
		sort_partition(part, n, false);
}

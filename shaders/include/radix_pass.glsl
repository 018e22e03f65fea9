#define DIGIT_BITS 8
#define KEYS (PARTITION * KEY_WORDS)
#define COUNTERS (UNITS * DIGITS)
#define POOL_WORDS (SEPARATE != 0 ? COUNTERS + KEYS : COUNTERS > KEYS ? COUNTERS : KEYS)
layout(constant_id = 5) const uint SEPARATE = 0; // 1: the pool holds the keys beside the counters, not in place of them
#include "radix_rank.glsl"
const uint FIRST = SEPARATE * COUNTERS; // word of the first key in the pool
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

const uint FORM_PAGED = 16; // the keys, without a payload, continue in the buffers of the payload
const bool PAGED = (FORM & FORM_PAGED) != 0;

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
	uint page;        // number of keys in the first buffer if PAGED
};

const uint AGGREGATE = 1u << 30, PREFIX = 2u << 30, VALUE_MASK = AGGREGATE - 1;
const uint WINDOW = 8; // partitions looked at together
const uint EACH = (DIGITS + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x; // digits per invocation

shared uint ticket;
shared uint bases[DIGITS]; // offset from a position in the partition to the one in the array
shared uint missing;       // the last partition that has published nothing, plus one

KEY key_at(uint k) {
#if KEY_WORDS == 1
	if (PAGED && k >= page)
		return payload[k - page];
#endif
	return keys[k];
}

void write_key(uint k, KEY key) {
#if KEY_WORDS == 1
	if (PAGED && k >= page)
		next_payload[k - page] = key;
	else
#endif
		next_keys[k] = key;
}

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
		atomicAdd(bases[digit_of(key_at(part * PARTITION + k), shift, mask)], 1);
	barrier();
	for (uint d = i * EACH; d < min(DIGITS, (i + 1) * EACH); d++)
		atomicMax(state[word_of(part, d)], first_word(part, d, bases[d]));
}

// Keys go through shared memory, where keys of the same digit become contiguous, so that adjacent
// invocations write to adjacent addresses. With SEPARATE a key goes there as soon as it is ranked.
// Otherwise all keys are ranked first, and their places take registers.
void store_key(uint place, KEY key) {
#if KEY_WORDS == 1
	pool[FIRST + place] = key;
#else
	pool[FIRST + place] = key.x;
	pool[FIRST + PARTITION + place] = key.y;
#endif
}

KEY stored_key(uint place) {
#if KEY_WORDS == 1
	return pool[FIRST + place];
#else
	return KEY(pool[FIRST + place], pool[FIRST + PARTITION + place]);
#endif
}

// Sorts a partition by a digit. The whole workgroup must arrive.
void sort_partition(uint part, uint n, bool is_full) {
	uint size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	uint first = key_index(part, 0), left = max(first, n) - first; // keys from the first one on
	KEY own[ITEMS];
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left)
			own[item] = key_at(first + item * LANES);
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
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		bool present = is_full || item * LANES < left;
		places[item] = place_key(present ? digit_of(own[item], same_shift, mask) : DIGITS - 1);
		if (SEPARATE != 0 && present)
			store_key(places[item], own[item]);
	}
	barrier();
	if (SEPARATE == 0) {
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			if (is_full || item * LANES < left)
				store_key(places[item], own[item]);
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
		KEY key = stored_key(p);
		targets[item] = bases[digit_of(key, shift, mask)] + p;
		write_key(targets[item], key);
	}
	if (!PAYLOAD)
		return;
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_full || item * LANES < left)
			pool[FIRST + places[item]] = payload[first + item * LANES];
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (is_full || p < here)
			next_payload[targets[item]] = pool[FIRST + p];
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

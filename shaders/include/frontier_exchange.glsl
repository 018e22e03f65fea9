// The exchange of results between workgroups that continue together. The kernel defines the numbers
// of the invocation, the workgroup and the workgroups, t, g and k, and the values to exchange:
// near_wanted, far_now, least_next_now, least_far_now and bits.
#ifndef FRONTIER_EXCHANGE_GLSL
#define FRONTIER_EXCHANGE_GLSL

const uint WORDS = 4; // sent by each workgroup
const uint MOST_TOGETHER = 128;    // workgroups
const uint MOST_POLLS = 8192;      // of one wait: a few milliseconds
const uint COUNTED = OVERFLOW - 1; // mask of the first word; flags are above
const uint LIMIT = (1 << 30) - 1;  // greatest value of a word, next to two bits for the round

// Indexed by parity of the round, then by word.
layout(std430, binding = 6) coherent volatile buffer Told { uint told[2][WORDS][MOST_TOGETHER]; };

// Sums of the values of all workgroups, for the last two rounds.
struct Sum {
	uint near;       // entries for the next round
	uint most;       // greatest number of one workgroup
	uint far;
	uint least_next; // relative to settled
	uint least_far;  // relative to the threshold
	uint bits;
};
const Sum NOTHING_TOLD = Sum(0, 0, 0, LIMIT, LIMIT, 0);
shared Sum sums[2];
shared uint near_of[MOST_TOGETHER], far_of[MOST_TOGETHER]; // by workgroup
shared uint in_vain; // 1 if a word did not come in time
uint polls = 0;

// Returns the word for a distance relative to a base.
uint excess(uint d, uint base) { return min(d - base, LIMIT); }

// Returns a word of this workgroup.
uint word(uint i) {
	if (i == 0)
		return min(near_wanted, COUNTED) | bits;
	if (i == 1)
		return far_now;
	if (i == 3)
		return excess(least_next_now, s.settled);
	return excess(least_far_now, s.threshold);
}

void hear(uint j, uint i, uint w, uint parity) {
	if (i == 0) {
		uint wanted = w & COUNTED;
		near_of[j] = min(wanted, NEAR_HERE);
		atomicAdd(sums[parity].near, near_of[j]);
		atomicMax(sums[parity].most, wanted);
		if (w > COUNTED)
			atomicOr(sums[parity].bits, w & ~COUNTED);
	} else if (i == 1) {
		far_of[j] = w;
		atomicAdd(sums[parity].far, w);
	} else if (i == 2)
		atomicMin(sums[parity].least_far, w);
	else
		atomicMin(sums[parity].least_next, w);
}

// Sends this workgroup's words to the others and receives theirs; ends with a barrier. Words carry
// the number of their round, so that rounds are not confused: no workgroup is more than one round
// ahead.
void exchange(uint round) {
	uint parity = round & 1, mark = 1 + (round >> 1) % 3;
	if (t == gl_WorkGroupSize.x - 1)
		sums[1 - parity] = NOTHING_TOLD; // the previous round, which all have read
	if (t < WORDS)
		told[parity][t][g] = mark << 30 | word(t);
	const uint span = max(k, 32); // so that few subgroups receive words of two kinds
	for (uint i = t; i < WORDS * span; i += gl_WorkGroupSize.x) {
		if (i % span >= k)
			continue;
		uint w = 0, waited = 0;
		for (; w == 0 && waited < MOST_POLLS; waited++) {
			uint word = told[parity][i / span][i % span];
			if (word >> 30 == mark)
				w = word; // not the word of the last lane to leave the loop
		}
		polls += waited;
		if (w == 0)
			atomicOr(in_vain, 1);
		hear(i % span, i / span, w & LIMIT, parity);
	}
	if (dealing)
		memoryBarrierBuffer(); // the entries of others in the far queue are read after their words
	barrier();
}

Sum told_by_all(uint round) {
	if (k > 1)
		return sums[round & 1];
	return Sum(near_now, near_wanted, far_now, word(3), word(2), bits);
}

#endif

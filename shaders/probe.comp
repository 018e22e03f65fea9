#version 450
// What a passport measures of a device. Each kind is a program of its own.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint KIND = 0;
layout(constant_id = 2) const uint WORDS = 1; // of shared memory, which bounds how many workgroups run together

const uint EMPTY = 0;   // nothing
const uint WAIT = 1;    // workgroups wait for the one before, or, if STRIDE is 0, for the last one: 64 * ROUNDS looks
const uint LOOP = 2;    // a loop of ROUNDS rounds
const uint LAST = 3;    // a store after a loop that is tested at its end and that invocations leave one after the other
const uint STRIDED = 4; // ROUNDS loads, STRIDE words from an invocation to the next
const uint ATOMIC = 5;  // ROUNDS atomics on STRIDE words
const uint SHARED = 6;  // ROUNDS loads of shared memory, STRIDE words apart
const uint CHASE = 7;   // ROUNDS loads, each of which depends on the one before
const uint BARRIER = 8; // ROUNDS barriers
const uint SHARED_ATOMIC = 9; // ROUNDS atomics on STRIDE words of shared memory
const uint INDEX = 10;  // each invocation stores its number

layout(binding = 0) buffer In { uint from[]; };
layout(binding = 1) buffer Out { uint to[]; };
layout(binding = 2) coherent buffer Flags { uint flags[]; };

layout(push_constant) uniform Parameters {
	uint n; // a power of two: words of In, or workgroups
	uint stride;
	uint rounds;
};

shared uint words[WORDS];

// A linear congruential generator (Numerical Recipes, 1992, section 7.1).
uint next(uint x) { return x * 1664525 + 1013904223; }

void main() {
	uint t = gl_GlobalInvocationID.x, local = gl_LocalInvocationID.x, g = gl_WorkGroupID.x, size = gl_WorkGroupSize.x;
	uint x = t;
	switch (KIND) {
	case WAIT:
		if (local == 0) {
			bool is_first = stride != 0 ? g == 0 : g == n - 1;
			uint seen = is_first ? 1 : 0, k = 0;
			if (stride == 0)
				atomicOr(flags[g], 1);
			for (; k < rounds && seen == 0; k++)
				for (uint again = 0; again < 64 && seen == 0; again++)
					seen = atomicOr(flags[stride != 0 ? g - 1 : n - 1], 0);
			if (stride != 0)
				atomicOr(flags[g], 1);
			to[g] = seen == 0 ? 0 : k + 1;
		}
		break;
	case LOOP: {
		uint k = 0;
		for (; k < rounds; k++)
			x = next(x);
		from[t] = x;
		to[t] = k;
		break;
	}
	case LAST: {
		uint k = 0, last = 0;
		do {
			last = k + 1;
			k++;
		} while (k < t % 7 + 1);
		to[t] = last;
		break;
	}
	case STRIDED: {
		uint sum = 0, all = n / stride;
		for (uint k = 0; k < rounds; k++)
			sum += from[(t + k * gl_NumWorkGroups.x * size) % all * stride];
		to[t] = sum;
		break;
	}
	case ATOMIC:
		for (uint k = 0; k < rounds; k++)
			atomicAdd(flags[(t + k) % stride * 8], 1);
		break;
	case SHARED:
	case SHARED_ATOMIC:
		for (uint k = local; k < WORDS; k += size)
			words[k] = k;
		barrier();
		x = local * stride;
		if (KIND == SHARED)
			for (uint k = 0; k < rounds; k++)
				x += words[x % WORDS] & 0xfffff000; // zero
		else
			for (uint k = 0; k < rounds; k++)
				x += atomicAdd(words[(local + k) % stride], 1);
		to[t] = x;
		break;
	case CHASE:
		x = stride;
		for (uint k = 0; k < rounds; k++)
			x = from[x];
		to[t] = x;
		break;
	case BARRIER:
		for (uint k = 0; k < rounds; k++) {
			words[local] = x;
			barrier();
			x += words[(local + 1) % size];
			barrier();
		}
		to[t] = x;
		break;
	case INDEX:
		to[t] = t;
		break;
	}
}

// Litmus tests: few loads and stores of two words, X and Y, by up to four invocations, whose results show in which order
// memory was accessed. Many instances run at a time, so that invocations of different workgroups meet: each invocation has each
// role once, in another instance (Levine et al.: MC Mutants, ASPLOS 2023, section 4).
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint TEST = 0;
layout(constant_id = 2) const uint ORDER = 0;
#ifdef SHARED // roles meet in the workgroup, in shared memory
layout(constant_id = 3) const uint PLACES = 256; // instances of a workgroup, as many as it has invocations
#endif

const uint MP = 0, LB = 1, SB = 2, CORR = 3, COWW = 4, IRIW = 5, W22 = 6, CORW = 7;
const uint NO_ORDER = 0, DEVICE = 1, WORKGROUP = 2;

layout(binding = 0) coherent buffer Xs { uint xs[]; };
layout(binding = 1) coherent buffer Ys { uint ys[]; };
layout(binding = 2) buffer Results { uint results[]; }; // four of each instance

layout(push_constant) uniform Parameters {
	uint n;       // instances; a power of two
	uint stride;  // words from an instance to the next
	uint shuffle; // odd
	uint delays;  // bits: before which roles an invocation waits
};

#ifdef SHARED
shared uint shared_xs[PLACES], shared_ys[PLACES];
#define X(i) shared_xs[i]
#define Y(i) shared_ys[i]
#define SCOPE gl_ScopeWorkgroup
#else
#define X(i) xs[(i) * stride]
#define Y(i) ys[(i) * stride]
#define SCOPE gl_ScopeDevice
#endif

uint load_x(uint i) { return atomicLoad(X(i), SCOPE, 0, 0); }
uint load_y(uint i) { return atomicLoad(Y(i), SCOPE, 0, 0); }
void store_x(uint i, uint v) { atomicStore(X(i), v, SCOPE, 0, 0); }
void store_y(uint i, uint v) { atomicStore(Y(i), v, SCOPE, 0, 0); }

// The scope of a memory barrier is a constant of the language.
void order() {
	const int both = gl_StorageSemanticsBuffer | gl_StorageSemanticsShared;
	if (ORDER == DEVICE)
		memoryBarrier(gl_ScopeDevice, both, gl_SemanticsAcquireRelease);
	if (ORDER == WORKGROUP)
		memoryBarrier(gl_ScopeWorkgroup, both, gl_SemanticsAcquireRelease);
}

void keep(uint i, uint k, uint v) { results[4 * i + k] = v; }

// role 0 to 3 of an instance: i is its place in memory, and at its number.
void play(uint role, uint i, uint at) {
	switch (TEST * 4 + role) {
	case MP * 4:
		store_x(i, 1);
		order();
		store_y(i, 1);
		break;
	case MP * 4 + 1: {
		uint y = load_y(i);
		order();
		keep(at, 1, load_x(i));
		keep(at, 0, y);
		break;
	}
	case LB * 4: {
		uint x = load_x(i);
		order();
		store_y(i, 1);
		keep(at, 0, x);
		break;
	}
	case LB * 4 + 1: {
		uint y = load_y(i);
		order();
		store_x(i, 1);
		keep(at, 1, y);
		break;
	}
	case SB * 4: {
		store_x(i, 1);
		order();
		keep(at, 0, load_y(i));
		break;
	}
	case SB * 4 + 1: {
		store_y(i, 1);
		order();
		keep(at, 1, load_x(i));
		break;
	}
	case CORR * 4:
	case IRIW * 4:
		store_x(i, 1);
		break;
	case CORR * 4 + 1: {
		uint first = load_x(i);
		keep(at, 1, load_x(i));
		keep(at, 0, first);
		break;
	}
	case COWW * 4:
		store_x(i, 1);
		store_x(i, 2);
		break;
	case COWW * 4 + 1:
		keep(at, 0, load_x(i));
		break;
	case IRIW * 4 + 1:
		store_y(i, 1);
		break;
	case IRIW * 4 + 2: {
		uint x = load_x(i);
		order();
		keep(at, 1, load_y(i));
		keep(at, 0, x);
		break;
	}
	case IRIW * 4 + 3: {
		uint y = load_y(i);
		order();
		keep(at, 3, load_x(i));
		keep(at, 2, y);
		break;
	}
	case W22 * 4:
		store_x(i, 1);
		order();
		store_y(i, 2);
		break;
	case W22 * 4 + 1:
		store_y(i, 1);
		order();
		store_x(i, 2);
		break;
	case CORW * 4:
		keep(at, 0, load_x(i));
		store_x(i, 1);
		break;
	case CORW * 4 + 1:
		store_x(i, 2);
		break;
	}
}

// The instance of an invocation's role: each role is a permutation of the instances.
uint instance(uint t, uint role) {
	const uint spread = 0x2545f491; // odd
	for (uint k = 0; k < role; k++)
		t = t * (shuffle | 1) + spread * k + shuffle;
	return t;
}

uint waste; // so that the wait is not removed
void wait(uint role, uint t) {
	if ((delays >> (role * 4 + (t & 3)) & 1) == 0)
		return;
	for (uint k = 0; k < 32 + (t & 31); k++)
		waste = waste * 5 + k;
}

void main() {
	uint t = gl_GlobalInvocationID.x, local = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	uint roles = TEST == IRIW ? 4 : 2, base = t - local;
	waste = t;
#ifdef SHARED
	X(local) = 0;
	Y(local) = 0;
	memoryBarrierShared();
	barrier();
#endif
#ifdef SHARED
	uint first = local / 32;
#else
	uint first = gl_WorkGroupID.x;
#endif
	for (uint step = 0; step < roles; step++) {
		uint role = (first + step) % roles; // some begin with the one, some with the other
		wait(role, t);
#ifdef SHARED
		uint i = instance(local, role) & (size - 1);
		play(role, i, base + i);
#else
		uint i = instance(t, role) & (n - 1);
		play(role, i, i);
#endif
	}
#ifdef SHARED
	memoryBarrierShared();
	barrier();
	xs[t * stride] = X(local);
	ys[t * stride] = Y(local);
#endif
	if (n == 0) // never
		results[0] = waste;
}

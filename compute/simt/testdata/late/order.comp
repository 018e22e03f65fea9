#version 450
#extension GL_KHR_memory_scope_semantics : require
// Litmus tests of three invocations: A and B of one workgroup, but of different ones in tests from APART on, and C of another one.
// Words are 0 at first.
layout(local_size_x = 2) in;
layout(constant_id = 0) const uint TEST = 0;

layout(binding = 0) buffer X { uint xs[]; };
layout(binding = 1) buffer Y { uint ys[]; };
layout(binding = 2) buffer Z { uint zs[]; };
layout(binding = 3) buffer Results { uint results[]; }; // four of an instance

const uint LB = 0, MP = 1, LB_OUT = 2, MP_OUT = 3, WRC = 4, WRC_WRITE = 5, APART = 6;

const int BUFFERS = gl_StorageSemanticsBuffer, BOTH = gl_SemanticsAcquireRelease;
#define WORKGROUP memoryBarrier(gl_ScopeWorkgroup, BUFFERS, BOTH)
#define DEVICE memoryBarrier(gl_ScopeDevice, BUFFERS, BOTH)
#define LOAD(p) atomicLoad(p, gl_ScopeDevice, 0, 0)
#define STORE(p, v) atomicStore(p, uint(v), gl_ScopeDevice, 0, 0)

void main() {
	uint i = gl_WorkGroupID.x / 3, part = gl_WorkGroupID.x % 3, local = gl_LocalInvocationID.x;
	bool a = part == 0 && local == 0, b = TEST < APART ? part == 0 && local == 1 : part == 2 && local == 0, c = part == 1 && local == 0;
	uint first = 0, second = 0;
	if (TEST == LB) {
		if (a) {
			first = LOAD(xs[i]);
			WORKGROUP;
			STORE(ys[i], 1);
			results[4 * i] = first;
		} else if (b) {
			first = LOAD(ys[i]);
			WORKGROUP;
			STORE(xs[i], 1);
			results[4 * i + 1] = first;
		}
	} else if (TEST == MP) {
		if (a) {
			STORE(xs[i], 1);
			WORKGROUP;
			STORE(ys[i], 1);
		} else if (b) {
			first = LOAD(ys[i]);
			WORKGROUP;
			second = LOAD(xs[i]);
			results[4 * i + 1] = first;
			results[4 * i + 2] = second;
		}
	} else if (TEST == LB_OUT) { // by way of another workgroup
		if (a) {
			first = LOAD(xs[i]);
			WORKGROUP;
			STORE(ys[i], 1);
			results[4 * i] = first;
		} else if (b) {
			first = LOAD(ys[i]);
			DEVICE;
			STORE(zs[i], 1);
			results[4 * i + 1] = first;
		} else if (c) {
			first = LOAD(zs[i]);
			DEVICE;
			STORE(xs[i], 1);
			results[4 * i + 2] = first;
		}
	} else if (TEST == MP_OUT) {
		if (a) {
			STORE(xs[i], 1);
			WORKGROUP;
			STORE(ys[i], 1);
		} else if (b) {
			first = LOAD(ys[i]);
			DEVICE;
			STORE(zs[i], 1);
			results[4 * i] = first;
		} else if (c) {
			first = LOAD(zs[i]);
			DEVICE;
			second = LOAD(xs[i]);
			results[4 * i + 1] = first;
			results[4 * i + 2] = second;
		}
	} else { // B reads or writes what A has read
		if (a) {
			first = LOAD(xs[i]);
			if (TEST < APART)
				WORKGROUP;
			else
				DEVICE;
			STORE(ys[i], 1);
			results[4 * i] = first;
		} else if (b) {
			first = LOAD(ys[i]);
			if (TEST < APART)
				WORKGROUP;
			else
				DEVICE;
			if (TEST == WRC_WRITE)
				STORE(xs[i], 2);
			else
				second = LOAD(xs[i]);
			results[4 * i + 1] = first;
			results[4 * i + 2] = second;
		} else if (c)
			STORE(xs[i], 1);
	}
}

#version 450
#extension GL_KHR_memory_scope_semantics : require
// A random program of four invocations, in two workgroups, that each have four steps on three words.
layout(local_size_x = 2) in;
layout(constant_id = 0) const uint A0 = 0;
layout(constant_id = 1) const uint A1 = 0;
layout(constant_id = 2) const uint A2 = 0;
layout(constant_id = 3) const uint A3 = 0;
layout(constant_id = 4) const uint B0 = 0;
layout(constant_id = 5) const uint B1 = 0;
layout(constant_id = 6) const uint B2 = 0;
layout(constant_id = 7) const uint B3 = 0;
layout(constant_id = 8) const uint C0 = 0;
layout(constant_id = 9) const uint C1 = 0;
layout(constant_id = 10) const uint C2 = 0;
layout(constant_id = 11) const uint C3 = 0;
layout(constant_id = 12) const uint D0 = 0;
layout(constant_id = 13) const uint D1 = 0;
layout(constant_id = 14) const uint D2 = 0;
layout(constant_id = 15) const uint D3 = 0;

layout(binding = 0) buffer X { uint xs[]; };
layout(binding = 1) buffer Y { uint ys[]; };
layout(binding = 2) buffer Z { uint zs[]; };
layout(binding = 3) buffer Results { uint results[]; }; // 16 of an instance: what steps read

// Steps: a kind, and a word or a form of memory barrier.
const uint LOAD = 4, STORE = 8, EXCHANGE = 12, WORKGROUP = 16, DEVICE = 20;
const int BUFFERS = gl_StorageSemanticsBuffer;

uint i; // instance

#define ACCESS(step, r, at, word) \
	if (step == LOAD + at) \
		r = atomicLoad(word, gl_ScopeDevice, 0, 0); \
	if (step == STORE + at) \
		atomicStore(word, value, gl_ScopeDevice, 0, 0); \
	if (step == EXCHANGE + at) \
		r = atomicExchange(word, value, gl_ScopeDevice, 0, 0);
#define ORDER(step, at, order) \
	if (step == WORKGROUP + at) \
		memoryBarrier(gl_ScopeWorkgroup, BUFFERS, order); \
	if (step == DEVICE + at) \
		memoryBarrier(gl_ScopeDevice, BUFFERS, order);
#define EXECUTE(step, r) \
	value++; \
	ACCESS(step, r, 0, xs[i]) \
	ACCESS(step, r, 1, ys[i]) \
	ACCESS(step, r, 2, zs[i]) \
	ORDER(step, 0, gl_SemanticsAcquireRelease) \
	ORDER(step, 1, gl_SemanticsAcquire) \
	ORDER(step, 2, gl_SemanticsRelease)
#define INVOCATION(number, s0, s1, s2, s3) \
	if (invocation == number) { \
		uint value = 4 * number, r0 = 0, r1 = 0, r2 = 0, r3 = 0; \
		EXECUTE(s0, r0) \
		EXECUTE(s1, r1) \
		EXECUTE(s2, r2) \
		EXECUTE(s3, r3) \
		results[16 * i + 4 * number] = r0; \
		results[16 * i + 4 * number + 1] = r1; \
		results[16 * i + 4 * number + 2] = r2; \
		results[16 * i + 4 * number + 3] = r3; \
	}

void main() {
	uint invocation = gl_GlobalInvocationID.x % 4;
	i = gl_GlobalInvocationID.x / 4;
	INVOCATION(0, A0, A1, A2, A3)
	INVOCATION(1, B0, B1, B2, B3)
	INVOCATION(2, C0, C1, C2, C3)
	INVOCATION(3, D0, D1, D2, D3)
}

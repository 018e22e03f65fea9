#version 450
// A step of a bitonic sort: compare and exchange two elements that lie 2^(stage - step) apart.
layout(local_size_x = 64) in;

layout(binding = 0) buffer X { uint x[]; };
layout(push_constant) uniform Push { uint half_; uint stage; uint step_; };

void main() {
	uint t = gl_GlobalInvocationID.x, d = 1u << (stage - step_);
	if (t >= half_)
		return;
	uint i = 2 * (t - t % d) + t % d;
	bool up = (i >> (stage + 1)) % 2 == 0;
	uint a = x[i], b = x[i + d];
	if ((a > b) == up) {
		x[i] = b;
		x[i + d] = a;
	}
}

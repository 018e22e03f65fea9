#version 450
// Each element becomes the sum of its block of 64 up to itself. The last block is not whole.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint sums[64];

void main() {
	uint i = gl_LocalInvocationID.x, at = gl_GlobalInvocationID.x;
	if (at >= a.length())
		return;
	sums[i] = a[at];
	for (uint reach = 1; reach < 64; reach *= 2) {
		barrier();
		uint left = i >= reach ? sums[i - reach] : 0;
		barrier();
		sums[i] += left;
	}
	b[at] = sums[i];
}

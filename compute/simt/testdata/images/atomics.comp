#version 450
// Adds in texels; those of a row are added to by all invocations.
layout(local_size_x = 16) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1, r32i) uniform iimage2D least;
layout(std430, binding = 2) buffer Words { uint words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
	words[i] = imageAtomicAdd(counts, ivec2(i & 3, 1), i); // line 9
	imageAtomicMin(least, ivec2(0, 0), -int(i));
	imageAtomicCompSwap(counts, ivec2(2, 0), 0, i + 100);
	imageAtomicExchange(least, ivec2(1, 0), 5);
}

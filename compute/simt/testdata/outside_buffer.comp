#version 450
// More invocations than the buffer has words: the test binds 100.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_GlobalInvocationID.x;
#ifdef RIGHT
	if (i < words.length())
#endif
	words[i] = i; // reports access outside a buffer
}

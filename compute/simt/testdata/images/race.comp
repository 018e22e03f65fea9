#version 450
// Two invocations write one texel, and read it without a barrier; one is outside.
layout(local_size_x = 32) in;
layout(binding = 0, rgba32f) uniform image2D image;
layout(std430, binding = 2) buffer Words { vec4 words[]; };
void main() {
	int i = int(gl_LocalInvocationID.x);
	imageStore(image, ivec2(i >> 1, 0), vec4(i)); // line 8
	words[i] = imageLoad(image, ivec2(i, 1)); // line 9
}

#version 450
// Fetches from images that may be sampled.
layout(local_size_x = 8) in;
layout(binding = 0) uniform sampler2D colours;
layout(binding = 1) uniform usampler2D numbers;
layout(std430, binding = 2) buffer Words { vec4 words[8]; uvec4 whole[8]; ivec2 size; };
vec4 fetched(sampler2D s, ivec2 at) { return texelFetch(s, at, 0); }
void main() {
	int i = int(gl_LocalInvocationID.x);
	words[i] = fetched(colours, ivec2(i, i / 4));
	whole[i] = texelFetch(numbers, ivec2(i, 0), 0);
	size = textureSize(colours, 0);
}

#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rg32f) uniform image2D image;
layout(std430, binding = 1) buffer Words { vec4 words[]; };
void main() { words[0] = imageLoad(image, ivec2(0)); }

#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rgba32f) uniform image2D image[3];
layout(std430, binding = 1) buffer Words { vec4 words[]; };
void main() { words[0] = imageLoad(image[1], ivec2(0)); }

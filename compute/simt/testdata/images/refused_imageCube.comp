#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rgba32f) uniform imageCube image;
layout(std430, binding = 1) buffer Words { vec4 words[]; };
void main() { words[0] = imageLoad(image, ivec3(0)); }

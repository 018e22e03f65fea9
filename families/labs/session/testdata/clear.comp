#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Left { uint left; };

void main() { left = 0; }

#version 450
// The next frontier has no vertices yet.
layout(local_size_x = 1) in;
layout(binding = 0) writeonly buffer Found { uint found[]; };

void main() { found[0] = 0; }

#version 450
// Draws a coloured picture in the interface.
layout(binding = 0) uniform sampler2D Picture;
layout(location = 0) in vec2 at;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 result;

void main() { result = tint.a * texture(Picture, at); }

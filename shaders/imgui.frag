#version 450
// Tints the coverage in the font atlas; solid shapes use a white texel.
layout(binding = 0) uniform sampler2D Atlas;
layout(location = 0) in vec2 at;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 result;

void main() { result = tint * texture(Atlas, at).r; }

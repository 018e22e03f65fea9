#version 450
// Paints water in one colour.
layout(push_constant) uniform Args { ivec2 centre; vec2 offset; vec2 size; float scale; uint tint; };
layout(location = 0) flat in vec4 colour;
layout(location = 0) out vec4 result;

void main() { result = colour; }

#version 450
// Paints a line with soft edges.
layout(location = 0) in vec4 colour;
layout(location = 1) in float across;
layout(location = 2) flat in float wide;
layout(location = 0) out vec4 result;

void main() { result = colour * clamp(wide + 0.5 - abs(across), 0.0, 1.0); }

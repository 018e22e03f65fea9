#version 450
// Paints a line with soft edges or, if across is 0, a plain area.
layout(location = 0) in vec4 colour;
layout(location = 1) in float across;
layout(location = 0) out vec4 result;

void main() {
	float soft = max(fwidth(across), 0.001);
	result = colour * clamp((1.0 - abs(across)) / soft, 0.0, 1.0);
}

#version 450
// Places the vertices of Dear ImGui, given in pixels.
layout(push_constant) uniform Args { vec2 scale; }; // 2 / size of the target
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 colour;
layout(location = 0) out vec2 at;
layout(location = 1) out vec4 tint;

void main() {
	at = uv;
	tint = vec4(colour.rgb * colour.a, colour.a);
	gl_Position = vec4(position * scale - 1.0, 0, 1);
}

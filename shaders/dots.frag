#version 450
// Paints a round dot.
layout(push_constant) uniform Args {
	ivec2 centre; vec2 offset; vec2 size; float scale; float radius; uint first; uint stride; uint tint; uint dark;
};
layout(location = 0) in vec2 local;
layout(location = 0) out vec4 result;

void main() {
	if (length(local) > radius)
		discard;
	result = unpackUnorm4x8(tint);
}

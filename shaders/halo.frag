#version 450
// Paints a soft halo around a dot. It is blended by the greater of the picture and the halo, or by the lesser on light
// grounds: so overlapping halos look the same in any order, as dots do.
layout(push_constant) uniform Args {
	ivec2 centre; vec2 offset; vec2 size; float scale; float radius; uint first; uint stride; uint tint; uint dark;
};
layout(location = 0) in vec2 local;
layout(location = 0) out vec4 result;

void main() {
	float far = length(local) / radius;
	if (far > 1.0)
		discard;
	vec4 c = unpackUnorm4x8(tint); // its alpha is the strength in the middle
	float strength = c.a * (1.0 - far) * (1.0 - far * far);
	result = vec4(dark != 0 ? 1.0 - (1.0 - c.rgb) * strength : c.rgb * strength, 1);
}

#version 450
// Paints a letter or its halo from the distance field of its outline, or a plate.
layout(std430, binding = 1) readonly buffer Fields { uint fields[]; }; // four texels per word

layout(push_constant) uniform Args {
	vec2 half_target; uint count; uint halo_tint; float halo; float spread; float corner;
};
layout(location = 0) in vec2 texel;
layout(location = 1) flat in uvec3 field;
layout(location = 2) flat in vec4 tint;
layout(location = 3) flat in vec2 measure;
layout(location = 0) out vec4 result;

float at(ivec2 p) {
	ivec2 q = clamp(p, ivec2(0), ivec2(field.yz) - 1);
	uint i = field.x + uint(q.y) * field.y + uint(q.x);
	return float(bitfieldExtract(fields[i >> 2], int(i & 3u) * 8, 8)) / 255.0;
}

void main() {
	float inside; // pixels inside the edge
	if (field.x == 0xffffffffu) {
		vec2 from = abs(texel - 0.5 * vec2(field.yz)) - 0.5 * vec2(field.yz) + corner;
		inside = corner - length(max(from, 0.0));
	} else {
		vec2 t = texel - 0.5;
		ivec2 i = ivec2(floor(t));
		vec2 f = t - vec2(i);
		float above = mix(at(i), at(i + ivec2(1, 0)), f.x), below = mix(at(i + ivec2(0, 1)), at(i + 1), f.x);
		inside = (mix(above, below, f.y) - 0.5) * 2.0 * spread * measure.x + measure.y;
	}
	float cover = clamp(inside + 0.5, 0.0, 1.0) * tint.a;
	result = vec4(tint.rgb * cover, cover);
}

#version 450
// Draws the letters of labels and the plates under numbers, with six corners each. The first half
// are plates and halos, the second half letters, so that no halo covers a letter.
struct Mark {
	vec2 at;    // origin of a glyph or middle of a plate, pixels of the target
	vec2 axis;  // direction of the text, pixels per texel
	uint low;   // first texel of the field relative to the origin: x, y, 16 bits each
	uint size;  // size of the field in texels, or of the plate in pixels: width, height, 16 bits each
	uint field; // index of its first texel; all ones for a plate
	uint tint;  // alpha is 1 for letters without a halo, otherwise 255
};
layout(std430, binding = 0) readonly buffer Marks { Mark marks[]; };

layout(push_constant) uniform Args {
	vec2 half_target; // pixels
	uint count;       // number of marks
	uint halo_tint;
	float halo;       // width of the halo around a letter, pixels
	float spread;     // distance in texels from an outline to the edge of its field
	float corner;     // radius of the corners of plates, pixels
};

layout(location = 0) out vec2 texel;
layout(location = 1) flat out uvec3 field; // first texel, width, height
layout(location = 2) flat out vec4 tint;
layout(location = 3) flat out vec2 measure; // pixels per texel, and pixels to widen by

void main() {
	uint n = gl_VertexIndex / 6;
	bool under = n < count;
	Mark m = marks[n - (under ? 0 : count)];
	bool plate = m.field == 0xffffffffu;
	vec4 given = unpackUnorm4x8(m.tint);
	bool bare = !plate && given.a < 0.5;
	uint i = gl_VertexIndex % 6, corner_at = i < 3 ? i : i == 3 ? 2 : i == 4 ? 1 : 3; // 0 1 2, 2 1 3
	vec2 side = vec2(corner_at & 1u, corner_at >> 1);
	vec2 size = vec2(m.size & 0xffffu, m.size >> 16);
	vec2 low = plate ? -0.5 * size : vec2(bitfieldExtract(int(m.low), 0, 16), bitfieldExtract(int(m.low), 16, 16));
	texel = side * size;
	field = uvec3(m.field, m.size & 0xffffu, m.size >> 16);
	measure = vec2(length(m.axis), under && !plate ? halo : 0.0);
	tint = under && !plate ? unpackUnorm4x8(halo_tint) : vec4(given.rgb, 1);
	vec2 at = low + side * size;
	at = m.at + at.x * m.axis + at.y * vec2(-m.axis.y, m.axis.x);
	gl_Position = vec4(at / half_target - 1.0, 0, 1);
	if (under ? bare : plate)
		gl_Position = vec4(0, 0, 0, 1); // six equal corners have no area
}

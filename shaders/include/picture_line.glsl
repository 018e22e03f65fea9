// Puts out the corners of a line that is some pixels wide.
#ifndef PICTURE_LINE_GLSL
#define PICTURE_LINE_GLSL

layout(location = 0) out vec4 colour;
layout(location = 1) out float across; // pixels from the middle
layout(location = 2) flat out float wide; // half of the width, pixels

// The place of a point, in pixels of the target (picture.glsl).
vec2 place(vec2 p) { return (p - centre - rest) * scale + middle; }

const vec2 NOWHERE = vec2(-4); // outside of the target, as a share of it

// The corner with a number from 0 to 5 of a line from a to b, in pixels. A line that is far longer than
// the target is shortened, so that its places can be told apart.
void put_line(vec2 a, vec2 b, uint number, vec4 tint) {
	uint side = number < 3 ? number : number == 3 ? 2 : number == 4 ? 1 : 3; // 0 1 2, 2 1 3
	const float FAR = 30000.0;
	a = clamp(a, vec2(-FAR), vec2(FAR));
	b = clamp(b, vec2(-FAR), vec2(FAR));
	vec2 along = b - a;
	float length_ = length(along);
	along = length_ > 1e-4 ? along / length_ : vec2(1, 0);
	colour = tint;
	wide = half_width;
	float reach = half_width + 0.5;
	across = (side & 1u) == 0 ? -reach : reach;
	vec2 at = (side & 2u) == 0 ? a - along * half_width : b + along * half_width;
	gl_Position = vec4((at + vec2(-along.y, along.x) * across) / middle - 1.0, 0, 1);
}

#endif

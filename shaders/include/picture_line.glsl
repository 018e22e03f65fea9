// Emits the corners of a line that is several pixels wide.
#ifndef PICTURE_LINE_GLSL
#define PICTURE_LINE_GLSL

layout(location = 0) out vec4 colour;
layout(location = 1) out float across; // pixels from the middle
layout(location = 2) flat out float wide; // half of the width, pixels

// Returns the position of a point in pixels of the target (picture.glsl).
vec2 place(vec2 p) { return (p - centre - rest) * scale + middle; }

const vec2 NOWHERE = vec2(-4); // outside the target, in units of its size

vec2 direction(vec2 v) { return length(v) > 1e-4 ? normalize(v) : vec2(0); }

// Emits corner number 0 to 5 of a line from a to b, in pixels, between the lines from before and to
// after. Adjacent lines are cut along the bisector of their angle, because their soft edges would
// be visible where they overlap. At a sharp corner both have square ends, which cover it. A line
// much longer than the target is shortened, so that its positions keep their precision.
void put_line(vec2 before, vec2 a, vec2 b, vec2 after, uint number, vec4 tint) {
	uint side = number < 3 ? number : number == 3 ? 2 : number == 4 ? 1 : 3; // 0 1 2, 2 1 3
	const vec2 FAR = vec2(30000.0);
	a = clamp(a, -FAR, FAR);
	b = clamp(b, -FAR, FAR);
	vec2 along = direction(b - a);
	if (along == vec2(0))
		along = vec2(1, 0);
	vec2 normal = vec2(-along.y, along.x);
	colour = tint;
	wide = half_width;
	float reach = half_width + 0.5;
	across = (side & 1u) == 0 ? -reach : reach;
	bool at_end = (side & 2u) != 0;
	vec2 neighbour = direction(at_end ? clamp(after, -FAR, FAR) - b : a - clamp(before, -FAR, FAR));
	vec2 offset = normal * across + (at_end ? along : -along) * half_width;
	if (dot(along, neighbour) > 0.5) {
		vec2 halving = vec2(-along.y - neighbour.y, along.x + neighbour.x);
		offset = halving * across / dot(halving, normal);
	}
	gl_Position = vec4(((at_end ? b : a) + offset) / middle - 1.0, 0, 1);
}

#endif

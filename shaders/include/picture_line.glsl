// Puts out the corners of a line that is some pixels wide.
#ifndef PICTURE_LINE_GLSL
#define PICTURE_LINE_GLSL

layout(location = 0) out vec4 colour;
layout(location = 1) out float across; // pixels from the middle
layout(location = 2) flat out float wide; // half of the width, pixels

// The place of a point, in pixels of the target (picture.glsl).
vec2 place(vec2 p) { return (p - centre - rest) * scale + middle; }

const vec2 NOWHERE = vec2(-4); // outside of the target, as a share of it

vec2 direction(vec2 v) { return length(v) > 1e-4 ? normalize(v) : vec2(0); }

// The corner with a number from 0 to 5 of a line from a to b, in pixels, between those that come from before
// and lead to after. Neighbours end where the angle between them is halved: what both would cover would be
// seen, since edges are soft. At a sharp corner both end square, and cover it. A line that is far longer
// than the target is shortened, so that its places can be told apart.
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

// Rasterizes road segments. PUT(pixel, word, node) receives each pixel that a segment touches, with
// a word of coverage (7 bits), rank among roads (5 bits) and node (20 bits).
//
// One invocation owns a slice of a segment along its longer axis. The host chooses enough slices
// that none has more than 8,192 pixels to visit.
#ifndef SPLAT_GLSL
#define SPLAT_GLSL
#include "invocation.glsl"
#include "roads.glsl"

layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Visible { uint visible[]; };
layout(std430, binding = 2) readonly buffer Widths { float widths[]; };

// Returns the rank of a segment: higher levels above lower ones, then by importance.
uint rank(uint kind) {
	uint level = kind >> 4 & 15u;
	return (level > 8 ? 2 : level == 8 ? 1 : 0) * 8 + 7 - class_of(kind);
}

void main() {
	uint i = invocation();
	uint slice = i % slices, at = i / slices;
	if (at >= chunks * CHUNK)
		return;
	Segment s = segments[visible[at / CHUNK] * CHUNK + at % CHUNK];
	if (s.kind == NOTHING)
		return;

	vec2 mid = 0.5 * size, a = on_screen(s.a) + mid, b = on_screen(s.b) + mid, d = b - a;
	float len = length(d), h = 0.5 * (widths[class_of(s.kind)] + widen), thin = min(1.0, 2.0 * h);
	h = max(h, 0.5);
	float r = h + 0.5;
	vec2 dir = len > 1e-4 ? d / len : vec2(1, 0);
	bool steep = abs(d.y) > abs(d.x);

	// Visits the pixels whose centres are nearer than r: along the longer axis, and across it only
	// within the width of the line there.
	vec2 lo = max(min(a, b) - r, vec2(0)), hi = min(max(a, b) + r, size);
	if (any(greaterThan(lo, hi)))
		return;
	int first = int(ceil((steep ? lo.y : lo.x) - 0.5)), last = int(floor((steep ? hi.y : hi.x) - 0.5));
	int piece = (last - first) / int(slices) + 1;
	first += int(slice) * piece;
	last = min(last, first + piece - 1);
	int end = int(steep ? size.x : size.y) - 1;
	last = min(last, int(steep ? size.y : size.x) - 1);
	float slope = steep ? dir.x / dir.y : dir.y / dir.x;
	float across = r * sqrt(1.0 + slope * slope);
	uint tag = rank(s.kind) << 20 | (s.node & 0xfffffu);
	for (int m = first; m <= last; m++) {
		float c = steep ? a.x + (m + 0.5 - a.y) * slope : a.y + (m + 0.5 - a.x) * slope;
		int from = max(int(ceil(c - across - 0.5)), 0), to = min(int(floor(c + across - 0.5)), end);
		for (int k = from; k <= to; k++) {
			vec2 p = (steep ? vec2(k, m) : vec2(m, k)) + 0.5 - a;
			float x = dot(p, dir), beyond = max(0.0, max(-x, x - len)), y = p.x * dir.y - p.y * dir.x;
			float cover = clamp(h + 0.5 - sqrt(beyond * beyond + y * y), 0.0, 1.0) * thin;
			uint level = uint(cover * 127.0 + 0.5);
			if (level == 0)
				continue;
			uint pixel = steep ? uint(m) * uint(size.x) + uint(k) : uint(k) * uint(size.x) + uint(m);
			PUT(pixel, level << 25 | tag, s.node);
		}
	}
}

#endif

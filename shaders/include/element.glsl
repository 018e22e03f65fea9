// What quads are drawn from: a segment on the screen.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

struct Element {
	vec2 middle;       // pixels from the middle of the view
	vec2 along;        // of length one
	float half_length; // pixels
	float radius;      // from the line to where coverage ends, pixels; zero draws nothing
	float strength;    // of the colour: less than one where the road is thinner than a pixel
	uint colour;
};

// A line from a to b of some width. The last byte of a colour says how much
// stronger to draw it, in sixteenths. Lines thinner than a pixel are a pixel wide
// and fainter.
Element element_of(vec2 a, vec2 b, float width, uint colour) {
	vec2 d = b - a;
	float len = length(d);
	return Element(a + 0.5 * d, len > 1e-4 ? d / len : vec2(1, 0), 0.5 * len,
		0.5 * max(width, 1.0) + 0.5, min(1.0, width) * (1.0 + float(colour >> 24) / 16.0), colour);
}

#endif

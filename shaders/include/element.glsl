// The data that a quad is drawn from: a segment on the screen.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

struct Element {
	vec2 middle;       // relative to the middle of the view, pixels
	vec2 along;        // unit vector
	float half_length; // pixels
	float radius;      // distance from the line to the end of coverage, pixels; zero draws nothing
	float strength;    // opacity; less than one if the road is thinner than a pixel
	uint colour;
};

// Returns the element of a line from a to b with a width. The last byte of a colour tells how much
// more opaque the line is, in sixteenths. Lines thinner than a pixel are a pixel wide and fainter.
Element element_of(vec2 a, vec2 b, float width, uint colour) {
	vec2 d = b - a;
	float len = length(d);
	return Element(a + 0.5 * d, len > 1e-4 ? d / len : vec2(1, 0), 0.5 * len,
		0.5 * max(width, 1.0) + 0.5, min(1.0, width) * (1.0 + float(colour >> 24) / 16.0), colour);
}

#endif

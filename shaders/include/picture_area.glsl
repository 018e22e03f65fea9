// Which samples of a pixel a part of an area encloses. A pixel has 32 samples, each on a
// line of its own and in a column of its own; their bits are a word. Sums of windings are
// kept as binary numbers with a word for each digit, so that 32 are added at once. All of
// it is exact: two areas on both sides of a line share no sample and leave none out.
//
// Needs the block Points.
#ifndef PICTURE_AREA_GLSL
#define PICTURE_AREA_GLSL
#extension GL_EXT_control_flow_attributes : require

// A stretch is sides of a contour that follow each other: a contour, the stretches that it
// is divided into, and so on; those of a stretch lie behind it. On lines on which all of
// it is to the left of a sample, or where no sample is in its box, its sides wind around as often
// as the line from its first point to its last: the rest need not be looked at.
struct Stretch {
	vec4 box;
	uint first; // point
	uint sides;
	uint next;  // stretch behind all that this one is divided into
	uint spare;
};

layout(std430, binding = 2) readonly buffer Stretches { Stretch stretches[]; };

const uint LEAF = 8;    // most sides of a stretch that is not divided
const uint SAMPLES = 32;
const uint DIGITS = 24; // of a sum of windings; parts have fewer sides than 2^23
const uint EVEN_ODD = 1;

// MOST_WORK is less than the 65,535 loop iterations after which the software device ends
// an invocation. Who calls says so where it is reached.
const uint MOST_WORK = 60000;

uint digits[DIGITS];
uint work; // loop iterations so far

// Adds a winding to the samples of a word: 1 with flip 0, -1 with all bits of flip set.
#define DIGIT(i) { uint was = digits[i]; digits[i] = was ^ carry; carry &= was ^ flip; }
#define DIGITS_4(i) DIGIT(i) DIGIT(i + 1) DIGIT(i + 2) DIGIT(i + 3)

void wind(uint samples, uint flip) {
	uint carry = samples;
	DIGIT(0) DIGIT(1)
	if (carry == 0)
		return;
	DIGIT(2) DIGIT(3) DIGITS_4(4)
	if (carry == 0)
		return;
	DIGITS_4(8) DIGITS_4(12) DIGITS_4(16) DIGITS_4(20)
}

// Where in a pixel's width a sample of a line is.
float column_of(uint sample_) { return (float(sample_ * 13 + 5 & 31) + 0.5) / float(SAMPLES); }

// The number of sample lines of the tile above a height.
int lines_above(float y) { return int(clamp(ceil(y * float(SAMPLES) - 0.5), 0.0, float(SAMPLES * TILE))); }

// The samples of a pixel to the right of a side.
uint right_of(vec2 top, float slope, float left, float right, vec2 pixel) {
	uint bits = 0;
	[[unroll]] for (uint s = 0; s < SAMPLES; s++) {
		precise float down = pixel.y + (float(s) + 0.5) / float(SAMPLES) - top.y;
		precise float along = down * slope;
		precise float x = top.x + along;
		bits |= uint(clamp(x, left, right) <= pixel.x + column_of(s)) << s;
	}
	return bits;
}

// Adds the winding of a side from a to b, in pixels of the tile.
void add_side(vec2 a, vec2 b, float slope, uvec2 pixel) {
	int from = lines_above(a.y), to = lines_above(b.y);
	if (from == to)
		return;
	int above = int(pixel.y * SAMPLES);
	int first = clamp(min(from, to) - above, 0, int(SAMPLES)), end = clamp(max(from, to) - above, 0, int(SAMPLES));
	float left = min(a.x, b.x), right = max(a.x, b.x);
	if (first == end || left >= float(pixel.x + 1))
		return;
	uint samples = bitfieldInsert(0u, NONE, first, end - first);
	if (right > float(pixel.x))
		samples &= right_of(from < to ? a : b, slope, left, right, vec2(pixel));
	wind(samples, from < to ? 0 : NONE);
}

// Whether no sample of the tile is in a box: only asked where few lines are.
bool no_sample(vec2 low, vec2 high) {
	int first = lines_above(low.y), end = lines_above(high.y);
	if (end - first > 1)
		return false;
	float column = column_of(first & 31);
	return ceil(low.x - column) == ceil(high.x - column);
}

// The samples of a pixel of the tile that stretches enclose.
uint enclosed(uint first, uint end, uint rule, vec2 origin, uvec2 pixel) {
	[[unroll]] for (uint i = 0; i < DIGITS; i++)
		digits[i] = 0;
	for (uint i = first; i < end && work < MOST_WORK;) {
		work++;
		Stretch st = stretches[i];
		vec2 low = place(st.box.xy) - origin, high = place(st.box.zw) - origin;
		if (low.x >= float(TILE) || lines_above(low.y) == lines_above(high.y)) {
			i = st.next;
			continue;
		}
		bool straight = high.x <= 0.0 || no_sample(low, high);
		if (!straight && st.sides > LEAF) {
			i++;
			continue;
		}
		i = st.next;
		uint stride = straight ? st.sides : 1;
		for (uint k = 0; k < st.sides; k += stride) { // 8 at most
			work++;
			vec4 a = points[st.first + k], b = points[st.first + k + stride];
			add_side(place(a.xy) - origin, place(b.xy) - origin, straight ? 0.0 : a.z, pixel);
		}
	}
	if (rule == EVEN_ODD)
		return digits[0];
	uint any = 0;
	[[unroll]] for (uint i = 0; i < DIGITS; i++)
		any |= digits[i];
	return any;
}

#endif

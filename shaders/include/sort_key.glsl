// How sorts read keys. A key is a word, or two where KEY_WORDS is 2: the low one
// first. FORM says what its bits mean (compute/ref/sort_key.go).
#ifndef SORT_KEY_GLSL
#define SORT_KEY_GLSL

layout(constant_id = 1) const uint FORM = 0;

const uint FORM_TYPE = FORM & 3u, FORM_I32 = 1, FORM_F32 = 2;
const bool DESCENDING = (FORM & 4u) != 0;
const bool PAYLOAD = (FORM & 8u) != 0;

#ifndef KEY_WORDS
#define KEY_WORDS 1
#endif

#if KEY_WORDS == 1
#define KEY uint

// The unsigned number by which a key is sorted. Floats: -0 before +0, NaNs after
// the infinities.
uint order_of(uint key) {
	if (FORM_TYPE == FORM_I32)
		key ^= 0x80000000u;
	if (FORM_TYPE == FORM_F32) {
		bool no_number = (key & 0x7fffffffu) > 0x7f800000u;
		key = key >> 31 != 0 && !no_number ? ~key : key | 0x80000000u;
	}
	return DESCENDING ? ~key : key;
}

bool before(uint a, uint b) { return order_of(a) < order_of(b); }

#else
#define KEY uvec2

uvec2 order_of(uvec2 key) { return DESCENDING ? ~key : key; }

bool before(uvec2 a, uvec2 b) {
	a = order_of(a);
	b = order_of(b);
	return a.y < b.y || a.y == b.y && a.x < b.x;
}

#endif
#endif

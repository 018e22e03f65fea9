// Keys of sorts. A key is a word or, if KEY_WORDS is 2, two words, the low word first. FORM is the
// type of a key, with flags.
#ifndef SORT_KEY_GLSL
#define SORT_KEY_GLSL

layout(constant_id = 1) const uint FORM = 0;

const uint FORM_U32 = 0;
const uint FORM_I32 = 1;
const uint FORM_F32 = 2;
const uint FORM_U64 = 3;        // in separate programs, where KEY_WORDS is 2
const uint FORM_TYPE_MASK = 3;
const uint FORM_DESCENDING = 4;
const uint FORM_PAYLOAD = 8;    // each key has a value

const uint FORM_TYPE = FORM & FORM_TYPE_MASK;
const bool DESCENDING = (FORM & FORM_DESCENDING) != 0;
const bool PAYLOAD = (FORM & FORM_PAYLOAD) != 0;

#ifndef KEY_WORDS
#define KEY_WORDS 1
#endif

#if KEY_WORDS == 1
#define KEY uint

// Returns an unsigned number with the same order as a key. For floats, -0 comes before +0, and NaNs
// come after the infinities.
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

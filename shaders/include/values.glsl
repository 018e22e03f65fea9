// Declarations shared by the kernels that draw buffers of numbers.
#ifndef VALUES_GLSL
#define VALUES_GLSL
#include "invocation.glsl"

const uint VALUES_U32 = 0, VALUES_I32 = 1, VALUES_F32 = 2;

// Returns whether a word is a number with a place on a scale: neither NaN nor infinite.
bool is_finite(uint word, uint type) { return type != VALUES_F32 || (word >> 23 & 255u) != 255; }

#endif

#version 450
#extension GL_GOOGLE_include_directive : require

// Places the numbers of a buffer on a scale from 0 to 65,535. An invocation owns a number.
#include "values.glsl"

layout(constant_id = 1) const uint TYPE = 0;

layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) writeonly buffer Levels { uint levels[]; };

layout(push_constant) uniform Args {
	uint at;     // word of the first number
	uint stride; // words from one to the next
	uint count;
	float low;   // at level 0
	float scale; // levels per unit, divided by 65,535
};

void main() {
	uint i = invocation();
	if (i >= count)
		return;
	uint word = words[at + i * stride];
	float x = TYPE == VALUES_F32 ? uintBitsToFloat(word) : TYPE == VALUES_I32 ? float(int(word)) : float(word);
	precise float share = (x - low) * scale;
	precise float level = min(max(share, 0.0), 1.0) * 65535.0;
	levels[i] = is_finite(word, TYPE) ? uint(level) : 0;
}

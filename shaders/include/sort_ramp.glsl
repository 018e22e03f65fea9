// Colours on a ramp of nine, from 0 to 1. Needs the buffer ramp.
#ifndef SORT_RAMP_GLSL
#define SORT_RAMP_GLSL

vec3 between(uint a, uint b, float t) { return mix(unpackUnorm4x8(a).rgb, unpackUnorm4x8(b).rgb, t); }

#define RAMP(t) between(ramp[uint((t) * 7.999)], ramp[uint((t) * 7.999) + 1], fract((t) * 7.999))

#endif

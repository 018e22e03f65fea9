#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 8) in;
layout(constant_id = 1) const uint LIMIT = 5;
struct Item { uint key; vec2 at; };
layout(std430, binding = 0) buffer Words { uint count; uint words[]; };
layout(std430, binding = 1) buffer Items { Item items[]; } named;
layout(push_constant) uniform Push { uint shift; layout(offset = 16) mat2 turn; };
shared uint pool[8];
uint twice(uint x) {
	uint y = x * 2; // line 11
	return y;
}
void main() {
	uint i = gl_LocalInvocationID.x; // line 15
	float halves[4];
	for (uint k = 0; k < 4; k++)
		halves[k] = float(k + i) / 2;
	bool is_small = i < LIMIT; // line 19
	pool[i] = twice(i + shift);
	barrier(); // line 21
	uint64_t wide = uint64_t(pool[7 - i]) << 32;
	if (is_small)
		named.items[i] = Item(uint(wide >> 32), vec2(halves[i & 3], -1)); // line 24
	else
		words[i] = i; // line 26
	count = 8; // line 27
}

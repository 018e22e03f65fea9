#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"

// Structures, arrays and matrices: in shared memory, in variables, as arguments, copied whole.
struct Inner {
	vec3 place;
	int number;
};
struct Outer {
	Inner inner[3];
	mat2x3 matrix;
	bool flag;
	uvec2 pair;
};
shared Outer kept[32];

Inner made(uint n) { return Inner(vec3(float(word(n) & 63u), 2.5, -float(n)), int(word(n + 1u)) - 20); }

void turn(inout Inner x, in mat2x3 m, out float sum) {
	x.place = m * x.place.xy + x.place.zxy;
	x.place.zy = x.place.yx;
	x.number *= 3;
	sum = dot(x.place, vec3(1.0, 2.0, 4.0));
}

float total(Outer o) {
	float sum = o.flag ? 1.0 : 0.5;
	for (int i = 0; i < 3; i++)
		sum += o.inner[i].place[(i + o.inner[i].number & 1) + 1] + float(o.inner[i].number & 15);
	return sum + o.matrix[1][2] + float(o.pair.y & 7u);
}

void main() {
	Outer o;
	for (uint i = 0; i < 3; i++)
		o.inner[i] = made(i);
	o.matrix = mat2x3(1.0, 2.0, 0.5, float(word(5) & 7u), -1.0, 3.0);
	o.flag = (word(6) & 1u) == 0u;
	o.pair = uvec2(word(7), word(8));
	float sum = 0.0;
	turn(o.inner[word(9) % 3u], o.matrix, sum);
	o.matrix[word(10) & 1u] = o.inner[1].place;
	o.matrix[1].yz += vec2(0.5, -2.0);
	o.pair[word(11) & 1u] ^= 0x55u;
	kept[gl_LocalInvocationIndex] = o;
	barrier();
	Outer other = kept[gl_LocalInvocationIndex ^ 5u];
	Inner list[2] = Inner[2](other.inner[2], kept[0].inner[1]);
	list[1].place.x = total(kept[31u - gl_LocalInvocationIndex]);
	mat3x2 t = transpose(other.matrix);
	mat2 square = mat2(t[0], t[2]) * mat2(2.0, 1.0, -1.0, 0.5);
	result(1, uint(list[0].number));
	result(2, floatBitsToUint(list[1].place.x));
	result(3, floatBitsToUint(square[0].y * 2.0 + 1024.0));
	result(4, floatBitsToUint(determinant(mat2(3.0, float(word(1) & 7u), 1.0, 5.0)) + 1024.0));
	result(5, floatBitsToUint(sum + 4096.0));
	result(6, other.pair.x + other.pair.y);
	result(7, floatBitsToUint(total(other) + 4096.0));
	result(8, uint(other == o) + uint(list[0] != list[1]) * 2u);
	finish(other.pair.x);
}

#version 450
// Functions whose results are free within Vulkan's table of precision, a line each, of two floats.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer In { uint in_words[256]; };
layout(std430, binding = 1) buffer Out { float out_words[]; };
layout(std430, binding = 2) buffer Trade { uint trade_words[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
layout(push_constant) uniform Push { vec2 seed; };

void main() {
	trade_words[0] = in_words[0];
	sums[0] = 0u;
	float x = seed.x, y = seed.y;
	float size = abs(x), unit = fract(size), narrow = clamp(x, -3.0, 3.0);
	out_words[0] = x / y;
	out_words[1] = sqrt(size);
	out_words[2] = inversesqrt(size);
	out_words[3] = exp(narrow);
	out_words[4] = exp2(x);
	out_words[5] = log(size);
	out_words[6] = log2(size);
	out_words[7] = pow(size, narrow);
	out_words[8] = sin(narrow);
	out_words[9] = cos(narrow);
	out_words[10] = tan(narrow);
	out_words[11] = asin(unit);
	out_words[12] = acos(unit);
	out_words[13] = atan(x);
	out_words[14] = atan(y, size);
	out_words[15] = sinh(narrow);
	out_words[16] = cosh(narrow);
	out_words[17] = tanh(narrow);
	out_words[18] = asinh(x);
	out_words[19] = acosh(size + 1.0);
	out_words[20] = atanh(unit);
	out_words[21] = mix(x, y, unit);
	out_words[22] = smoothstep(-1.0, 5.0, x);
	out_words[23] = fma(x, y, narrow);
	out_words[24] = x * y + narrow;
	out_words[25] = narrow - x * y;
	out_words[26] = length(vec3(x, y, narrow));
	out_words[27] = normalize(vec3(x, y, narrow)).y;
	out_words[28] = distance(vec2(x, y), vec2(narrow, unit));
	out_words[29] = dot(vec4(x, y, narrow, unit), vec4(y, y, x, 3.0));
	out_words[30] = mod(x, y);
	out_words[31] = radians(x);
	out_words[32] = degrees(x);
	out_words[33] = sqrt(size) * sin(narrow) + exp2(unit) / (1.0 + size);
	out_words[34] = reflect(vec2(x, y), vec2(0.6, 0.8)).x;
	out_words[35] = cross(vec3(x, y, narrow), vec3(y, unit, x)).z;
	out_words[36] = min(sqrt(size), log(size)) + floor(sqrt(size)) + abs(sin(narrow));
}

// The interface of the shaders here. Every invocation has 18 words of Out and of Trade; results go to
// Out, and all results must be exact.
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint in_words[256]; };
layout(std430, binding = 1) buffer Out { uint out_words[]; };
layout(std430, binding = 2) buffer Trade { uint trade_words[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
layout(push_constant) uniform Push { uint seed[2]; };

const uint WORDS = 18;
uint me = gl_GlobalInvocationID.x;

// word returns an input of the invocation.
uint word(uint n) { return in_words[(me * 7 + n * 13 + seed[1]) & 255u]; }

// result stores a word; every shader stores word 0 by finish, which uses all buffers.
void result(uint n, uint x) { out_words[me * WORDS + n] = x; }

void finish(uint x) {
	trade_words[me * WORDS] = x + seed[0];
	atomicAdd(sums[0], x);
	result(0, x);
}

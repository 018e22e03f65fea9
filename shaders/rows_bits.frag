#version 450
// Draws rows of bits as an image, with a row for each node and a column for each search. If there
// are more of them than pixels, a cell stands for several. The brightness of a cell increases with
// the share of set bits among a sample of its own; cells with bits set by the last step have
// another colour. Square roots make single bits visible.
layout(std430, binding = 0) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 1) readonly buffer Fresh { uint fresh[]; };

layout(push_constant) uniform Args {
	vec2 corner;  // upper left corner of the image in the target
	vec2 cells;   // cells per pixel, horizontally and vertically
	uint words;   // of a row
	uint columns; // number of columns, at most words * 32
	uint nodes;
	uint none;    // colours
	uint some;
	uint last;
	uint space;   // pixels between cells; 0 if cells are small
};
layout(location = 0) out vec4 result;

const uvec2 LOOKS = uvec2(4, 16); // greatest number of sampled bits per pixel

bool is_set(uint word, uint column) { return (word >> (column & 31) & 1) != 0; }

void main() {
	vec2 at = gl_FragCoord.xy - corner - 0.5;
	if (space != 0) {
		vec2 within = fract((at + 0.5) * cells) / cells;
		if (min(within.x, within.y) < float(space))
			discard;
	}
	uint across = min(uint(ceil(cells.x)), LOOKS.x), down = min(uint(ceil(cells.y)), LOOKS.y);
	uint count = 0, grown = 0;
	for (uint y = 0; y < down; y++) {
		uint node = min(uint((at.y + (float(y) + 0.5) / float(down)) * cells.y), nodes - 1);
		for (uint x = 0; x < across; x++) {
			uint column = min(uint((at.x + (float(x) + 0.5) / float(across)) * cells.x), columns - 1);
			uint i = node * words + (column >> 5);
			count += uint(is_set(seen[i], column));
			grown += uint(is_set(fresh[i], column));
		}
	}
	float all = float(across * down);
	vec3 c = mix(unpackUnorm4x8(none).rgb, unpackUnorm4x8(some).rgb, sqrt(float(count) / all));
	result = vec4(mix(c, unpackUnorm4x8(last).rgb, sqrt(float(grown) / all)), 1);
}

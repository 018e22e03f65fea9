#version 450
#extension GL_GOOGLE_include_directive : require

// Paints tiles. One workgroup owns a tile of 16 by 16 pixels, one invocation a pixel: it
// goes through the tile's list of elements with a colour and a mask, the samples that all open
// clips leave. Fills paint the share of the mask that their area covers; a clip that
// clears nothing in the tile is forgotten; one that leaves nothing is skipped to its end. For all
// others the mask before is kept on a stack. Each of its masks has fewer samples than the one
// below, so there are 8,192 at most, however deep clips nest. Groups keep the colour below.
//
// The stack is pages of a word a pixel, chained, from memory that all tiles share; a tile takes
// back what it gave up itself. A round ends for a tile when it has done so many loop
// iterations: then it keeps its state on the stack, too, and is listed for the next round. So work is
// bounded, however long lists are. All branches around barriers depend on what the workgroup
// has in common.
layout(std430, binding = 0) readonly buffer Elements { uvec4 elements[]; };   // kind, first step and end, colour or partner
layout(std430, binding = 1) readonly buffer Steps { uvec4 steps[]; };         // what, stretches: first and end, rule
layout(std430, binding = 3) readonly buffer Points { vec4 points[]; };        // x, y, slope of the side to the next, spare
layout(std430, binding = 4) readonly buffer Lists { uint lists[]; };          // elements, tile after tile
layout(std430, binding = 5) readonly buffer Ranges { uvec2 ranges[]; };       // of Lists, of each tile
layout(std430, binding = 6) buffer Todo { uint todo[]; };                     // two lists of tiles, each behind the grid of its round
layout(std430, binding = 7) buffer Tiles { uint tiles[]; };                   // the state of tiles that are not done
layout(std430, binding = 8) coherent buffer Pages { uint pages[]; };          // PAGE words each
layout(std430, binding = 9) buffer Status { uint pages_taken, no_room, too_many_sides; };
layout(std430, binding = 10) writeonly buffer Pixels { uint pixels[]; };      // red, green, blue, alpha; not multiplied

#include "invocation.glsl"
#include "picture.glsl"
#include "picture_area.glsl"

const uint PIXELS = TILE * TILE;
const uint PAGE = PIXELS + 2;  // words: one a pixel, the page below, and a tag
const uint GRID = 3;           // words before a list of tiles
const uint STATE = 5;          // words of a tile

// What steps of an area do (ref.PictureStep).
const uint COVER = 0, BEGIN_PART = 1, END_PART = 2, CUT = 3;

shared uvec3 handed;   // from the first invocation to all
shared uint votes[3];  // in turn, so that nobody clears what others still read

uint pixel; // of the tile
uint top, top_tag, unused; // pages: that on top of the stack, whose it is, and those given up
uint turn;
bool out_of_room;

// Puts a word a pixel on the stack. Only the first invocation sees how pages are chained.
void push(uint word, uint tag) {
	if (pixel == 0) {
		uint page = unused, rest = NONE;
		if (page == NONE)
			page = atomicAdd(pages_taken, 1);
		else
			rest = pages[page * PAGE + PIXELS];
		if (page < room) {
			pages[page * PAGE + PIXELS] = top;
			pages[page * PAGE + PIXELS + 1] = top_tag;
		}
		handed = uvec3(page, rest, 0);
	}
	barrier();
	uint page = handed.x;
	unused = handed.y;
	barrier();
	if (page >= room) {
		out_of_room = true;
		return;
	}
	pages[page * PAGE + pixel] = word;
	top = page;
	top_tag = tag;
}

uint pop() {
	uint word = pages[top * PAGE + pixel];
	if (pixel == 0) {
		handed = uvec3(pages[top * PAGE + PIXELS], pages[top * PAGE + PIXELS + 1], 0);
		pages[top * PAGE + PIXELS] = unused;
	}
	barrier();
	unused = top;
	top = handed.x;
	top_tag = handed.y;
	barrier();
	return word;
}

// All bits that some pixel votes for.
uint vote(uint bits) {
	uint next = (turn + 1) % 3;
	if (pixel == 0)
		votes[next] = 0;
	if (bits != 0)
		atomicOr(votes[turn], bits);
	barrier();
	bits = votes[turn];
	turn = next;
	return bits;
}

// The place behind an element in a part of the lists.
uint behind(uint element, uint at, uint end) {
	while (at < end) { // 32 iterations at most
		uint half_way = (at + end) / 2;
		if (lists[half_way] <= element)
			at = half_way + 1;
		else
			end = half_way;
	}
	return at;
}

vec4 over(vec4 below, vec4 colour, float cover) {
	precise float rest = 1.0 - colour.a * cover;
	precise vec4 result = below * rest + colour * cover;
	return result;
}

// A colour multiplied by its alpha.
vec4 paint_of(uint packed) {
	vec4 c = unpackUnorm4x8(packed);
	return vec4(c.rgb * c.a, c.a);
}

void push_colour(vec4 colour, uint tag) {
	for (uint i = 0; i < 4 && !out_of_room; i++)
		push(floatBitsToUint(colour[i]), tag);
}

vec4 pop_colour() {
	vec4 colour;
	for (int i = 3; i >= 0; i--)
		colour[i] = uintBitsToFloat(pop());
	return colour;
}

void main() {
	pixel = gl_LocalInvocationID.x;
	uint in_list = GRID + columns * rows;
	uint tile = round == 0 ? workgroup() : todo[(round & 1) * in_list + GRID + workgroup()];
	uvec2 where = uvec2(tile % columns, first_row + tile / columns) * TILE, mine = uvec2(pixel % TILE, pixel / TILE);
	vec2 origin = vec2(where);

	vec4 colour = vec4(0);
	uint mask = NONE, inside = 0, covered = 0, step = 0;
	uint at = ranges[tile].x, end = ranges[tile].y;
	top = top_tag = unused = NONE;
	turn = work = 0;
	out_of_room = false;
	if (pixel == 0)
		votes[0] = 0;
	barrier();
	if (round > 0) { // goes on where the round before has stopped
		at = tiles[tile * STATE];
		step = tiles[tile * STATE + 1];
		top = tiles[tile * STATE + 2];
		top_tag = tiles[tile * STATE + 3];
		unused = tiles[tile * STATE + 4];
		barrier();
		covered = pop();
		inside = pop();
		mask = pop();
		colour = pop_colour();
	}

	while (at < end && work < budget && !out_of_room) {
		work++;
		uint element = lists[at];
		uvec4 e = elements[element];
		if (e.x == FILL || e.x == BEGIN_CLIP) {
			if (step == 0) {
				inside = mask;
				covered = 0;
			}
			if (step < e.z - e.y) {
				uvec4 s = steps[e.y + step++];
				uint samples = 0;
				if (s.x <= BEGIN_PART)
					samples = inside & enclosed(s.y, s.z, s.w, origin, mine);
				if (s.x == COVER)
					covered |= samples;
				else if (s.x == BEGIN_PART) {
					push(inside, NONE);
					if (!out_of_room)
						push(covered, NONE);
					inside = samples;
					covered = 0;
				} else if (s.x == END_PART) {
					uint part = covered;
					covered = pop() | part;
					inside = pop();
				} else { // CUT
					inside = covered;
					covered = 0;
				}
				continue;
			}
			step = 0;
			if (e.x == FILL)
				colour = over(colour, paint_of(e.w), float(bitCount(covered)) / float(SAMPLES));
			else {
				const uint LEFT = 1, CLEARED = 2;
				uint all = vote((covered != 0 ? LEFT : 0) | (covered != mask ? CLEARED : 0));
				if ((all & LEFT) == 0) {
					at = behind(e.w, at, end);
					work += 32;
					continue;
				}
				if ((all & CLEARED) != 0)
					push(mask, e.w);
				mask = covered;
			}
		} else if (e.x == END_CLIP) {
			if (top_tag == element)
				mask = pop();
		} else if (e.x == BEGIN_GROUP) {
			push_colour(colour, e.w);
			colour = vec4(0);
		} else { // END_GROUP
			vec4 below = pop_colour();
			colour = over(below, colour, unpackUnorm4x8(e.w).a);
		}
		at++;
	}

	if (work >= MOST_WORK && pixel == 0)
		too_many_sides = 1;
	if (at < end && !out_of_room) {
		push_colour(colour, NONE);
		if (!out_of_room)
			push(mask, NONE);
		if (!out_of_room)
			push(inside, NONE);
		if (!out_of_room)
			push(covered, NONE);
		if (pixel == 0 && !out_of_room) {
			tiles[tile * STATE] = at;
			tiles[tile * STATE + 1] = step;
			tiles[tile * STATE + 2] = top;
			tiles[tile * STATE + 3] = top_tag;
			tiles[tile * STATE + 4] = unused;
			uint list = (round + 1 & 1) * in_list;
			todo[list + GRID + atomicAdd(todo[list], 1)] = tile;
		}
	}
	if (out_of_room && pixel == 0)
		no_room = 1;
	uvec2 on_target = where + mine;
	if (on_target.x < width && on_target.y < height)
		pixels[on_target.y * width + on_target.x] = packUnorm4x8(colour.a > 0.0 ? vec4(colour.rgb / colour.a, colour.a) : vec4(0));
}

#include "clip.glsl"

// Reduces a partition in place (R. Levien, "The stack monoid revisited", 2021, "In-place
// reduction"). An invocation owns an element and a slot of shared memory. The open pushes of a
// block are at its right end, in order. A level combines each block with the one to its right: the
// pushes of the right block stay in place, the pushes of the left block that remain after its pops
// move next to them, and every element of the right block whose link is a push of the left block is
// resolved. All invocations read before any writes, so slots need no other memory. Elements that
// are unresolved in the partition are resolved by the walk.
layout(constant_id = 1) const uint ITEMS = 1; // must be 1
const uint PARTITION = ITEMS * gl_WorkGroupSize.x;

layout(std430, binding = 0) readonly buffer Elements { uint elements[]; };
#ifdef SNAPSHOTS
#define FAR_BINDINGS 0
#else
#define FAR_BINDINGS 1 // of clip_noted.glsl
#endif
#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 9) buffer Resolved { ivec4 resolved[]; }; // during the walk, boxes that are cut in the partition
#define LEVELS_BINDING (11 + FAR_BINDINGS)
#else
#define LEVELS_BINDING (7 + FAR_BINDINGS)
#endif
// Recorded for each partition and level: the push in each slot, or NONE; the link of its element,
// or NONE; while the link is unknown, its depth below the top of the stack before the block; and,
// in the first slot of a block, its pops, from bit 16 on, and its pushes.
layout(std430, binding = LEVELS_BINDING) writeonly buffer Levels { uvec4 levels[]; };

// The state of an element.
struct Element {
	uint kind;
	bool known;
	uint link;  // the link's place in the partition if it is known, otherwise its depth below the top of the stack before the block
	uint below; // depth of the innermost push outside the block that is open after the element
	uint slot;  // what the invocation's slot has, not the element's
#ifdef BOXES
	ivec4 box; // cut by everything known so far
#endif
};

#ifdef ALONE
layout(std430, binding = 1) readonly buffer Control { uint count; };
#define total count
layout(std430, binding = 2) writeonly buffer Numbers { uvec2 numbers[]; }; // pops and pushes of partitions
layout(std430, binding = 3) writeonly buffer Slices { uint slices[]; };
layout(std430, binding = 4) writeonly buffer Links { uint links[]; };
layout(push_constant) uniform Push {
	uint first; // partition of the first workgroup, for a reduction in several dispatches
};
const uint TRACED = 0;
void happens(uint kind, uint other) {}
#else
layout(std430, binding = 5) writeonly buffer Links { uint links[]; };
#include "clip_walk.glsl"
#endif

const uint COMBINES = 7; // it has completed a level of its own reduction: the other one is the level, 0 before the first

shared uint slots[gl_WorkGroupSize.x];  // positions of pushes in the partition
shared uint counts[gl_WorkGroupSize.x]; // at the start of each block: its pops, from bit 16 on, and its pushes; for link, words of elements
#ifdef BOXES
shared ivec4 slot_boxes[gl_WorkGroupSize.x]; // boxes of pushes, cut by those below in their block
#ifndef SNAPSHOTS
#define UNIT_BOXES slot_boxes
#include "clip_cut.glsl"
#endif
#endif

// Records a level. side is the number of elements in its blocks.
void tell_level(uint part, bool is_own, uint level, uint side, Element b) {
	if (TRACED == 0 || !is_own)
		return;
	uint i = gl_LocalInvocationID.x, block = i / side * side, number = counts[block];
	bool full = block + side - i <= (number & 0xffffu);
	uint at = (part * (uint(findMSB(gl_WorkGroupSize.x)) + 1) + level) * PARTITION + i;
	if (at < uint(levels.length()))
		levels[at] = uvec4(full ? slots[i] : NONE, b.known ? part * PARTITION + b.link : NONE, b.known ? 0 : b.link, i == block ? number : 0);
	if (i == 0)
		happens(COMBINES, level);
}

// Combines blocks of `side` elements in pairs. The whole workgroup must arrive.
void combine(uint part, uint side, inout Element b) {
	uint i = gl_LocalInvocationID.x, first = i / (2 * side) * 2 * side, middle = first + side;
	uint left = counts[first], right = counts[middle];
	uint left_pops = left >> 16, left_pushes = left & 0xffffu, right_pops = right >> 16, right_pushes = right & 0xffffu;
	uint stay = left_pushes - min(left_pushes, right_pops); // pushes of the left block that remain
	uint from_right = middle + side - 1 - i;
	bool moves = from_right >= right_pushes && from_right < right_pushes + stay;
	if (moves)
		b.slot = slots[middle - left_pushes + stay - 1 - (from_right - right_pushes)];
#ifdef BOXES
	ivec4 box = slot_boxes[i];
	if (moves)
		box = slot_boxes[middle - left_pushes + stay - 1 - (from_right - right_pushes)];
	else if (from_right < right_pushes && stay > 0)
		box = cut(box, slot_boxes[middle - left_pushes + stay - 1]);
	if (i >= middle && b.below < left_pushes)
		b.box = cut(b.box, slot_boxes[middle - 1 - b.below]);
#endif
	if (i >= middle) {
		b.below = left_pops + b.below - min(b.below, left_pushes);
		if (!b.known && b.link < left_pushes) {
			b.known = true;
			b.link = slots[middle - 1 - b.link];
		} else if (!b.known) {
			b.link = left_pops + b.link - left_pushes;
		}
	}
	barrier();
	slots[i] = b.slot;
#ifdef BOXES
	slot_boxes[i] = box;
#endif
	if (i == first)
		counts[i] = left_pops + right_pops - min(left_pushes, right_pops) << 16 | right_pushes + stay;
	barrier();
}

// Reduces a partition and stores its slice of the stack. The whole workgroup must arrive.
void reduce(uint part, bool is_own, out Element b, out uint own_pops, out uint own_pushes) {
	uint i = gl_LocalInvocationID.x, element = part * PARTITION + i;
	b.kind = element < total ? elements[element] & KIND_MASK : LEAF;
	b.known = false;
	b.link = 0;
	b.below = uint(b.kind == POP);
	b.slot = i;
	slots[i] = i;
	counts[i] = b.kind == PUSH ? 1 : b.kind == POP ? 1u << 16 : 0;
#ifdef BOXES
	b.box = b.kind == POP || element >= total ? EVERYTHING : ordered(boxes[element]);
	slot_boxes[i] = b.box;
#endif
	barrier();
	tell_level(part, is_own, 0, 1, b);
	uint level = 0;
	[[dont_unroll]] for (uint side = 1; side < gl_WorkGroupSize.x; side *= 2) { // at most 10 levels
		combine(part, side, b);
		level++;
		tell_level(part, is_own, level, 2 * side, b);
	}
	own_pops = counts[0] >> 16;
	own_pushes = counts[0] & 0xffffu;
	uint bottom = gl_WorkGroupSize.x - own_pushes, r = 2 * i;
	if (r < own_pushes)
		slices[(part * PARTITION + r) / 2] = slots[bottom + r] | (r + 1 < own_pushes ? slots[bottom + r + 1] << 16 : 0);
#ifdef BOXES
	if (i < own_pushes)
		slice_boxes[part * PARTITION + i] = ordered(slot_boxes[bottom + i]);
#endif
}

#ifdef ALONE
void main() {
	uint part = first + workgroup(), element = part * PARTITION + gl_LocalInvocationID.x, own_pops, own_pushes;
	if (part * PARTITION >= total)
		return;
	Element b;
	reduce(part, true, b, own_pops, own_pushes);
	if (gl_LocalInvocationID.x == 0)
		numbers[part] = uvec2(own_pops, own_pushes);
	if (element < total)
		links[element] = b.known ? part * PARTITION + b.link : NONE;
}
#else
// The word of an element in counts: its link, its depth and two bits.
const uint DEPTH_BITS = 11, DEPTH_MASK = (1u << DEPTH_BITS) - 1; // up to 1,024
const uint KNOWN = 1u << 2 * DEPTH_BITS, POPS = KNOWN << 1;

void publish(uint part, bool is_own) {
	uint i = gl_LocalInvocationID.x, own_pops, own_pushes;
	Element b;
	reduce(part, is_own, b, own_pops, own_pushes);
#ifdef BOXES
	if (is_own && part * PARTITION + i < total)
		resolved[part * PARTITION + i] = b.box;
#endif
	tell(part, own_pops, own_pushes);
	uint word = b.link | (b.known ? KNOWN : 0) | (b.kind == POP ? POPS : 0);
#ifdef BOXES
	word |= b.below << DEPTH_BITS;
#endif
	counts[i] = word;
}

void link() {
	uint first = own_ticket * PARTITION, element = first + gl_LocalInvocationID.x;
	if (element >= total)
		return;
	uint word = counts[gl_LocalInvocationID.x], link = word & DEPTH_MASK;
	if ((word & KNOWN) != 0) {
		link += first;
	} else {
		int height = -int(link);
		link = open_outside(link);
		if ((word & POPS) != 0 && link == NONE && start + height == 0)
			first_pop = element; // later pops are from below 0
	}
	links[element] = link;
#ifdef BOXES
	resolved[element] = ordered(cut(resolved[element], box_outside(word >> DEPTH_BITS & DEPTH_MASK)));
#endif
}
#endif

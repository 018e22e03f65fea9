#include "clip_cut.glsl"

// Stores the boxes of the pushes that stay open, each intersected with the boxes below it. The
// including file defines place_in_slice, UNIT_BOXES and the buffers of boxes. The whole workgroup
// must arrive.
void cut_slice(uint part, uint number) {
	ivec4 below = EVERYTHING, all;
	for (uint first = 0; first < number; first += gl_WorkGroupSize.x) { // at most ITEMS rounds
		uint r = first + rank();
		ivec4 box = r < number ? ordered(boxes[part * PARTITION + place_in_slice(part, r)]) : EVERYTHING;
		box = cut(below, cut_up_to(box, all));
		if (r < number)
			slice_boxes[part * PARTITION + r] = ordered(box);
		below = cut(below, all);
	}
}

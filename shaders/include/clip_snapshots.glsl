// The look-back of R. Levien, "The stack monoid revisited", 2021, by snapshots of the stack. A
// partition that is done has published the top of the stack at its end: as many entries as the
// partition has elements, and the one below, which is its back-link. A workgroup looks at one
// partition after another. One that is only reduced contributes those pushes of its slice that are
// still open. The first one that is done contributes its snapshot. That is all, unless the
// partitions between pop more than they push and the stack is deeper than the snapshot: then the
// walk goes on at the partition in which the back-link lies, below it.
//
// All invocations make the same walk. An invocation holds every PARTITION-th entry of the stack
// before the partition, from the one whose depth below the top is its own number.
const uint CELLS = PARTITION + 1; // of a snapshot
const uint HELD = 3;              // entries of an invocation: at most 2 * PARTITION + 1 are wanted

#ifdef BOXES
#define SNAPSHOTS_BINDING 12
layout(std430, binding = 8) coherent buffer SnapshotBoxes { ivec4 snapshot_boxes[]; }; // of the entries, cut by all below them
#else
#define SNAPSHOTS_BINDING 8
#endif
layout(std430, binding = SNAPSHOTS_BINDING) coherent buffer Snapshots { uint snapshots[]; }; // elements, from the top of the stack

uint held[HELD];
uint stack_size; // before the partition
shared uint seen;           // first word of the state of the partition looked at
shared uint reached;        // pushes of its slice from its top up to a back-link
shared uint entries[CELLS]; // that the partition's own elements reach; NONE after the last one
#ifdef BOXES
ivec4 held_boxes[HELD];
shared ivec4 entry_boxes[CELLS];
#endif

// Takes entries of a partition, of which some at its top are popped; have is their number so far.
// closed says that boxes are cut by all below them: the boxes of a snapshot are, and the boxes of a
// slice are cut by the next ones.
void take(uint q, bool is_linked, uint pushes, uint popped, uint taken, uint have, uint wanted, bool closed) {
	[[unroll]] for (uint k = 0; k < HELD; k++) {
		uint depth = gl_LocalInvocationID.x + k * PARTITION;
		bool is_new = depth >= have && depth < min(wanted, have + taken);
		uint at = popped + (is_new ? depth - have : 0);
		if (is_new)
			held[k] = is_linked ? snapshots[q * CELLS + at] : q * PARTITION + place_in_slice(q, pushes - 1 - at);
#ifdef BOXES
		if (is_new || depth < min(wanted, have) && taken > 0 && !closed) {
			ivec4 box = ordered(is_linked ? snapshot_boxes[q * CELLS + at] : slice_boxes[q * PARTITION + pushes - 1 - at]);
			held_boxes[k] = is_new ? box : cut(held_boxes[k], box);
		}
#endif
	}
}

// Looks back. Data that a partition published before its status is read after a memory barrier.
// The whole workgroup must arrive.
void walk(uint limit) {
	uint i = gl_LocalInvocationID.x;
	uint wanted = told_pops() + CELLS - told_pushes(); // entries, for the elements and for the snapshot
	uint have = 0, popped = 0;                   // entries that are taken, and those to skip
	int net = 0;                                 // pushes less pops after the partition looked at
	uint before = own_ticket, in_vain = 0, looks = 0, link = NONE, lacking = 0;
	bool known = false, closed = false, enough = false;
	stack_size = 0;
	for (;;) { // partitions that have started but are not done, then at most one for each wanted entry
		if (before == 0 || enough)
			break;
		uint q = before - 1;
		barrier(); // all have read seen and reached
		if (i == 0)
			seen = state[q].x;
		memoryBarrierBuffer();
		barrier();
		uint word = seen;
		if (word < AGGREGATE) {
			if (in_vain == 0 && i == 0)
				happens(WAITS, q);
			in_vain++;
			if (in_vain > limit) {
				lacking = before;
				break;
			}
			continue;
		}
		bool is_linked = word >= LINKED;
		uint pushes = word & NUMBER_MASK;
		in_vain = 0;
		looks++;
		if (i == 0)
			happens(is_linked ? SEES_DONE : LOOKS, q);
		if (link != NONE) {
			if (i < pushes && place_in_slice(q, i) == link % PARTITION)
				reached = pushes - i;
			barrier();
			popped += reached;
			link = NONE;
		}
		uint size = is_linked ? state[q].z : 0;
		uint published = is_linked ? min(size, CELLS) : pushes;
		uint taken = published - min(published, popped);
		take(q, is_linked, pushes, popped, taken, have, wanted, closed);
		if (is_linked && !known) {
			known = true;
			ivec4 p = partitions[q];
			net += p.z - p.x + p.y;
			stack_size = have + size - min(size, popped);
		}
		have += taken;
		popped -= min(popped, published);
		if (taken > 0)
			closed = is_linked;
		enough = known && (have >= stack_size || have >= wanted && closed);
		if (!is_linked) {
			uint pops = word >> NUMBER_BITS & NUMBER_MASK;
			popped += pops;
			if (!known)
				net += int(pushes) - int(pops);
			before--;
		} else if (!enough) {
			link = snapshots[q * CELLS + PARTITION];
			before = link / PARTITION + 1;
			if (i == 0) {
				atomicAdd(followed, 1);
				happens(FOLLOWS, before - 1);
			}
		}
	}
	if (!known)
		stack_size = have;
	barrier();
	if (i == 0) {
		start = net;
		steps = looks;
		missing = lacking;
		back = NONE;
	}
	barrier();
	uint last = wanted - 1, there = min(min(wanted, stack_size), have); // fewer than wanted if a partition is missing
	[[unroll]] for (uint k = 0; k < HELD; k++) {
		uint depth = i + k * PARTITION;
		if (depth < CELLS) {
			bool is_there = depth < there;
			entries[depth] = is_there ? held[k] : NONE;
#ifdef BOXES
			entry_boxes[depth] = is_there ? held_boxes[k] : EVERYTHING;
#endif
		}
		if (depth == last && depth < there)
			back = held[k] / PARTITION;
	}
	barrier();
}

// Publishes the snapshot after the partition.
void publish_stack() {
	uint part = own_ticket, own_pops = told_pops(), own_pushes = told_pushes();
	uint i = gl_LocalInvocationID.x, wanted = min(own_pops + CELLS - own_pushes, stack_size);
	if (i == 0)
		state[part].z = stack_size - min(stack_size, own_pops) + own_pushes;
	if (i < own_pushes) {
		uint r = own_pushes - 1 - i;
		snapshots[part * CELLS + i] = part * PARTITION + place_in_slice(part, r);
#ifdef BOXES
		snapshot_boxes[part * CELLS + i] = ordered(cut(ordered(slice_boxes[part * PARTITION + r]), entry_boxes[own_pops]));
#endif
	}
	[[unroll]] for (uint k = 0; k < HELD; k++) {
		uint depth = i + k * PARTITION;
		if (depth < own_pops || depth >= wanted)
			continue;
		uint at = part * CELLS + depth - own_pops + own_pushes;
		snapshots[at] = held[k];
#ifdef BOXES
		snapshot_boxes[at] = ordered(held_boxes[k]);
#endif
	}
}

// Returns the push before the partition that lies at a depth below the top of the stack, or NONE.
uint open_outside(uint depth) { return entries[depth]; }

#ifdef BOXES
// Returns the box that cuts everything on top of it.
ivec4 box_outside(uint depth) { return entry_boxes[depth]; }
#endif

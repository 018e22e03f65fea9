// The state of a frontier search. Queues hold entries, a node and a distance,
// which are live as long as the node's distance is still that: an entry is dead
// once its node was improved, whose new entry is then somewhere else. So no set is
// needed to keep nodes from being queued twice, and
// nothing must be cleared. (After the near and far piles of Davidson et al.,
// IPDPS 2014, with a threshold that does not wait for an empty near queue.)
//
// A pass does one of three things. RELAX takes the near queue and collects the
// next one, while what lies beyond the threshold goes to the far queue. When the
// next queue has fewer entries than rho, the threshold moves on and SIFT deals
// the far queue out again. Where entries were lost, since an append found no room
// or a workgroup waited in vain, SCAN makes both queues anew from the distances:
// dist tells all.
//
// Distances only fall, to the minimum over all ways tried, so races may change
// the order and the number of entries, but not what the search ends with.
#ifndef FRONTIER_STATE_GLSL
#define FRONTIER_STATE_GLSL

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;
const uint RELAX = 0, SIFT = 1, SCAN = 2;
const uint ROUNDS = 1024; // that the history holds

// What one pass counts, with atomic operations.
struct Tally {
	uint next;       // entries appended to the next near queue
	uint far;        // entries appended to the far queue
	uint least_next; // no entry appended is nearer
	uint least_far;  // likewise
	uint overflow;   // an append found no room
};
const Tally NOTHING_YET = Tally(0, 0, UNREACHED, UNREACHED, 0);

// What stays as it is during a pass.
struct Search {
	uint mode;           // what the next pass does
	uint near;           // entries that it takes, if it relaxes
	uint next;           // entries collected so far for the round after it
	uint far;            // entries of the far queue
	uint near_side;      // half of the near queue that holds the near entries
	uint far_side;       // likewise
	uint least_next;     // no entry collected is nearer
	uint least_far;      // no far entry is nearer
	uint settled;        // no live entry is nearer; zero without a target
	uint threshold;      // far entries are at least as far
	uint delta;          // how far the threshold moves on
	uint rho;            // fewer entries than this, and it does
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint recoveries;     // scans so far
	uint done;
	uint round;          // relax passes so far
	uint phase;          // sifts so far
	uint pause_at;       // the round before which to pause
	uint alone_most;     // entries that a single workgroup takes
	uint together;       // workgroups that go on together, if more than one
	uint workgroup_size; // of a pass with many workgroups
};

// A node's first edges: what most nodes need comes with one read. Edges that
// are not there have NO_NODE for a head. Where a node has more than PACKED, the
// last pair holds MANY, the first of the other edges, and their number.
const uint PACKED = 4; // edges of a record
const uint MANY = 0x40000000u;
// A head with this bit leads nowhere but back: it is never queued.
const uint DEAD_END = 0x80000000u;

layout(std430, binding = 0) readonly buffer Records { uvec4 records[][PACKED / 2]; }; // head, weight, twice
layout(std430, binding = 1) readonly buffer Edges { uvec2 edges[]; }; // head, weight
layout(std430, binding = 2) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 3) coherent buffer NearQueue { uvec2 near_queue[]; }; // two halves
layout(std430, binding = 4) coherent buffer FarQueue { uvec2 far_queue[]; };   // likewise
// One search; several where each workgroup makes its own.
struct Block {
	Search search;
	Tally tally;
	uint relaxed_low;     // edges looked at, 64 bits
	uint relaxed_high;
	uint shortened_low;   // edges that improved their head
	uint shortened_high;
	uint relaxed;         // what workgroups have added meanwhile
	uint shortened;
	uint finished;        // workgroups of this dispatch
	uint lost;            // a workgroup waited in vain, or had no room for its entries
	uint alone_groups[3]; // of the next dispatches: one of them runs
	uint together_groups[3];
	uint chain_groups[3];
};

layout(std430, binding = 5) coherent buffer Frontier {
	uint history[2 * ROUNDS]; // near and far entries of the last rounds of the only search
	Block blocks[];
};

#endif

// The state of a frontier search. Queues hold entries, a node and a distance,
// which are live as long as the node's distance is still that one: an entry is
// dead once its node was improved, and the node's new entry is then somewhere
// else. So no set is needed to keep nodes from being queued twice, and nothing
// must be cleared. (After the near and far piles of Davidson et al., IPDPS 2014,
// with a threshold that does not wait for an empty near queue.)
//
// A pass does one of three things. RELAX takes the near queue and collects the
// next one; entries beyond the threshold go to the far queue. When the next queue
// has fewer entries than rho, the threshold moves on and SIFT distributes the far
// queue again. If entries were lost, since an append found no room or a workgroup
// waited in vain, SCAN rebuilds both queues from the distances, which contain
// everything.
//
// Distances only fall, to the minimum over all paths tried, so races may change
// the order and the number of entries, but not the result of the search.
#ifndef FRONTIER_STATE_GLSL
#define FRONTIER_STATE_GLSL

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;
// Passes.
const uint RELAX = 0; // relaxes the edges of all near entries
const uint SIFT = 1;  // distributes the far queue over both
const uint SCAN = 2;  // rebuilds both queues from the distances of all nodes
const uint ROUNDS = 1024; // that the history holds

// Counters of one pass, updated with atomic operations.
struct Tally {
	uint next;       // entries appended to the next near queue
	uint far;        // entries appended to the far queue
	uint least_next; // no entry appended is nearer
	uint least_far;  // no far entry appended is nearer
	uint overflow;   // an append found no room
};
const Tally NOTHING_YET = Tally(0, 0, UNREACHED, UNREACHED, 0);

// State that does not change during a pass.
struct Search {
	uint mode;           // what the next pass does
	uint near;           // entries that it takes, if it relaxes
	uint next;           // entries collected so far for the round after it
	uint far;            // entries of the far queue
	uint near_side;      // half of the near queue that holds the near entries
	uint far_side;       // half of the far queue in use
	uint least_next;     // no entry collected is nearer
	uint least_far;      // no far entry is nearer
	uint settled;        // no live entry is nearer; zero without a target
	uint threshold;      // far entries are at least as far
	uint delta;          // how far the threshold moves on
	uint rho;            // with fewer entries than this, it moves on
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint recoveries;     // scans so far
	uint done;
	uint round;          // relax passes so far
	uint phase;          // sifts so far
	uint pause_at;       // the round before which to pause
	uint alone_most;     // entries that a single workgroup takes at most
	uint together;       // workgroups that continue together, if more than one
	uint workgroup_size; // of a pass with many workgroups
};

// A node's first edges: what most nodes need comes with one read. Edges that
// are not there have NO_NODE for a head. Where a node has more than PACKED, the
// last pair holds MANY, the first of the other edges, and their number.
const uint PACKED = 4;             // edges of a record
const uint MANY = 0x40000000u;     // in place of a head: the other edges lie elsewhere
const uint DEAD_END = 0x80000000u; // bit of a head that leads only back: it is never queued

layout(std430, binding = 0) readonly buffer Records { uvec4 records[][PACKED / 2]; }; // head, weight, twice
layout(std430, binding = 1) readonly buffer Edges { uvec2 edges[]; }; // head, weight
layout(std430, binding = 2) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 3) coherent buffer NearQueue { uvec2 near_queue[]; }; // two halves
layout(std430, binding = 4) coherent buffer FarQueue { uvec2 far_queue[]; };   // two halves
// One search; several if each workgroup makes its own.
struct Block {
	Search search;
	Tally tally;
	uint relaxed_low;     // edges looked at, 64 bits
	uint relaxed_high;
	uint shortened_low;   // edges that improved their head
	uint shortened_high;
	uint relaxed;         // counts that workgroups have added since
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

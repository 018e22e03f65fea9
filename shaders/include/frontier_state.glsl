// The state of a frontier search. Queues hold entries, a node and a distance. An entry is live
// while the node still has that distance. Once the node is improved, the entry is dead, and the
// node's new entry is elsewhere. So no set is needed to keep nodes from being queued twice, and
// nothing must be cleared. (After the near and far piles of Davidson et al., IPDPS 2014, with a
// threshold that does not wait for an empty near queue.)
//
// A pass does one of three things. RELAX takes the near queue and collects the next one; entries
// beyond the threshold go to the far queue. When the next queue has fewer than rho entries, the
// threshold advances, and SIFT distributes the far queue again. If entries were lost, because an
// append found no room or a workgroup waited in vain, SCAN rebuilds both queues from the distances,
// which contain all information.
//
// Distances only decrease, to the minimum over all paths tried. So races may change the order and
// the number of entries, but not the result of the search.
#ifndef FRONTIER_STATE_GLSL
#define FRONTIER_STATE_GLSL

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;
// Passes.
const uint RELAX = 0; // relaxes the edges of all near entries
const uint SIFT = 1;  // distributes the far queue over both
const uint SCAN = 2;  // rebuilds both queues from the distances of all nodes
const uint ROUNDS = 1024; // length of the history

// Counters of one pass, updated with atomic operations.
struct Tally {
	uint next;       // entries appended to the next near queue
	uint far;        // entries appended to the far queue
	uint least_next; // least distance of these entries
	uint least_far;  // least distance of the far entries appended
	uint overflow;   // whether an append found no room
};
const Tally NOTHING_YET = Tally(0, 0, UNREACHED, UNREACHED, 0);

// State that does not change during a pass.
struct Search {
	uint mode;           // what the next pass does
	uint near;           // entries of the next pass if it relaxes
	uint next;           // entries collected so far for the round after it
	uint far;            // entries of the far queue
	uint near_side;      // half of the near queue that holds the near entries
	uint far_side;       // half of the far queue in use
	uint least_next;     // least distance of these entries
	uint least_far;      // least distance of a far entry
	uint settled;        // no live entry is nearer; zero without a target
	uint threshold;      // lower bound of far entries
	uint delta;          // step of the threshold
	uint rho;            // the threshold advances when there are fewer entries
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint recoveries;     // scans so far
	uint done;
	uint round;          // relax passes so far
	uint phase;          // sifts so far
	uint pause_at;       // round before which to pause
	uint alone_most;     // greatest number of entries for a single workgroup
	uint together;       // number of workgroups that continue together, if more than one
	uint workgroup_size; // size of workgroups in a pass with many
};

// The first edges of a node, so that a single read suffices for most nodes. Missing edges have the
// head NO_NODE. If a node has more than PACKED edges, the last pair is MANY plus the index of the
// other edges, and their number.
const uint PACKED = 4;             // edges of a record
const uint MANY = 0x40000000u;     // in place of a head: the other edges are elsewhere
const uint DEAD_END = 0x80000000u; // bit of a head whose only edge leads back: it is never queued

layout(std430, binding = 0) readonly buffer Records { uvec4 records[][PACKED / 2]; }; // head, weight, twice
layout(std430, binding = 1) readonly buffer Edges { uvec2 edges[]; }; // head, weight
layout(std430, binding = 2) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 3) coherent buffer NearQueue { uvec2 near_queue[]; }; // two halves
layout(std430, binding = 4) coherent buffer FarQueue { uvec2 far_queue[]; };   // two halves
// The state of one search. There are several if each workgroup runs its own.
struct Block {
	Search search;
	Tally tally;
	uint relaxed_low;     // edges relaxed, 64 bits
	uint relaxed_high;
	uint shortened_low;   // edges that improved their head
	uint shortened_high;
	uint relaxed;         // counts added by workgroups since the last pass
	uint shortened;
	uint finished;        // workgroups of this dispatch
	uint lost;            // set if a workgroup waited in vain, or had no room for its entries
	uint alone_groups[3]; // grids of the next dispatches, of which one is not empty
	uint together_groups[3];
	uint chain_groups[3];
};

layout(std430, binding = 5) coherent buffer Frontier {
	uint history[2 * ROUNDS]; // near and far entries of the last rounds, for a single search
	Block blocks[];
};

#endif

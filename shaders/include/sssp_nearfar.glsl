// The state of a Near-Far search (Davidson, Baxter, Garland, Owens, "Work-
// efficient parallel GPU methods for single-source shortest paths", IPDPS 2014;
// two buckets as in "Two buckets is all you need", the article behind GPUSSSP).
//
// A round is two dispatches. Relax reads dist, which no one writes meanwhile,
// and lowers next_dist; every node that it improves goes into the improved queue
// once. Sift makes next_dist the distance and deals the improved nodes out to
// the near and the far queue. When the near queue is empty, sift runs over the
// far queue instead: that begins the next bucket. So a round depends on nothing
// but the round before it, and the search is the same each time, but for the
// order within queues. Sets of bits keep a node from entering a queue twice:
// none ever holds more than n nodes.
//
// The last workgroup of each dispatch writes the grids of the next ones.
#ifndef SSSP_NEARFAR_GLSL
#define SSSP_NEARFAR_GLSL

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;

layout(std430, binding = CONTROL) CONTROL_ACCESS buffer Control {
	uint near;           // nodes in the near queue
	uint far;            // nodes in the far queue, those included that have come near since
	uint improved;       // nodes in the improved queue
	uint sifting;        // entries for sift: of the improved queue, or of the far queue's other half
	uint compacting;     // which of the two
	uint far_side;       // half of the far queue in use
	uint min_near;       // no node of the near queue is nearer
	uint min_far;        // no node of the far queue is nearer
	uint delta;          // width of a bucket
	uint bucket;         // number of the present one
	uint settled;        // its lower end: nearer nodes are settled
	uint threshold;      // its upper end
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint done;
	uint overflow;       // a queue was full: never, as long as the sets work
	uint round;          // relax dispatches so far
	uint phase;          // buckets begun so far
	uint relaxed;        // edges looked at in this round
	uint relaxed_low;    // and in those before, 64 bits
	uint relaxed_high;
	uint shortened;      // edges that improved their head in this round
	uint shortened_low;  // and in those before
	uint shortened_high;
	uint finished;       // workgroups of this dispatch
	uint workgroup_size; // of relax and sift
	uint relax_groups[3];
	uint sift_groups[3];
	uint history[];      // sizes of the near and the far queue before each round, a ring
};

#endif

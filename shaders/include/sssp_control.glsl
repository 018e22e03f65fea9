// The state of a search in rounds. Four searches share it: Near-Far (Davidson,
// Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source
// shortest paths", IPDPS 2014; two buckets as in "Two buckets is all you need",
// the article about GPUSSSP), Bellman-Ford, delta-stepping by scans, and the form
// of Near-Far that appends (sssp_append_relax.comp).
//
// In the first three a round is two dispatches. Relax reads dist, which no
// invocation writes meanwhile, and lowers next_dist; every node that it improves
// goes into the improved queue once, and into the improved set. Then the improved
// nodes are distributed to queues, and next_dist becomes the distance:
//
// - Sift (Near-Far) distributes the improved queue to the near and the far queue.
//   When the near queue is empty it runs over the far queue instead: that starts
//   the next bucket. Bellman-Ford is the same with a single bucket without an
//   end.
// - Scan (delta-stepping) searches the whole set, and fills the near queue with
//   the nodes of the current bucket. The others stay in the set.
//
// So a round depends only on the round before it, and the search is the same each
// time, except for the order within queues. Sets of bits keep a node from
// entering a queue twice: no queue ever holds more than n nodes.
//
// The last workgroup of each dispatch writes the grids of the next ones.
#ifndef SSSP_CONTROL_GLSL
#define SSSP_CONTROL_GLSL
#include "groups.glsl"

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;

layout(std430, binding = CONTROL) CONTROL_ACCESS buffer Control {
	uint near;           // nodes in the near queue
	uint far;            // nodes in the far queue, including those that have come near since; or left in the set by scan
	uint improved;       // nodes in the improved queue
	uint sifting;        // entries for sift: of the improved queue, or of the far queue's other half
	uint compacting;     // whether it is the far queue's
	uint far_side;       // half of the far queue in use
	uint min_near;       // no node of the near queue is nearer
	uint min_far;        // no far node is nearer
	uint delta;          // width of a bucket
	uint bucket;         // number of the current one
	uint settled;        // no queued node is nearer: nearer nodes are settled
	uint threshold;      // upper end of the bucket
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint done;
	uint overflow;       // a queue was full: cannot happen while the sets work; a search that appends recovers
	uint round;          // relax dispatches so far
	uint phase;          // buckets begun so far
	uint relaxed;        // edges relaxed in this round
	uint relaxed_low;    // and in those before, 64 bits
	uint relaxed_high;
	uint shortened;      // edges that improved their head in this round
	uint shortened_low;  // and in those before
	uint shortened_high;
	uint finished;       // workgroups of this dispatch
	uint step;           // rounds and dealings of the far queue so far
	uint stale;          // entries of the far queue whose nodes have come near since
	uint waiting;        // far nodes after the step: no stale entry counts
	uint dealt;          // threshold by which the queues are distributed; the far queue may wait for the next one
	uint stalled;        // edges in this round that lead no nearer than the target is, and are not followed
	uint stalled_low;    // and in those before
	uint stalled_high;
	uint near_side;      // half of the near queue in use; from here on of the search that appends
	uint recoveries;     // times that the queues were rebuilt, since one was full
	uint repeated;       // near entries in this round whose nodes were relaxed at the same distance before
	uint repeated_low;   // and in those before
	uint repeated_high;
	uint dropped;        // entries of the far queue in this compaction that had others
	uint dropped_low;    // and in those before
	uint dropped_high;
	uint relax_groups[3];
	uint sift_groups[3];
	uint scan_groups[3]; // the same until the search is done
	uint history[];      // near and waiting before each step, a ring
};

// Counts a round and what it did, in 64 bits.
void count_round() {
	uint r = round + 1, walked = relaxed, wins = shortened; // loads before stores, as in begin_bucket
	uint low = relaxed_low, high = relaxed_high, wins_low = shortened_low, wins_high = shortened_high;
	round = r;
	relaxed_low = low + walked;
	relaxed_high = high + uint(low + walked < low);
	shortened_low = wins_low + wins;
	shortened_high = wins_high + uint(wins_low + wins < wins_low);
	relaxed = shortened = 0;
}

// Counts what stalls, in 64 bits.
void count_stalled() {
	uint low = stalled_low, sum = low + stalled;
	stalled_low = sum;
	stalled_high += uint(sum < low);
	stalled = 0;
}

// Decides what follows when the improved nodes have been distributed: relax if
// the near queue has nodes, else the bucket of the nearest far node, else
// nothing. Reports whether a bucket begins. so_far is the target's distance so
// far.
//
// A bucket that begins distributes the far queue in a step of its own: until then
// waiting and dealt say what the queues hold.
bool begin_bucket(uint so_far) {
	// The device waits for this invocation. Loads before all stores wait for memory
	// together.
	uint queued = near, far_nodes = far - stale, nearest = min_near, nearest_far = min_far, end = threshold, width = delta;
	uint at_step = step + 1, at = at_step % (history.length() / 2);
	finished = 0;
	step = at_step;
	waiting = far_nodes;
	dealt = end;
	history[2 * at] = queued;
	history[2 * at + 1] = far_nodes;
	relax_groups[0] = sift_groups[0] = 0;
	uint final = queued > 0 ? nearest : max(end, nearest_far);
	settled = final;
	target_dist = so_far;
	if (queued == 0 && far_nodes == 0 || so_far <= final) {
		done = 1;
		scan_groups[0] = 0;
		return false;
	}
	min_near = UNREACHED;
	if (queued > 0) {
		uvec3 groups = groups_for(queued, gl_WorkGroupSize.x);
		relax_groups[0] = groups.x;
		relax_groups[1] = groups.y;
		relax_groups[2] = groups.z;
		return false;
	}
	phase++;
	uint next = max(bucket + 1, nearest_far / width);
	bucket = next;
	threshold = next >= UNREACHED / width ? UNREACHED : (next + 1) * width;
	min_far = UNREACHED;
	return true;
}

#endif

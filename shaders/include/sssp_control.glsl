// The state of a search in rounds. Four searches share it: Near-Far (Davidson,
// Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source
// shortest paths", IPDPS 2014; two buckets as in "Two buckets is all you need",
// the article about GPUSSSP), Bellman-Ford, delta-stepping by scans, and the form
// of Near-Far that appends (sssp_append_relax.comp).
//
// In the first three a round is two dispatches. Relax reads dist, which no invocation writes
// meanwhile, and lowers next_dist. It puts every improved node once into the improved queue, and
// into the improved set. Then the improved nodes are distributed to queues, and next_dist becomes
// the distance:
//
// - Sift (Near-Far) distributes the improved queue to the near and the far queue.
//   If the near queue is empty, it processes the far queue instead, which starts
//   the next bucket. Bellman-Ford is the same with a single bucket without an upper
//   end.
// - Scan (delta-stepping) searches the whole set and fills the near queue with
//   the nodes of the current bucket. The others stay in the set.
//
// So a round depends only on the previous one, and the search is the same every time, except for
// the order within queues. Bit sets keep a node from entering a queue twice, so no queue ever holds
// more than n nodes.
//
// The last workgroup of each dispatch writes the grids of the next ones.
#ifndef SSSP_CONTROL_GLSL
#define SSSP_CONTROL_GLSL
#include "groups.glsl"

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;

layout(std430, binding = CONTROL) CONTROL_ACCESS buffer Control {
	uint near;           // nodes in the near queue
	uint far;            // nodes in the far queue, including stale entries; or left in the set by scan
	uint improved;       // nodes in the improved queue
	uint sifting;        // entries for sift, in the improved queue or in the other half of the far queue
	uint compacting;     // whether they are in the far queue
	uint far_side;       // half of the far queue in use
	uint min_near;       // lower bound of the near queue
	uint min_far;        // lower bound of far nodes
	uint delta;          // width of a bucket
	uint bucket;         // number of the current bucket
	uint settled;        // no queued node is nearer: nearer nodes are settled
	uint threshold;      // upper end of the bucket
	uint target;         // node, or NO_NODE for all
	uint target_dist;    // its distance so far; UNREACHED without a target
	uint whole_bucket;   // 1: the bucket of the target is settled before the search ends
	uint done;
	uint overflow;       // a queue was full: impossible with sets; an appending search recovers
	uint round;          // relax dispatches so far
	uint phase;          // buckets begun so far
	uint relaxed;        // edges relaxed in this round
	uint relaxed_low;    // and in earlier rounds, 64 bits
	uint relaxed_high;
	uint shortened;      // edges that improved their head in this round
	uint shortened_low;  // and in earlier rounds
	uint shortened_high;
	uint finished;       // workgroups of this dispatch
	uint step;           // rounds and distributions of the far queue so far
	uint stale;          // entries of the far queue whose nodes have become near
	uint waiting;        // far nodes after the step, without stale entries
	uint queue_threshold; // threshold by which the queues are distributed; the far queue may still have the previous one
	uint stalled;        // edges in this round that lead to at least the target's distance and are not followed
	uint stalled_low;    // and in earlier rounds
	uint stalled_high;
	uint near_side;      // half of the near queue in use; from here on only for the appending search
	uint recoveries;     // number of times the queues were rebuilt, because one was full
	uint repeated;       // near entries in this round whose nodes had been relaxed at the same distance
	uint repeated_low;   // and in earlier rounds
	uint repeated_high;
	uint dropped;        // far entries dropped in this compaction, because their nodes had others
	uint dropped_low;    // and in earlier ones
	uint dropped_high;
	uint goal;           // nodes of a round by which delta adapts to them; 0: it does not
	uint narrowest;      // bounds of delta then
	uint widest;
	uint bucket_nodes;   // near nodes before the rounds of this bucket
	uint bucket_rounds;  // number of these rounds
	uint relax_groups[3];
	uint sift_groups[3];
	uint scan_groups[3]; // the same grid until the search is done
	uint history[];      // near and waiting before each step, a ring
};

// Counts a round and its work in 64 bits.
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

// Counts stalled edges in 64 bits.
void count_stalled() {
	uint low = stalled_low, sum = low + stalled;
	stalled_low = sum;
	stalled_high += uint(sum < low);
	stalled = 0;
}

// Returns the width of the next bucket, as in ADDS (Wang, Fussell, Lin, "A fast work-efficient SSSP algorithm for
// GPUs", PPoPP 2021): twice as wide if the rounds of the last one had too few nodes to keep the device busy, half
// as wide if they had more than it needs, which wastes work.
uint adapted(uint width, uint nodes, uint rounds, uint want) {
	if (rounds == 0)
		return width;
	uint mean = nodes / rounds;
	if (mean < want / 2)
		return min(2 * width, widest);
	return mean > 2 * want ? max(width / 2, narrowest) : width;
}

// Decides the next step after the improved nodes have been distributed: relax if the near queue has
// nodes, otherwise the bucket of the nearest far node, otherwise nothing. Reports whether a bucket
// begins. so_far is the current distance of the target, which ends the search when nothing that waits
// is nearer; with whole_bucket when its bucket is settled, too.
//
// A new bucket distributes the far queue in a step of its own. Until then, waiting and queue_threshold
// describe the queues.
bool begin_bucket(uint so_far) {
	// The device waits for this invocation. All loads come before all stores, so that their
	// latencies overlap.
	uint queued = near, far_nodes = far - stale, nearest = min_near, nearest_far = min_far, end = threshold, width = delta, whole = whole_bucket;
	uint want = goal, nodes = bucket_nodes, rounds = bucket_rounds;
	uint at_step = step + 1, at = at_step % (history.length() / 2);
	finished = 0;
	step = at_step;
	waiting = far_nodes;
	queue_threshold = end;
	history[2 * at] = queued;
	history[2 * at + 1] = far_nodes;
	relax_groups[0] = sift_groups[0] = 0;
	uint final = queued > 0 ? nearest : max(end, nearest_far);
	settled = final;
	target_dist = so_far;
	if (queued == 0 && far_nodes == 0 || so_far <= final && (whole == 0 || queued == 0)) {
		done = 1;
		scan_groups[0] = 0;
		return false;
	}
	min_near = UNREACHED;
	if (queued > 0) {
		bucket_nodes = nodes > UNREACHED - queued ? UNREACHED : nodes + queued;
		bucket_rounds = rounds + 1;
		uvec3 groups = groups_for(queued, gl_WorkGroupSize.x);
		relax_groups[0] = groups.x;
		relax_groups[1] = groups.y;
		relax_groups[2] = groups.z;
		return false;
	}
	phase++;
	if (want > 0)
		delta = width = adapted(width, nodes, rounds, want);
	bucket_nodes = bucket_rounds = 0;
	uint buckets = (max(end, nearest_far) - end) / width + 1; // all but the last one are empty
	bucket += buckets;
	threshold = buckets > (UNREACHED - end) / width ? UNREACHED : end + buckets * width;
	min_far = UNREACHED;
	return true;
}

#endif

// Functions shared by the kernels of a frontier search: relaxing the edges of an entry, and
// choosing the next dispatch. The kernel defines where entries are stored (put_next and put_far)
// and which counters of heavy nodes belong to this pass (TURN).
#ifndef FRONTIER_GLSL
#define FRONTIER_GLSL
#include "groups.glsl"
#include "frontier_state.glsl"

// An invocation walks at most this number of edges of a node alone. Nodes with more edges are
// shared by their workgroup, within limits on their number per pass and on edges per invocation.
// The others wait for the next round.
const uint FEW = 32, HEAVY = 64, HEAVY_EDGES = 8192;

// Software devices stop an invocation after 65,535 iterations, so after this number it continues in
// another dispatch. A pass may take the same number again: an invocation's part of MOST_TURNS
// entries, each with FEW edges, and heavy nodes besides.
const uint ENOUGH = 16000;
const uint MOST_TURNS = 128; // guaranteed by the host

struct Heavy { uint first, end, dist; };
shared Heavy heavy[HEAVY];
shared uint heavy_count[3], heavy_edges[3]; // one per turn of the kernel

Search s; // state of the search in this pass
uint q = 0;       // number of the search
uint dist_at = 0; // index of its first distance

// Of this invocation:
uint least_next, least_far;               // least distances of the entries appended in this pass
uint looked_at = 0, improvements = 0;     // edges in this dispatch
uint turns = 0;                           // iterations of loops over entries in this dispatch

void put_next(uvec2 entry);
void put_far(uvec2 entry);

uint capacity() { return near_queue.length() / 2; }

uint plus(uint d, uint w) { return d > UNREACHED - w ? UNREACHED : d + w; }

// Each invocation appends separately. Subgroup operations need control flow that is provably
// uniform for the compiler, but the counts of these loops are uniform only by the algorithm. With
// subgroup operations, queues were corrupted on a real device.
#define LOWER(counter, value) { uint v_ = value; if (v_ < counter) atomicMin(counter, v_); }

// Relaxes an edge of a node at distance d.
void relax_edge(uvec2 edge, uint d) {
	uint v = edge.x & ~DEAD_END, via = plus(d, edge.y);
	looked_at++;
	if (via >= atomicMin(dist[dist_at + v], via))
		return;
	improvements++;
	if (edge.x >= DEAD_END)
		return;
	if (via < s.threshold)
		put_next(uvec2(v, via));
	else
		put_far(uvec2(v, via));
}

// Relaxes the edges of a node beyond those in its record.
void relax_others(uvec2 entry, uint from, uint others) {
	if (others <= FEW) {
		for (uint k = from; k < from + others; k++)
			relax_edge(edges[k], entry.y);
		return;
	}
	uint h = atomicAdd(heavy_count[TURN], 1), taken = atomicAdd(heavy_edges[TURN], others);
	bool again = h >= HEAVY || h > 0 && taken + others > HEAVY_EDGES * gl_WorkGroupSize.x;
	if (h < HEAVY)
		heavy[h] = Heavy(from, again ? from : from + others, entry.y);
	if (again)
		put_next(entry);
}

// Relaxes the edges of heavy nodes. The whole workgroup must arrive.
void relax_heavy() {
	for (uint h = 0; h < min(heavy_count[TURN], HEAVY); h++) {
		Heavy node = heavy[h];
		for (uint k = node.first; k < node.end; k += gl_WorkGroupSize.x) {
			turns++;
			uint mine = k + gl_LocalInvocationID.x;
			if (mine < node.end)
				relax_edge(edges[mine], node.dist);
		}
	}
}

// Reports whether the loops of this invocation should end in this dispatch.
bool tired() { return turns + looked_at + improvements > ENOUGH; }

// Returns the number of entries of the next pass.
uint work() { return s.mode == RELAX ? s.near : s.mode == SIFT ? s.far : dist.length(); }

// Reports whether the search must pause for the host.
bool paused() { return s.mode == RELAX && s.round >= s.pause_at; }

// Advances the threshold, skipping empty buckets.
void move_on() {
	s.threshold = plus(max(s.threshold, s.least_far), s.delta);
	s.phase++;
}

// Requests a scan that rebuilds both queues, because entries were lost.
void recover() {
	s.recoveries++;
	s.mode = SCAN;
	s.near = s.next = s.far = 0;
	s.least_next = s.least_far = UNREACHED;
}

// Records the sizes of the queues before a round. One invocation must call it.
void remember() {
	uint at = s.round % ROUNDS;
	history[2 * at] = s.near;
	history[2 * at + 1] = s.far;
}

// Stores the search and its counters.
void store() {
	if (s.target != NO_NODE)
		s.target_dist = dist[dist_at + s.target];
	blocks[q].search = s;
	uint low = blocks[q].relaxed_low, more = blocks[q].relaxed;
	blocks[q].relaxed_low = low + more;
	blocks[q].relaxed_high += uint(low + more < low);
	low = blocks[q].shortened_low;
	more = blocks[q].shortened;
	blocks[q].shortened_low = low + more;
	blocks[q].shortened_high += uint(low + more < low);
	blocks[q].relaxed = blocks[q].shortened = blocks[q].finished = blocks[q].lost = 0;
}

// Chooses the next dispatch: a workgroup that continues alone, several that continue together, or
// many that make one pass.
void order() {
	bool running = s.done == 0, alone = s.mode != SCAN && work() <= s.alone_most;
	bool together = s.mode != SCAN && !alone && s.together > 1;
	uvec3 groups = groups_for(max(1, s.mode == RELAX ? PACKED * s.near : work()), s.workgroup_size);
	blocks[0].alone_groups = uint[3](uint(running && alone), 1, 1);
	blocks[0].together_groups = uint[3](running && together ? s.together : 0, 1, 1);
	blocks[0].chain_groups = uint[3](running && !alone && !together ? groups.x : 0, groups.y, groups.z);
}

#endif

#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "prepared.glsl"

// Finds the distances from one source to the nodes of branches. A branch is a front with fronts
// below it. Its workgroup holds the distances of its nodes and goes down depth by depth, in turns of
// at most as many nodes as it has invocations. In a turn of fewer nodes several invocations share the
// boundary of a node.
//
// Races change nothing: distances are lowered by atomic operations, in any order, and a barrier
// divides a depth from the next one. The nodes of the boundary are in branches of earlier
// dispatches.
layout(constant_id = 1) const uint CAP = 1024; // nodes of a branch and of its boundary
layout(constant_id = 2) const uint ROWS = 4;   // of lengths that an invocation loads together: 4 or MOST
const uint MOST = 8;

struct Branch {
	uint turn;     // first of its turns
	uint turns;
	uint node;     // first of its nodes, which are in the order of turns
	uint nodes;
	uint boundary; // where the list of its first front's boundary begins
	uint b;        // nodes of that boundary
	uint pre;      // fronts in preorder: its first
	uint end;      // and the end of that subtree
};
struct Node {
	uint column; // first of its lengths
	uint places; // where the places of its boundary begin, a multiple of eight
	uint shape;  // nodes of its boundary; from bit 16 on the words from a row of lengths to the next one
	uint front;
};
struct Turn {
	uint node;  // first of its nodes
	uint shape; // nodes; from bit 16 on the invocations that share a boundary; bit 31: the last turn of a depth
};
layout(std430, binding = 1) readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Boundary { uint boundary[]; }; // nodes
layout(std430, binding = 3) readonly buffer Places { uvec2 places[]; };    // in near, of the nodes of boundaries: four
layout(std430, binding = 4) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 5) readonly buffer IDs { uint ids[]; };
layout(std430, binding = 6) readonly buffer Branches { Branch branches[]; };
layout(std430, binding = 7) readonly buffer TurnList { Turn turns[]; };
layout(std430, binding = 8) readonly buffer Query { uvec2 query[]; };      // row of the source, preorder number of its front
layout(std430, binding = 9) buffer Dist { uint dist[]; };
layout(push_constant) uniform Args {
	uint first; // of the branches
	uint count;
};

shared uint near[CAP]; // distances of the boundary, then of the nodes

uint b_of(Node node) { return node.shape & 0xffffu; }

uint nodes_of(Turn turn) { return turn.shape & 0xffffu; }

uint share_of(Turn turn) { return turn.shape >> 16 & 0x7fffu; }

// Loads an invocation's node of a turn.
Node node_of(Turn turn) { return nodes[turn.node + gl_LocalInvocationID.x % nodes_of(turn)]; }

// Rows of B: the places of their distances, two in a word, and their lengths to a node of X.
struct Rows {
	uint places[MOST / 2], column[MOST];
};

// Loads rows of a node's column, from a multiple of ROWS on; past the end it loads the last ones.
Rows load_rows(Node node, uint from) {
	uint b = b_of(node), last = max(b, 1) - 1;
	from = min(from, last / ROWS * ROWS);
	Rows rows;
	[[unroll]] for (uint r = 0; r < MOST; r += 4) {
		if (r >= ROWS)
			break;
		uvec2 four = b > 0 ? places[(node.places + from + r) / 4] : uvec2(0);
		rows.places[r / 2] = four.x;
		rows.places[r / 2 + 1] = four.y;
	}
	[[unroll]] for (uint r = 0; r < MOST; r++) {
		if (r >= ROWS)
			break;
		rows.column[r] = b > 0 ? lengths[node.column + min(from + r, last) * (node.shape >> 16)] : UNREACHED;
	}
	return rows;
}

// Loads the first rows of an invocation's part of its node of a turn.
Rows first_rows(Turn turn, Node node) { return load_rows(node, gl_LocalInvocationID.x / nodes_of(turn) * ROWS); }

// Returns the least sum of a distance of B and a length, of one of some parts of B. The first rows are given.
uint least_of(Node node, Rows rows, uint part, uint parts) {
	uint least = UNREACHED, b = b_of(node);
	if (b == 0)
		return least;
	for (uint from = part * ROWS;;) {
		[[unroll]] for (uint r = 0; r < MOST; r++) {
			if (r >= ROWS)
				break;
			least = min(least, near[rows.places[r / 2] >> r % 2 * 16 & 0xffffu] + rows.column[r]);
		}
		from += parts * ROWS;
		if (from >= b)
			return least;
		rows = load_rows(node, from);
	}
}

bool has_climbed(uint front, uint on) { return fronts[front].pre <= on && on < fronts[front].end; }

void main() {
	if (workgroup() >= count)
		return;
	Branch branch = branches[first + workgroup()];
	uint t = gl_LocalInvocationID.x, n = gl_WorkGroupSize.x, on = query[0].y, last = branch.turn + branch.turns - 1;
	// A turn is loaded three turns before its use, its nodes two and its first rows one, since a branch waits for
	// latency most of all.
	Turn turn = turns[branch.turn], next = turns[min(branch.turn + 1, last)], later = turns[min(branch.turn + 2, last)];
	Node node = node_of(turn), next_node = node_of(next);
	for (uint i = t; i < branch.b; i += n)
		near[i] = dist[boundary[branch.boundary + i]];
	bool climbed = branch.pre <= on && on < branch.end; // through this branch: its distances are exact, so that no sum is lower
	for (uint i = t; i < branch.nodes; i += n)
		near[branch.b + i] = climbed && has_climbed(nodes[branch.node + i].front, on) ? dist[ids[branch.node + i]] : UNREACHED;
	Rows rows = first_rows(turn, node);
	barrier();
	for (uint k = branch.turn; k <= last; k++) {
		Turn latest = turns[min(k + 3, last)];
		Node later_node = node_of(later);
		Rows next_rows = first_rows(next, next_node);
		uint part = t / nodes_of(turn);
		if (part < share_of(turn))
			atomicMin(near[branch.b + turn.node + t % nodes_of(turn) - branch.node], least_of(node, rows, part, share_of(turn)));
		if (turn.shape >> 31 != 0)
			barrier();
		turn = next;
		next = later;
		later = latest;
		node = next_node;
		next_node = later_node;
		rows = next_rows;
	}
	for (uint i = t; i < branch.nodes; i += n)
		dist[ids[branch.node + i]] = near[branch.b + i];
}

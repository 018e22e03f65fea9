#version 450
// Prefix sums in one pass. A workgroup publishes its sum and looks back at the workgroups before it. No workgroup has
// to make progress while another waits: after a few looks, a sum that is not published is computed again.
layout(local_size_x = 64) in;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };
layout(binding = 2) coherent buffer State { uint state[]; }; // the ticket, then a word for each tile
layout(push_constant) uniform Push { uint n; uint looks; };

const uint Sum = 1u << 30, Prefix = 2u << 30, Value = Sum - 1;

shared uint part[64];
shared uint ticket, before;

void main() {
	uint t = gl_LocalInvocationID.x;
	if (t == 0)
		ticket = atomicAdd(state[0], 1); // tiles in the order in which workgroups begin
	barrier();
	uint tile = ticket, i = 64 * tile + t;
	part[t] = i < n ? x[i] : 0;
	for (uint d = 1; d < 64; d *= 2) {
		barrier();
		uint v = t >= d ? part[t - d] : 0;
		barrier();
		part[t] += v;
	}
	barrier();
	if (t == 0) {
		uint sum = 0;
		atomicExchange(state[1 + tile], Sum | part[63]);
		for (uint at = tile; at > 0; at--) {
			uint seen = 0;
			for (uint k = 0; k < looks && seen == 0; k++)
				seen = atomicOr(state[at], 0); // of tile at - 1
			if (seen == 0)
				for (uint e = 64 * (at - 1); e < 64 * at; e++)
					seen += x[e];
			sum += seen & Value;
			if ((seen & Prefix) != 0)
				break;
		}
		before = sum;
		atomicExchange(state[1 + tile], Prefix | (sum + part[63]));
	}
	barrier();
	if (i < n)
		y[i] = before + part[t];
}

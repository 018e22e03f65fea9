// Intersects boxes along chains of invocations. CHAIN_BOXES and CHAIN_NEXT are arrays in shared memory with
// an element for each invocation.

shared bool more[2]; // work left, in even and in odd rounds; all write the same

// Intersects the box of each invocation with those of the invocations that follow in its chain. next is the
// number of the one that follows, from first on; the chain leaves the workgroup with any other number, which
// is in next afterwards. Each round doubles the distance. The whole workgroup must arrive.
void cut_chain(uint own, uint first, inout ivec4 box, inout uint next) {
	uint i = gl_LocalInvocationID.x;
	if (i == 0)
		more[0] = false;
	barrier(); // others may still use the arrays
	CHAIN_BOXES[own] = box;
	CHAIN_NEXT[own] = next;
	barrier();
	[[dont_unroll]] for (uint round = 0; round < 11; round++) { // a chain has at most as many invocations as the workgroup
		uint x = next - first;
		if (x < gl_WorkGroupSize.x) {
			box = cut(box, CHAIN_BOXES[x]);
			next = CHAIN_NEXT[x];
			more[round % 2] = true;
		}
		if (i == 0)
			more[(round + 1) % 2] = false;
		barrier();
		if (!more[round % 2])
			break;
		CHAIN_BOXES[own] = box;
		CHAIN_NEXT[own] = next;
		barrier();
	}
}

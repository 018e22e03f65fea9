#version 450
// Prefix sums by look-back, a workgroup for each value. A value and the flag that it is there are two words, or one (PACKED). A
// workgroup that waits too long for a value computes it itself.
layout(local_size_x = 1) in;
layout(binding = 0) WORDS buffer Values { uint values[]; };
layout(binding = 1) WORDS buffer Flags { uint flags[]; };
layout(binding = 2) writeonly buffer Sums { uint sums[]; };
layout(binding = 3) buffer Recomputed { uint recomputed; };

const uint POLLS = 40;

void publish(uint p, uint value) {
#ifdef PACKED
	flags[p] = value << 1 | 1;
#else
	values[p] = value;
	ORDER
	flags[p] = 1;
#endif
}

uint look(uint p) {
	uint flag = 0;
	for (uint k = 0; k < POLLS && (flag & 1) == 0; k++)
		flag = flags[p];
	if ((flag & 1) == 0) {
		atomicAdd(recomputed, 1);
		return p + 1;
	}
#ifdef PACKED
	return flag >> 1;
#else
	ORDER
	return values[p];
#endif
}

void main() {
	uint p = gl_WorkGroupID.x, sum = p + 1;
	publish(p, p + 1);
	for (uint q = p; q-- > 0;)
		sum += look(q);
	sums[p] = sum;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"

// Control flow of every kind, with effects that show which blocks ran and how often.
uint effects = 1u;

bool effect(uint n, bool x) {
	effects = effects * 3u + n;
	return x;
}

uint find(uint wanted, uint most) {
	for (uint i = 0; i < most; i++) {
		if (word(i) == wanted)
			return i;
		for (uint k = i; k < 6u; k += 2u) {
			if ((word(k) & 7u) == (wanted & 7u))
				return 100u + k;
			if ((word(k) & 1u) == 0u)
				continue;
			effects ^= k << 8;
		}
	}
	return 1000u;
}

uint choose(uint x) {
	switch (x) {
	case 0u:
		effects += 5u;
	case 1u:
	case 9u:
		effects *= 7u;
		break;
	case 2u:
		return effects;
	default:
		effects ^= x;
	case 3u:
		for (uint i = 0; i < 5u; i++) {
			switch (word(i) & 3u) {
			case 0u:
				continue;
			case 1u:
				effects += i;
				break;
			default:
				if (i > 2u)
					return effects + 77u;
			}
			effects = effects << 1 | effects >> 31;
		}
	}
	return x;
}

void main() {
	result(1, find(word(3), 1u + (word(4) & 7u)));
	result(2, choose(word(0) & 15u));
	result(3, choose(word(1) % 5u));
	uint a = word(2) & 31u, b = 1u + (word(5) & 31u), rounds = 0u;
	while (b != 0u && rounds < 40u) { // the greatest common divisor
		uint r = a % b;
		a = b;
		b = r;
		rounds++;
	}
	result(4, a);
	result(5, rounds);
	if (effect(1u, a > 1u) && effect(2u, rounds > 1u) || effect(3u, (word(6) & 1u) == 1u) && !effect(4u, b == 1u))
		effects += 0x1000u;
	uint nested = 0u;
	for (int i = 7; i >= 0; i -= 2) {
		if ((word(uint(i)) & 2u) != 0u) {
			for (int k = 0; k < i; k++) {
				if (k == int(word(7) & 3u))
					break;
				nested += uint(k) + 1u;
				if (nested > 20u)
					break;
			}
		} else if (i == 3) {
			nested = nested * 5u;
		} else
			nested += (word(8) & 1u) == 0u ? 1u : nested & 1u;
	}
	result(6, nested);
	result(7, effects);
	if ((effects & 3u) == 1u) {
		finish(nested);
		return;
	}
	result(8, effects & 3u);
	finish(effects);
}

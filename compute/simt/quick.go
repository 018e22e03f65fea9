package simt

import (
	"math"
	"math/bits"
)

// The runners in this file call the function of an instruction for each active lane.

func runOne(s *subgroup, in *inst) {
	d, dh, a, ah := s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n], s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n]
	f, check := in.f.one, in.f.check
	for _, l := range s.lanes {
		x := uint64(a[l]) | uint64(ah[l])<<32
		if check != nil {
			if k := check(x, 0); k != 0 {
				s.report(in, l, k, x, 0)
			}
		}
		x = f(x)
		d[l], dh[l] = uint32(x), uint32(x>>32)
	}
}

func runTwoNarrow(s *subgroup, in *inst) {
	d, a, b := s.regs[in.d:][:s.n], s.regs[in.a:][:s.n], s.regs[in.b:][:s.n]
	f := in.f.two
	for _, l := range s.lanes {
		d[l] = uint32(f(uint64(a[l]), uint64(b[l])))
	}
}

func runTwo(s *subgroup, in *inst) {
	d, dh, a, ah := s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n], s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n]
	b, bh := s.regs[in.b:][:s.n], s.regs[in.bh:][:s.n]
	f, check := in.f.two, in.f.check
	for _, l := range s.lanes {
		x, y := uint64(a[l])|uint64(ah[l])<<32, uint64(b[l])|uint64(bh[l])<<32
		if check != nil {
			if k := check(x, y); k != 0 {
				s.report(in, l, k, x, y)
			}
		}
		z := f(x, y)
		d[l], dh[l] = uint32(z), uint32(z>>32)
	}
}

func runThree(s *subgroup, in *inst) {
	d, dh, a, ah := s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n], s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n]
	b, bh, c, ch := s.regs[in.b:][:s.n], s.regs[in.bh:][:s.n], s.regs[in.c:][:s.n], s.regs[in.ch:][:s.n]
	for _, l := range s.lanes {
		x := in.f.three(uint64(a[l])|uint64(ah[l])<<32, uint64(b[l])|uint64(bh[l])<<32, uint64(c[l])|uint64(ch[l])<<32)
		d[l], dh[l] = uint32(x), uint32(x>>32)
	}
}

// runFour has a fourth operand of 32 bits.
func runFour(s *subgroup, in *inst) {
	d, dh, a, ah := s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n], s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n]
	b, bh, c, e := s.regs[in.b:][:s.n], s.regs[in.bh:][:s.n], s.regs[in.c:][:s.n], s.regs[in.e:][:s.n]
	for _, l := range s.lanes {
		x := in.f.four(uint64(a[l])|uint64(ah[l])<<32, uint64(b[l])|uint64(bh[l])<<32, uint64(c[l]), uint64(e[l]))
		d[l], dh[l] = uint32(x), uint32(x>>32)
	}
}

// undefined reports an operation of a lane whose result is undefined, and returns what it is here.
func (s *subgroup) undefined(in *inst, lane uint8, a, b uint32) uint32 {
	x, y := uint64(a), uint64(b)
	s.report(in, lane, in.f.check(x, y), x, y)
	return uint32(in.f.two(x, y))
}

// quick has loops of their own for the most frequent operations on 32 bits and booleans.
var quick = map[uint16]func(*subgroup, *inst){
	opIAdd: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		if s.full {
			for l := range d {
				d[l] = a[l] + b[l]
			}
			return
		}
		for _, l := range s.lanes {
			d[l] = a[l] + b[l]
		}
	},
	opISub: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = a[l] - b[l]
		}
	},
	opIMul: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = a[l] * b[l]
		}
	},
	opUDiv: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			if b[l] == 0 {
				d[l] = s.undefined(in, l, a[l], b[l])
				continue
			}
			d[l] = a[l] / b[l]
		}
	},
	opUMod: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			if b[l] == 0 {
				d[l] = s.undefined(in, l, a[l], b[l])
				continue
			}
			d[l] = a[l] % b[l]
		}
	},
	opBitwiseAnd: and, opLogicalAnd: and, opBitwiseOr: or, opLogicalOr: or, opBitwiseXor: xor, opLogicalNotEqual: xor,
	opShiftLeftLogical: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = a[l] << (b[l] & 31)
		}
	},
	opShiftRightLogical: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = a[l] >> (b[l] & 31)
		}
	},
	opULessThan: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] < b[l])
		}
	},
	opULessThanEqual: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] <= b[l])
		}
	},
	opUGreaterThan: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] > b[l])
		}
	},
	opUGreaterThanEqual: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] >= b[l])
		}
	},
	opSLessThan: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(int32(a[l]) < int32(b[l]))
		}
	},
	opIEqual: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] == b[l])
		}
	},
	opINotEqual: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = word(a[l] != b[l])
		}
	},
	opBitCount: func(s *subgroup, in *inst) {
		d, a := s.regs[in.d:][:s.n], s.regs[in.a:][:s.n]
		for _, l := range s.lanes {
			d[l] = uint32(bits.OnesCount32(a[l]))
		}
	},
	opLogicalNot: func(s *subgroup, in *inst) {
		d, a := s.regs[in.d:][:s.n], s.regs[in.a:][:s.n]
		for _, l := range s.lanes {
			d[l] = a[l] ^ 1
		}
	},
	opFAdd: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = math.Float32bits(math.Float32frombits(a[l]) + math.Float32frombits(b[l]))
		}
	},
	opFSub: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = math.Float32bits(math.Float32frombits(a[l]) - math.Float32frombits(b[l]))
		}
	},
	opFMul: func(s *subgroup, in *inst) {
		d, a, b := s.three(in)
		for _, l := range s.lanes {
			d[l] = math.Float32bits(math.Float32frombits(a[l]) * math.Float32frombits(b[l]))
		}
	},
}

// three returns the registers of the result and two operands, of all lanes.
func (s *subgroup) three(in *inst) (d, a, b []uint32) {
	return s.regs[in.d:][:s.n], s.regs[in.a:][:s.n], s.regs[in.b:][:s.n]
}

func word(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func and(s *subgroup, in *inst) {
	d, a, b := s.three(in)
	for _, l := range s.lanes {
		d[l] = a[l] & b[l]
	}
}

func or(s *subgroup, in *inst) {
	d, a, b := s.three(in)
	for _, l := range s.lanes {
		d[l] = a[l] | b[l]
	}
}

func xor(s *subgroup, in *inst) {
	d, a, b := s.three(in)
	for _, l := range s.lanes {
		d[l] = a[l] ^ b[l]
	}
}

// moveWord copies a register.
func moveWord(s *subgroup, in *inst) {
	d, a := s.regs[in.d:][:s.n], s.regs[in.a:][:s.n]
	if s.written != nil && in.acc != nil {
		s.moveLocal(in)
	}
	if s.full {
		copy(d, a)
		return
	}
	for _, l := range s.lanes {
		d[l] = a[l]
	}
}

// selectWord chooses b or c by the boolean a.
func selectWord(s *subgroup, in *inst) {
	d, a, b := s.three(in)
	c := s.regs[in.c:][:s.n]
	for _, l := range s.lanes {
		if a[l] != 0 {
			d[l] = b[l]
		} else {
			d[l] = c[l]
		}
	}
}

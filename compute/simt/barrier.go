package simt

// barrier is where a subgroup waits for the others of its workgroup.
type barrier struct {
	memory, semantics uint32 // scope of memory and semantics (sections 3.27 and 3.25)
	line              int32
}

var barrierCompilers = map[uint16]func(*compiler, *frame, *instruction){
	opControlBarrier: func(c *compiler, fr *frame, in *instruction) {
		b := &barrier{memory: c.constantOperand(fr, in, 1), semantics: c.constantOperand(fr, in, 2), line: in.line}
		switch scope := c.constantOperand(fr, in, 0); scope {
		case workgroupScope:
		case subgroupScope: // its lanes are together
			c.emit(inst{run: subgroupBarrier, op: in.op, bar: b})
			return
		default:
			refuse("%s of scope %d is not supported", c.m.at(in), scope)
		}
		next := c.newBlock(c.cur.label)
		c.cur.kind, c.cur.edges, c.cur.barrier = waits, []edge{{block: next}}, b
		c.cur.endAt = in.number
		c.begin(next)
	},
	opMemoryBarrier: func(c *compiler, fr *frame, in *instruction) {
		b := &barrier{memory: c.constantOperand(fr, in, 0), semantics: c.constantOperand(fr, in, 1), line: in.line}
		c.emit(inst{run: fence, op: in.op, bar: b})
	},
}

const workgroupScope = 2

func subgroupBarrier(s *subgroup, in *inst) {
	s.partial(in)
	fence(s, in)
}

// fence orders memory, which only a detector of races notices, unless memory is weak.
func fence(s *subgroup, in *inst) {
	if s.g.weak != nil {
		s.observer.fence(in.bar.memory, in.bar.semantics)
	}
	if s.watch != nil {
		s.watch.fence(s, in)
	}
}

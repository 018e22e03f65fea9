package simt

import "slices"

// frame is a function that is being inlined.
type frame struct {
	f      *function
	values map[uint32]*value
	starts map[uint32]*block // by label
	preds  map[uint32][]uint32
	after  *block // where returns go
	result *value
}

// inline compiles a function in place and returns its result. Afterwards c.cur is the block that
// runs when it has returned.
func (c *compiler) inline(f *function, args []*value) *value {
	if f == nil || len(args) != len(f.params) {
		refuse("a call of a function that does not exist, or with the wrong number of arguments")
	}
	if c.calls[f.id] {
		refuse("function %%%d calls itself", f.id)
	}
	c.calls[f.id] = true
	defer delete(c.calls, f.id)
	fr := &frame{f: f, values: map[uint32]*value{}, starts: map[uint32]*block{}, preds: map[uint32][]uint32{}}
	for i, p := range f.params {
		if t := c.typeOf(p.kind); args[i].t != t {
			refuse("%s: the argument has another type", c.m.at(p))
		}
		fr.values[p.result] = args[i]
		c.keepArgument(fr, p, args[i])
	}
	if t := c.typeOf(f.result); t.words > 0 {
		fr.result = c.newValue(t)
	} else if t.shape != isVoid {
		refuse("function %%%d returns a value of a type that is not supported", f.id)
	}
	order := c.order(fr)
	fr.after = c.newBlock(0)
	for _, label := range order {
		fr.starts[label] = c.newBlock(label)
		for _, phi := range f.blocks[label].phis {
			if t := c.typeOf(phi.kind); len(fr.preds[label]) != 1 {
				if t.words == 0 {
					refuse("%s of this type is not supported", c.m.at(phi))
				}
				fr.values[phi.result] = c.newValue(t)
			}
		}
	}
	c.jump(&edge{block: fr.starts[order[0]]})
	for _, label := range order {
		c.block(fr, f.blocks[label])
	}
	c.begin(fr.after)
	return fr.result
}

// jump ends the current block.
func (c *compiler) jump(e *edge) { c.cur.kind, c.cur.edges = jumps, []edge{*e} }

// begin makes a block current; its place in the order is where it begins.
func (c *compiler) begin(b *block) {
	c.blocks = append(c.blocks, b)
	b.line = c.line
	c.cur = b
}

// successors returns the labels that a block may go to. Branches on constants have one.
func (c *compiler) successors(fr *frame, b *rawBlock) []uint32 {
	in := b.end
	fixed := func() (uint64, bool) {
		v := c.global(c.m.arg(in, 0))
		if v == nil || !v.t.isScalar() {
			return 0, false
		}
		w, ok := c.fixed(v)
		if !ok {
			return 0, false
		}
		if len(w) == 2 {
			return uint64(w[0]) | uint64(w[1])<<32, true
		}
		return uint64(w[0]), true
	}
	switch in.op {
	case opBranch:
		return []uint32{c.m.arg(in, 0)}
	case opBranchConditional:
		yes, no := c.m.arg(in, 1), c.m.arg(in, 2)
		if x, ok := fixed(); ok && x != 0 || yes == no {
			return []uint32{yes}
		} else if ok {
			return []uint32{no}
		}
		return []uint32{yes, no}
	case opSwitch:
		values, labels := c.cases(fr, in)
		if x, ok := fixed(); ok {
			if i := slices.Index(values, x); i >= 0 {
				return []uint32{labels[i+1]}
			}
			return labels[:1]
		}
		return labels
	}
	return nil
}

// cases returns the literals of a switch, and its labels, the default first.
func (c *compiler) cases(fr *frame, in *instruction) (values []uint64, labels []uint32) {
	labels = []uint32{c.m.arg(in, 1)}
	wide := c.typeOfValue(fr, c.m.arg(in, 0)).width == 64
	for i := 2; i < len(in.args); {
		x := uint64(c.m.arg(in, i))
		if wide {
			i++
			x |= uint64(c.m.arg(in, i)) << 32
		}
		values, labels = append(values, x), append(labels, c.m.arg(in, i+1))
		i += 2
	}
	return values, labels
}

// order returns the labels of the blocks that can be reached, in structured order: a block comes
// after those that dominate it, and the merge block and continue target of a construct after its
// other blocks (section 2.11). Lanes run the block that comes first, so they meet at merge blocks.
func (c *compiler) order(fr *frame) (order []uint32) {
	reached := map[uint32]bool{}
	todo := []uint32{fr.f.first}
	for len(todo) > 0 {
		label := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if reached[label] {
			continue
		}
		reached[label] = true
		b := fr.f.blocks[label]
		if b == nil {
			refuse("a branch to %%%d, which is not a block of its function", label)
		}
		next := c.successors(fr, b)
		for i, s := range next {
			if !slices.Contains(next[:i], s) {
				fr.preds[s] = append(fr.preds[s], label)
			}
		}
		todo = append(todo, next...)
	}
	seen := map[uint32]bool{}
	var visit func(label uint32)
	visit = func(label uint32) {
		b := fr.f.blocks[label]
		if b == nil || seen[label] {
			return
		}
		seen[label] = true
		visit(b.merge)
		visit(b.continueAt)
		next := c.successors(fr, b)
		for i := range next {
			visit(next[len(next)-1-i])
		}
		if reached[label] {
			order = append(order, label)
		}
	}
	visit(fr.f.first)
	slices.Reverse(order)
	return order
}

// block compiles a block of a function.
func (c *compiler) block(fr *frame, b *rawBlock) {
	start := fr.starts[b.label]
	if start != c.cur {
		c.begin(start)
	}
	if b.isLoop {
		start.loop, start.line = c.loops, b.line
		c.loops++
	}
	for _, phi := range b.phis {
		if preds := fr.preds[b.label]; len(preds) == 1 {
			fr.values[phi.result] = c.incoming(fr, phi, preds[0])
		}
		c.keep(fr, phi, fr.values[phi.result])
	}
	for _, in := range b.body {
		c.line, c.source, c.exact = in.line, in.number, c.has(in.result, decNoContraction)
		c.count()
		c.compile(fr, in)
	}
	c.line = b.end.line
	c.count()
	c.cur.endLine, c.cur.endAt = c.line, b.end.number
	c.end(fr, b)
}

// count notes that the current block executes one more instruction of the module.
func (c *compiler) count() {
	c.cur.lines = withInstruction(c.cur.lines, c.line)
}

// withInstruction adds an instruction of a line to the lines of a block.
func withInstruction(lines []lineCount, line int32) []lineCount {
	if n := len(lines); n > 0 && lines[n-1].line == line {
		lines[n-1].instructions++
		return lines
	}
	return append(lines, lineCount{line, 1})
}

// end compiles the last instruction of a block.
func (c *compiler) end(fr *frame, b *rawBlock) {
	in := b.end
	next := c.successors(fr, b)
	switch in.op {
	case opReturn, opReturnValue, opUnreachable:
		if in.op == opReturnValue {
			v := c.value(fr, in, 0)
			if fr.result == nil || v.t != fr.result.t {
				refuse("%s: the function returns another type", c.m.at(in))
			}
			c.copy(fr.result.reg, v.reg)
		}
		c.jump(&edge{block: fr.after})
		return
	}
	if len(next) == 1 {
		e := c.edge(fr, b.label, next[0])
		c.jump(&e)
		return
	}
	v := c.value(fr, in, 0)
	cur := c.cur
	cur.a, cur.wide = v.reg[0], zero
	if len(v.reg) == 2 {
		cur.wide = v.reg[1]
	}
	for _, label := range next {
		cur.edges = append(cur.edges, c.edge(fr, b.label, label))
	}
	if in.op == opBranchConditional {
		if v.t.shape != isBool {
			refuse("%s: its condition is not a boolean", c.m.at(in))
		}
		cur.kind = branches
		return
	}
	if v.t.shape != isInt {
		refuse("%s: its selector is not an integer", c.m.at(in))
	}
	if c.o.Precision { // bits of a float may choose
		c.emit(inst{run: func(*subgroup, *inst) {}, op: in.op, a: cur.a, ah: cur.wide})
	}
	cur.kind = switches
	cur.cases, _ = c.cases(fr, in)
}

// edge returns the edge between two blocks, with the moves of the phis.
func (c *compiler) edge(fr *frame, from, to uint32) edge {
	e := edge{block: fr.starts[to]}
	if len(fr.preds[to]) == 1 {
		return e
	}
	for _, phi := range fr.f.blocks[to].phis {
		d, s := fr.values[phi.result], c.incoming(fr, phi, from)
		for i := range d.reg {
			if d.reg[i] != s.reg[i] {
				e.moves = append(e.moves, move{d.reg[i], s.reg[i]})
			}
		}
	}
	e.moves = c.parallel(e.moves)
	return e
}

// incoming returns the value of a phi for a predecessor.
func (c *compiler) incoming(fr *frame, phi *instruction, from uint32) *value {
	for i := 0; i+1 < len(phi.args); i += 2 {
		if phi.args[i+1] == from {
			v := c.value(fr, phi, i)
			if v.t != c.typeOf(phi.kind) || v.ptr != nil {
				refuse("%s: operand %d has another type", c.m.at(phi), i+1)
			}
			return v
		}
	}
	refuse("%s has no operand for block %%%d", c.m.at(phi), from)
	return nil
}

// parallel orders moves that happen together: where a register is read after it is set, its old
// value is saved first.
func (c *compiler) parallel(moves []move) []move {
	var saved, out []move
	for i, m := range moves {
		for _, before := range moves[:i] {
			if before.d == m.s {
				t := c.newReg()
				saved = append(saved, move{t, m.s})
				m.s = t
				break
			}
		}
		out = append(out, m)
	}
	return append(saved, out...)
}

package simt

import "slices"

// link numbers the blocks, joins those that always follow each other, and gives registers their
// places.
func (c *compiler) link() *Program {
	for i, b := range c.blocks {
		b.index = int32(i)
	}
	blocks := c.joined()
	for i, b := range blocks {
		b.index = int32(i)
	}
	p := &Program{Module: c.m, Size: c.size, Subgroup: c.o.Subgroup, spaces: c.spaces, shared: int(c.shared / 4), loops: int(c.loops), vars: c.vars,
		results: int(c.results), precise: c.o.Precision}
	place := c.places(blocks)
	w := reg(c.o.Subgroup)
	done := map[*access]bool{}
	for _, b := range blocks {
		out := *b
		out.a, out.wide = place[b.a]*w, place[b.wide]*w
		for i := range out.code {
			in := &out.code[i]
			for _, r := range in.all() {
				*r = place[*r] * w
			}
			if in.more != nil {
				for k := range in.more.products {
					f := &in.more.products[k]
					f.a, f.b = place[f.a]*w, place[f.b]*w
				}
			}
			if in.acc != nil && in.acc.v.reg == nil {
				in.number = int32(len(p.memory))
				p.memory = append(p.memory, memoryInst{in.line, in.op})
			}
			if in.acc != nil && !done[in.acc] {
				done[in.acc] = true
				for k := range in.acc.terms {
					in.acc.terms[k].r = place[in.acc.terms[k].r] * w
				}
				if in.acc.image != nil {
					for _, r := range in.acc.image.regs() {
						*r = place[*r] * w
					}
				}
				for k := range in.acc.leaves {
					f := &in.acc.leaves[k]
					f.r, f.high = place[f.r]*w, place[f.high]*w
				}
			}
		}
		for i := range out.edges {
			e := &out.edges[i]
			e.to = e.block.index
			if to := blocks[e.to]; e.to <= b.index && to.loop < 0 {
				refuse("a branch back to block %%%d, which is not the header of a loop", to.label)
			}
			e.moves = slices.Clone(e.moves)
			for k := range e.moves {
				e.moves[k] = move{place[e.moves[k].d] * w, place[e.moves[k].s] * w}
			}
		}
		p.delays(out.code)
		p.blocks = append(p.blocks, out)
	}
	for r, word := range c.known {
		p.fixed = append(p.fixed, fixedReg{place[r] * w, word})
	}
	for k, r := range c.inputs {
		p.inputs = append(p.inputs, input{place[r] * w, k[0], int(k[1])})
	}
	for r := range c.isLocal {
		p.locals = append(p.locals, place[r]*w)
	}
	slices.Sort(p.locals)
	for _, v := range c.vars {
		for i := range v.reg {
			v.reg[i] = place[v.reg[i]] * w
		}
	}
	if p.accesses = len(p.memory); p.accesses > 1<<16 {
		refuse("the kernel has more than %d memory instructions after inlining", 1<<16)
	}
	p.regs = int(slices.Max(place)) + 1
	if n := p.regs * (p.Size[0]*p.Size[1]*p.Size[2] + p.Subgroup - 1); n > maxWords {
		refuse("a workgroup needs %d words of registers, at most %d are supported", n, maxWords)
	}
	return p
}

// all lists the registers of an instruction.
func (in *inst) all() []*reg {
	return []*reg{&in.d, &in.dh, &in.a, &in.ah, &in.b, &in.bh, &in.c, &in.ch, &in.e}
}

// joined appends each block that only one block leads to, the one before it, to that block.
func (c *compiler) joined() (out []*block) {
	from := map[*block]int{}
	for _, b := range c.blocks {
		for _, e := range b.edges {
			from[e.block]++
		}
	}
	for _, b := range c.blocks {
		if from[b] == 0 && len(out) > 0 {
			continue // what follows a function that does not return
		}
		if n := len(out); n > 0 && from[b] == 1 && b.loop < 0 {
			if last := out[n-1]; last.kind == jumps && last.edges[0].block == b && len(last.edges[0].moves) == 0 {
				last.code, last.lines = append(last.code, b.code...), append(last.lines, b.lines...)
				last.kind, last.a, last.wide, last.edges, last.cases, last.barrier = b.kind, b.a, b.wide, b.edges, b.cases, b.barrier
				last.endLine, last.endAt = b.endLine, b.endAt
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// places gives each register its place. Those that one block alone uses share places.
func (c *compiler) places(blocks []*block) []reg {
	const nowhere, several = -1, -2
	home := make([]int, c.regs)
	for i := range home {
		home[i] = nowhere
	}
	use := func(r reg, b int) {
		if home[r] == nowhere {
			home[r] = b
		} else if home[r] != b {
			home[r] = several
		}
	}
	pin := func(r reg) { home[r] = several }
	pin(zero)
	pin(dump)
	for i, b := range blocks {
		use(b.a, i)
		use(b.wide, i)
		for k := range b.code {
			b.code[k].each(func(r reg) { use(r, i) })
		}
		for _, e := range b.edges {
			for _, m := range e.moves {
				pin(m.d)
				use(m.s, i)
			}
		}
	}
	for r := range c.known {
		pin(r)
	}
	for _, r := range c.inputs {
		pin(r)
	}
	for r := range c.isLocal {
		pin(r)
	}
	if c.o.Precision { // a register keeps its interval, and the factors of products
		for r := range home {
			home[r] = several
		}
	}
	place, n := make([]reg, c.regs), reg(0)
	for r, h := range home {
		if h == several {
			place[r] = n
			n++
		}
	}
	c.share(blocks, home, place, n)
	return place
}

// each calls f for every register of an instruction.
func (in *inst) each(f func(reg)) {
	for _, r := range in.all() {
		f(*r)
	}
	if in.acc != nil {
		if in.acc.image != nil {
			for _, r := range in.acc.image.regs() {
				f(*r)
			}
		}
		for _, t := range in.acc.terms {
			f(t.r)
		}
		for _, l := range in.acc.leaves {
			f(l.r)
			f(l.high)
		}
	}
}

// share places the registers of a block from n on. A place is free again after the last use.
func (c *compiler) share(blocks []*block, home []int, place []reg, n reg) {
	last := make([]int, c.regs)
	placed := make([]bool, c.regs)
	for i, b := range blocks {
		mine := func(r reg) bool { return home[r] == i }
		note := func(k int) func(reg) {
			return func(r reg) {
				if mine(r) {
					last[r] = k
				}
			}
		}
		for k := range b.code {
			b.code[k].each(note(k))
		}
		end := len(b.code)
		note(end)(b.a)
		note(end)(b.wide)
		for _, e := range b.edges {
			for _, m := range e.moves {
				note(end)(m.s)
			}
		}
		var free []reg
		next := n
		for k := range b.code {
			b.code[k].each(func(r reg) {
				if !mine(r) || placed[r] {
					return
				}
				placed[r] = true
				if len(free) > 0 {
					place[r], free = free[len(free)-1], free[:len(free)-1]
				} else {
					place[r] = next
					next++
				}
			})
			var freed []reg
			b.code[k].each(func(r reg) {
				if mine(r) && last[r] == k && !slices.Contains(freed, place[r]) {
					freed = append(freed, place[r])
				}
			})
			free = append(free, freed...)
		}
	}
}

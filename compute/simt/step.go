package simt

import (
	"context"
	"fmt"
	"math"

	"kernelscope/shaders/spirv"
)

// Position is a place in a dispatch: a subgroup that has executed some instructions in its workgroup.
type Position struct {
	Workgroup   uint32 // number in the grid, x fastest
	Subgroup    int
	Instruction int64
}

// String names the position.
func (p Position) String() string {
	return fmt.Sprintf("instruction %d of subgroup %d in workgroup %d", p.Instruction, p.Subgroup, p.Workgroup)
}

// Moment is what a subgroup does next.
type Moment struct {
	Position
	Line    Line
	Op      string
	Block   uint32  // label in the module, or 0
	Lanes   []uint8 // active ones
	Of      int     // lanes of the subgroup
	Waiting bool    // at a barrier
	Ended   bool
}

// Moment describes the next instruction. It has ended at the end of the recording.
func (r *Recording) Moment() Moment {
	if r.x.s == nil {
		return Moment{Ended: true}
	}
	return r.x.s.instant()
}

// Subgroups returns where all subgroups of the workgroups in execution are.
func (r *Recording) Subgroups() (out []Moment) {
	for _, g := range r.x.running {
		for _, s := range g.subgroups {
			out = append(out, s.instant())
		}
	}
	return out
}

func (s *subgroup) instant() Moment {
	m := Moment{Position: s.position(), Of: s.n}
	switch s.state {
	case finished:
		m.Ended = true
		return m
	case atBarrier:
		m.Waiting, m.Op, m.Line = true, "OpControlBarrier", s.g.p.Module.lines[s.barrier.line]
		m.Lanes = s.mask.list(nil)
		return m
	}
	line, _, op := s.following()
	m.Op, m.Line, m.Block, m.Lanes = op, s.g.p.Module.lines[line], s.g.p.blocks[s.at].label, s.mask.list(nil)
	return m
}

func (s *subgroup) position() Position { return Position{s.g.linear, s.id, s.trail.done} }

// inst returns the next instruction, or nil at the end of a block.
func (s *subgroup) inst() *inst {
	if b := &s.g.p.blocks[s.at]; int(s.trail.pc) < len(b.code) {
		return &b.code[s.trail.pc]
	}
	return nil
}

// following returns the line, the number in the module and the name of the next instruction.
func (s *subgroup) following() (line, source int32, op string) {
	if in := s.inst(); in != nil {
		return in.line, in.source, in.name()
	}
	b := &s.g.p.blocks[s.at]
	return b.lineOfEnd(), b.endAt, endNames[b.kind]
}

var endNames = [...]string{
	jumps: "OpBranch", branches: "OpBranchConditional", switches: "OpSwitch", waits: "OpControlBarrier", ends: "OpReturn",
}

// name names an instruction's operation.
func (in *inst) name() string {
	if in.op >= ext {
		return spirv.Name("glsl", uint32(in.op-ext))
	}
	return nameOfOp(in.op)
}

// Unit is how far a step goes.
type Unit uint8

// The units. Each is of the subgroup whose turn it is: to its next instruction of the module, to the next
// line of the source that it executes, to the next barrier of the workgroup, and to the next branch whose
// lanes go to different blocks.
const (
	Instruction Unit = iota
	SourceLine
	Barrier
	Divergence
)

// Step goes forwards by a unit. If the subgroup ends, it goes to the instruction that is executed next. It
// reports whether it got that far before the recording ends.
func (r *Recording) Step(ctx context.Context, u Unit) (bool, error) {
	s := r.x.s
	if s == nil {
		return false, nil
	}
	group := s.g.linear
	return r.Until(ctx, func() bool { return s.state == finished || s.g.linear != group || r.x.s == s && s.begins(u) })
}

// Back goes backwards by a unit, at most to the first instruction of the subgroup. From there, or from the
// end, it goes to the instruction before.
func (r *Recording) Back(ctx context.Context, u Unit) (bool, error) {
	s := r.x.s
	if s == nil || s.trail.done == 0 {
		if r.at == 0 {
			return false, nil
		}
		return true, r.Seek(ctx, r.at-1)
	}
	at := s.position()
	return r.Since(ctx, func() bool {
		x := r.x.s
		return x != nil && x.g.linear == at.Workgroup && x.id == at.Subgroup && (x.trail.done == 0 || x.begins(u))
	})
}

// begins reports whether a unit begins with the next instruction.
func (s *subgroup) begins(u Unit) bool {
	b := &s.g.p.blocks[s.at]
	isEnd := int(s.trail.pc) == len(b.code)
	switch u {
	case Barrier:
		return isEnd && b.kind == waits
	case Divergence:
		return isEnd && s.divides(b)
	case SourceLine:
		line, _, _ := s.following()
		return line != 0 && line != s.trail.line
	}
	_, source, _ := s.following()
	return source != s.trail.source
}

// divides reports whether the active lanes will go to different blocks.
func (s *subgroup) divides(b *block) bool {
	low, high := s.regs[b.a:], s.regs[b.wide:]
	first := -2
	for _, l := range s.lanes {
		to := 0
		switch x := uint64(low[l]) | uint64(high[l])<<32; b.kind {
		case branches:
			to = int(x)
		case switches:
			to = b.chosen(x)
		}
		if first != -2 && to != first {
			return true
		}
		first = to
	}
	return false
}

// Until goes forwards to the next moment at which stop holds. It reports whether there is one; if not, it is
// at the end. Stop may look at the recording, and must not move it.
func (r *Recording) Until(ctx context.Context, stop func() bool) (found bool, err error) {
	err = r.run(ctx, math.MaxInt64, func() bool {
		found = stop()
		return found
	})
	return found, err
}

// Since goes backwards to the last moment before this one at which stop holds. It reports whether there is
// one; if not, it stays.
func (r *Recording) Since(ctx context.Context, stop func() bool) (bool, error) {
	now, end := r.at, r.at
	for k := len(r.points) - 1; k >= 0; k-- {
		if r.points[k].at >= end {
			continue
		}
		r.restore(k)
		last := int64(-1)
		note := func() bool {
			if r.at < end && stop() {
				last = r.at
			}
			return false
		}
		note()
		if err := r.run(ctx, end, note); err != nil {
			return false, err
		}
		if last >= 0 {
			return true, r.Seek(ctx, last)
		}
		end = r.points[k].at
	}
	return false, r.Seek(ctx, now)
}

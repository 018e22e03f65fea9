package simt

import (
	"cmp"
	"slices"
)

// LineCount is what subgroups did at a line of the source.
type LineCount struct {
	Line         Line  `json:"-"`
	Executions   int64 `json:"executions"`   // of the line by subgroups: of its most frequent block
	Reached      int64 `json:"reached"`      // lanes in these executions
	Instructions int64 `json:"instructions"` // of the module, by subgroups
	Lanes        int64 `json:"lanes"`        // active lanes of all instructions
	Divergent    int64 `json:"divergent"`    // branches whose lanes went to different blocks
	Barriers     int64 `json:"barriers"`     // waits of subgroups
	Worked       int64 `json:"worked"`       // compiled instructions of subgroups before its barriers, since the barriers before
	Waited       int64 `json:"waited"`       // compiled instructions of others, for which subgroups wait at its barriers
	Accesses     int64 `json:"accesses"`     // memory instructions, by subgroups
	AccessLanes  int64 `json:"access_lanes"`
	Requests     int64 `json:"requests"`       // accesses of buffers
	Shared       int64 `json:"shared"`         // accesses of shared memory
	Sectors      int64 `json:"sectors"`        // of 32 bytes in buffers
	MinSectors   int64 `json:"least_sectors"`  // for as many lanes, if their elements were contiguous
	BankRounds   int64 `json:"bank_rounds"`    // of shared memory with 32 banks
	Conflicts    int64 `json:"bank_conflicts"` // rounds beyond those that as many words of different banks need
	Addresses    int64 `json:"addresses"`      // different ones of atomic instructions
	AtomicLanes  int64 `json:"atomic_lanes"`   // lanes of atomic instructions
	MaxLanes     int64 `json:"most_lanes"`     // at one address of an atomic instruction
}

// Lines returns the counters of a program by line, in order of the source. They are of all dispatches
// since the machine was first used with Observe.Counters.
func (m *Machine) Lines(p *Program) []LineCount {
	w := m.watchers[p]
	if w == nil {
		return nil
	}
	rows := make([]LineCount, len(p.Module.lines))
	for i := range p.blocks {
		b, c := &p.blocks[i], w.counts[i]
		for _, l := range b.lines {
			rows[l.line].executed(l, c.Executions, c.Lanes)
		}
		rows[b.endLine].Divergent += c.Divergent
		if b.kind == waits {
			rows[b.barrier.line].Barriers += c.Executions
		}
	}
	for b, c := range w.waits {
		rows[b.line].Worked += c.Worked
		rows[b.line].Waited += c.Waited
	}
	for i, a := range w.accesses {
		r := &rows[p.memory[i].line]
		r.Accesses += a.Executions
		r.AccessLanes += a.Lanes
		if a.Sectors > 0 {
			r.Requests += a.Executions
		}
		if a.Rounds > 0 {
			r.Shared += a.Executions
		}
		r.Sectors += a.Sectors
		r.MinSectors += a.Least
		r.Conflicts += a.Conflicts
		r.BankRounds += a.Rounds
		r.Addresses += a.Addresses
		r.MaxLanes = max(r.MaxLanes, a.Most)
		if a.Addresses > 0 {
			r.AtomicLanes += a.Lanes
		}
	}
	for i := range rows {
		rows[i].Line = p.Module.lines[i]
	}
	SortLines(rows)
	return slices.DeleteFunc(rows, func(r LineCount) bool { return r.Line.File == "" })
}

// executed adds the executions of a block by subgroups, and by lanes.
func (r *LineCount) executed(l lineCount, executions, lanes int64) {
	if executions > r.Executions {
		r.Executions, r.Reached = executions, lanes
	}
	r.Instructions += int64(l.instructions) * executions
	r.Lanes += int64(l.instructions) * lanes
}

// Code returns the lines that have instructions in functions, in order.
func (m *Module) Code() (out []Line) {
	seen := map[int32]bool{0: true}
	note := func(in *instruction) {
		if !seen[in.line] && in.op != opVariable {
			seen[in.line] = true
			out = append(out, m.lines[in.line])
		}
	}
	for _, f := range m.functions {
		for _, b := range f.blocks {
			for _, in := range b.body {
				note(in)
			}
			note(b.end)
		}
	}
	slices.SortFunc(out, Line.compare)
	return out
}

func (l Line) compare(o Line) int { return cmp.Or(cmp.Compare(l.File, o.File), l.Line-o.Line) }

// SortLines orders rows by file and line.
func SortLines(rows []LineCount) {
	slices.SortFunc(rows, func(a, b LineCount) int { return a.Line.compare(b.Line) })
}

// Add adds the counts of another row.
func (r *LineCount) Add(o LineCount) {
	r.Executions += o.Executions
	r.Reached += o.Reached
	r.Instructions += o.Instructions
	r.Lanes += o.Lanes
	r.Divergent += o.Divergent
	r.Barriers += o.Barriers
	r.Worked += o.Worked
	r.Waited += o.Waited
	r.Accesses += o.Accesses
	r.AccessLanes += o.AccessLanes
	r.Requests += o.Requests
	r.Shared += o.Shared
	r.Sectors += o.Sectors
	r.MinSectors += o.MinSectors
	r.Conflicts += o.Conflicts
	r.BankRounds += o.BankRounds
	r.Addresses += o.Addresses
	r.AtomicLanes += o.AtomicLanes
	r.MaxLanes = max(r.MaxLanes, o.MaxLanes)
}

package onsimt

import (
	"slices"

	"kernelscope/compute"
)

// Inputs are a dispatch with all that it reads, so that it can be executed again, also by another process.
type Inputs struct {
	Kernel           string
	Code             string // its module, if package shaders does not have it
	Grid             compute.Grid
	Workgroup        int // invocations
	Constants, Push  []uint32
	Layout           compute.Layout
	Buffers          [][]uint32 // each once
	Of               []int      // the buffer of each binding
	Races, Unwritten map[string]string
}

// Capture copies a dispatch and its buffers.
func Capture(g compute.Grid, c compute.Call, buffers [][]uint32) *Inputs {
	in := &Inputs{
		Kernel: c.Program.Name, Code: c.Program.Code, Grid: g, Workgroup: c.Workgroup, Constants: slices.Clone(c.Constants), Push: slices.Clone(c.Push),
		Layout: c.Program.Layout, Races: c.Program.Races, Unwritten: c.Program.Unwritten,
	}
	for i, b := range buffers {
		if same := sameAs(buffers[:i], b); same >= 0 {
			in.Of = append(in.Of, in.Of[same])
			continue
		}
		in.Of = append(in.Of, len(in.Buffers))
		in.Buffers = append(in.Buffers, slices.Clone(b))
	}
	return in
}

// sameAs returns which buffer has the memory of another, or -1.
func sameAs(buffers [][]uint32, words []uint32) int {
	return slices.IndexFunc(buffers, func(b []uint32) bool { return len(b) > 0 && len(words) > 0 && &b[0] == &words[0] })
}

// Bytes returns the size of the buffers.
func (in *Inputs) Bytes() int { return Bytes(in.Buffers) }

// Bytes returns the size of buffers, of each once.
func Bytes(buffers [][]uint32) (n int) {
	seen := map[*uint32]bool{}
	for _, b := range buffers {
		if len(b) > 0 && !seen[&b[0]] {
			seen[&b[0]] = true
			n += 4 * len(b)
		}
	}
	return n
}

// cloned returns copies of buffers. One buffer with several bindings has one copy.
func cloned(buffers [][]uint32) [][]uint32 {
	out := make([][]uint32, len(buffers))
	for i, b := range buffers {
		if same := sameAs(buffers[:i], b); same >= 0 {
			out[i] = out[same]
		} else {
			out[i] = slices.Clone(b)
		}
	}
	return out
}

// Call returns the dispatch with a copy of its buffers, by binding. It has no mirror.
func (in *Inputs) Call() (c compute.Call, buffers [][]uint32) {
	p := &compute.Program{Name: in.Kernel, Code: in.Code, Layout: in.Layout, Races: in.Races, Unwritten: in.Unwritten}
	copies := make([][]uint32, len(in.Buffers))
	for i, b := range in.Buffers {
		copies[i] = slices.Clone(b)
	}
	for _, i := range in.Of {
		buffers = append(buffers, copies[i])
	}
	return compute.Call{Program: p, Workgroup: in.Workgroup, Constants: in.Constants, Push: in.Push}, buffers
}

package onsimt

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// fits returns an error if a dispatch exceeds Workgroup, or Row in a grid that a kernel chose. The host chooses grids by other limits, and
// workgroups that wait for each other are few.
func (i *Interpreter) fits(g compute.Grid, c compute.Call, buffers [][]uint32) error {
	if i.Workgroup > 0 && c.Workgroup > i.Workgroup {
		return fmt.Errorf("%w: kernel %s has workgroups of %d invocations, and the device allows %d", fault.Wrong, c.Program.Name, c.Workgroup, i.Workgroup)
	}
	if at := slices.Index(c.Buffers, c.Indirect); c.Indirect != nil && !c.Program.Waits && at >= 0 && i.wide[&buffers[at][c.At]] {
		return fmt.Errorf("%w: kernel %s has %d workgroups in a row, and the device allows %d", fault.Wrong, c.Program.Name, g.X, i.Row)
	}
	return nil
}

// noting returns a function that notes which words above Row a kernel that chooses grids has stored since.
func (i *Interpreter) noting(p *compute.Program, buffers [][]uint32) func() {
	if i.Row == 0 || !i.narrowed[p.Name] {
		return func() {}
	}
	before := cloned(buffers)
	return func() {
		for b, words := range buffers {
			for at, w := range words {
				if w == before[b][at] {
					continue
				}
				if delete(i.wide, &words[at]); w > uint32(i.Row) {
					i.wide[&words[at]] = true
				}
			}
		}
	}
}

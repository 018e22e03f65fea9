package gputest

import (
	"slices"

	"kernelscope/compute"
)

// Impatient is a backend whose workgroups do without the results of others at the first futile look.
type Impatient struct{ compute.Backend }

// Dispatch dispatches a call with no patience.
func (i Impatient) Dispatch(c compute.Call) {
	if p := slices.Index(c.Program.Push, "Patience"); p >= 0 {
		c.Push[p] = 0
	}
	i.Backend.Dispatch(c)
}

package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// devices --test finds all families right on a sound device. A kernel that does not what its mirror
// does makes its family wrong, and no other.
func TestTrial(t *testing.T) {
	gputest.Open(t) // skips without a device
	trial := func() (string, error) {
		root := newApp().command()
		var out strings.Builder
		root.SetOut(&out)
		root.SetArgs([]string{"devices", "--test"})
		err := root.ExecuteContext(context.Background())
		return out.String(), err
	}
	if out, err := trial(); err != nil || strings.Count(out, " right\n") != len(trials) {
		t.Errorf("%v: %s", err, out)
	}
	all := sorting.Programs()
	p := all[slices.IndexFunc(all, func(p *compute.Program) bool { return p.Name == "radix_pass" })]
	mirror := p.Mirror
	defer func() { p.Mirror = mirror }()
	p.Mirror = func(compute.Grid, compute.Call, [][]uint32) {}
	out, err := trial()
	if fault.Code(err) != int(fault.Wrong) || strings.Count(out, " right\n") != len(trials)-1 || !strings.Contains(out, "kernel radix_pass") {
		t.Errorf("%v: %s", err, out)
	}
}

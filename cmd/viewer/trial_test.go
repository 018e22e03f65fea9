package main

import (
	"context"
	"strings"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
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
	clitest.WithoutMirror("radix_pass", func(*compute.Program) {
		out, err := trial()
		if fault.Code(err) != int(fault.Wrong) || strings.Count(out, " right\n") != len(trials)-1 || !strings.Contains(out, "kernel radix_pass") {
			t.Errorf("%v: %s", err, out)
		}
	})
}

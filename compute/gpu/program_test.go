package gpu_test

import (
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
)

// A declaration whose specialization constants differ from the shader's is refused.
func TestCheckConstants(t *testing.T) {
	type b = compute.Buffer
	type c = compute.Constant
	w := compute.Workgroup{Default: 256, Min: 32, Max: 1024}
	for name, x := range map[string]struct {
		program *compute.Program
		wrong   string // part of the error; empty if all is well
	}{
		"right": {compute.NewKernel[struct {
			Rows, Inclusive   c
			In, Partials, Out b
			N                 uint32
		}, struct{}]("scan_add", w, nil).Program, ""},
		"another order": {compute.NewKernel[struct {
			Inclusive, Rows   c
			In, Partials, Out b
			N                 uint32
		}, struct{}]("scan_add", w, nil).Program, "specialization constant"},
		"one is missing": {compute.NewKernel[struct {
			Rows              c
			In, Partials, Out b
			N                 uint32
		}, struct{}]("scan_add", w, nil).Program, `specialization constant 2 is "INCLUSIVE"`},
		"one too many": {compute.NewKernel[struct {
			Rows, Inclusive, Form c
			In, Partials, Out     b
			N                     uint32
		}, struct{}]("scan_add", w, nil).Program, "does not use specialization constant 3"},
	} {
		err := gputest.CheckProgram(x.program)
		if (err == nil) != (x.wrong == "") || err != nil && !strings.Contains(err.Error(), x.wrong) {
			t.Errorf("%s: got %v, want %q", name, err, x.wrong)
		}
	}
}

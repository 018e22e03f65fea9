package onsimt_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/shaders"
	"kernelscope/shaders/spirv"
)

// without replaces the barrier at a line of a module by instructions that do nothing, wherever the function that
// has it was inlined. It reports whether there is one.
func without(code string, line simt.Line) (out string, removed bool) {
	const opString, opLine, controlBarrier, nop = 7, 8, 224, 1 << 16
	m, err := spirv.Parse(code)
	if err != nil {
		return code, false
	}
	b := []byte(code)
	files, isThere := map[uint32]string{}, false
	for _, in := range m.Instructions() {
		switch in.Op {
		case opString:
			files[in.Args[0]], _ = spirv.Text(in.Args[1:])
		case opLine:
			isThere = files[in.Args[0]] == line.File && int(in.Args[1]) == line.Line
		case controlBarrier:
			for i := range len(in.Args) + 1 {
				if isThere {
					binary.LittleEndian.PutUint32(b[4*(in.At+i):], nop)
					removed = true
				}
			}
		}
	}
	return string(b), removed
}

// Where a barrier is removed from a kernel, it is found at its line: a data race is reported between an access before it and
// one after it.
func TestRemovedBarriers(t *testing.T) {
	for _, x := range []struct {
		kernel string
		line   simt.Line
		run    func(compute.Backend, *rand.Rand) error
	}{
		{"radix_pass", simt.Line{File: "include/radix_pass.glsl", Line: 236}, sorts},
		{"radix_histogram", simt.Line{File: "include/radix_histogram.glsl", Line: 67}, sorts},
		{"radix4_count", simt.Line{File: "include/radix4_count.glsl", Line: 60}, sorts},
		{"scan_add", simt.Line{File: "include/scan_workgroup.glsl", Line: 86}, scans}, // the line of the macro's use
		{"brackets_write", simt.Line{File: "include/scan_workgroup.glsl", Line: 86}, ofText},
		{"clip_reduce", simt.Line{File: "include/clip_reduce.glsl", Line: 63}, clips},
		{"clip_link", simt.Line{File: "include/clip_shares.glsl", Line: 53}, clips},
	} {
		be := onsimt.New(8).Backend()
		be.Machine.Observe = simt.Observe{Races: true}
		removed := false
		be.Code = func(name string, basic bool) (string, error) {
			code, err := shaders.SPIRV(name, basic)
			if name == x.kernel+".comp" {
				code, removed = without(code, x.line)
			}
			return code, err
		}
		if err := x.run(be, rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Logf("%s: %v", x.kernel, err) // what is wrong after the race may end the run
		}
		found := false
		for _, e := range be.Events[x.kernel] {
			if e.Kind == simt.Race && e.Line.File == x.line.File && e.OtherLine.File == x.line.File && be.Reason(x.kernel, e) == "" &&
				min(e.Line.Line, e.OtherLine.Line) <= x.line.Line && x.line.Line <= max(e.Line.Line, e.OtherLine.Line) {
				t.Log(e)
				found = true
			}
		}
		if !removed || !found {
			t.Errorf("%s without the barrier at %v (removed: %v): reported is %v", x.kernel, x.line, removed, be.Events[x.kernel])
		}
	}
}

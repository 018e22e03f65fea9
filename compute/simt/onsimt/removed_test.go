package onsimt_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/shaders"
)

// without replaces barrier number n of a module by instructions that do nothing. It reports whether
// there is one.
func without(code string, n int) (string, bool) {
	const controlBarrier, nop = 224, 1 << 16
	b := []byte(code)
	for at := 20; at < len(b); {
		w := binary.LittleEndian.Uint32(b[at:])
		if w&0xffff == controlBarrier {
			if n == 0 {
				for i := range int(w >> 16) {
					binary.LittleEndian.PutUint32(b[at+4*i:], nop)
				}
				return string(b), true
			}
			n--
		}
		at += 4 * int(w>>16)
	}
	return code, false
}

// Where a barrier is removed from a kernel, a data race or an uninitialized read is reported in it.
func TestRemovedBarriers(t *testing.T) {
	for kernel, run := range map[string]func(compute.Backend, *rand.Rand) error{
		"scan_add": scans, "radix_histogram": sorts, "radix4_count": sorts, "clip_reduce": clips,
	} {
		found := 0
		for n := 0; ; n++ {
			be := onsimt.NewBackend(8)
			be.Machine.Observe = simt.Observe{Uninitialized: true, Races: true}
			removed := false
			be.Code = func(name string, basic bool) (string, error) {
				code, err := shaders.SPIRV(name, basic)
				if name == kernel+".comp" {
					code, removed = without(code, n)
				}
				return code, err
			}
			err := run(be, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Logf("%s without barrier %d: %v", kernel, n, err) // what is wrong after the race may end the run
			}
			if !removed {
				break
			}
			for _, e := range be.Events[kernel] {
				if removed && be.Reason(kernel, e) == "" {
					t.Logf("%s without barrier %d: %v", kernel, n, e)
					found++
					break
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no removed barrier is noticed", kernel)
		}
	}
}

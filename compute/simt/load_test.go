package simt_test

import (
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/shaders"
)

// Every compute kernel of the program is supported, in both of its forms.
func TestLoadAll(t *testing.T) {
	for _, name := range shaders.Names() {
		for _, basic := range []bool{false, true} {
			code, err := shaders.SPIRV(name, basic)
			if err != nil {
				t.Fatal(err)
			}
			m, err := simt.Load(code)
			if !strings.HasSuffix(name, ".comp") {
				if err == nil {
					t.Errorf("%s is not a compute shader and is accepted", name)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			for _, o := range []simt.Options{{Subgroup: 1}, {Subgroup: 32}, {Subgroup: 128}, {Names: true}, {Precision: true}} {
				o.Constants = map[uint32]uint64{0: 64}
				if _, err := m.Compile(o); err != nil {
					t.Errorf("%s, %+v: %v", name, o, err)
				}
			}
		}
	}
}

package simt

import (
	"testing"

	"kernelscope/shaders"
	"strings"
)

func TestAll(t *testing.T) {
	for _, name := range shaders.Names() {
		if !strings.HasSuffix(name, ".comp") {
			continue
		}
		for _, basic := range []bool{false, true} {
			code, err := shaders.SPIRV(name, basic)
			if err != nil {
				t.Fatal(err)
			}
			m, err := Load(code)
			if err != nil {
				t.Error(name, err)
				continue
			}
			p, err := m.Compile(Options{Constants: map[uint32]uint64{0: 64}})
			if err != nil {
				t.Error(name, err)
				continue
			}
			n := 0
			for _, b := range p.blocks {
				n += len(b.code)
			}
			t.Log(name, basic, len(p.blocks), n, p.regs)
		}
	}
}

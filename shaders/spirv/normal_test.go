package spirv

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/shaders"
)

// A module of this program keeps its interface, except that the workgroup's size becomes a constant like others.
func TestNormal(t *testing.T) {
	code, err := shaders.SPIRV("radix_pass.comp", false)
	if err != nil {
		t.Fatal(err)
	}
	before, err := Read(code)
	if err != nil {
		t.Fatal(err)
	}
	normal, err := Normal(code, "main")
	if err != nil {
		t.Fatal(err)
	}
	after, err := Read(normal)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(before.Bindings, after.Bindings, func(a, b Binding) bool { return a.Name == b.Name && a.Reads == b.Reads && a.Writes == b.Writes }) {
		t.Errorf("bindings %+v, before %+v", after.Bindings, before.Bindings)
	}
	if after.Constants[2] != "FORM" || after.Constants[4] != "ITEMS" || !after.Size[0].IsSpec || after.Size[0].Constant != 1 || after.Defaults[3].Scalar != "u32" {
		t.Errorf("constants %v, size %v, defaults %v", after.Constants, after.Size, after.Defaults)
	}
	if again, err := Normal(normal, ""); err != nil || again != normal {
		t.Errorf("it changes once more: %v", err)
	}
	if _, err := Normal(code, "other"); err == nil {
		t.Error("an entry point that there is not")
	}
}

// No damaged module makes Normal or Read panic or run out of memory.
func TestDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	names := shaders.Names()
	for range 4000 {
		code, err := shaders.SPIRV(names[rnd.IntN(len(names))], false)
		if err != nil {
			t.Fatal(err)
		}
		b := []byte(code)
		for range 1 + rnd.IntN(6) {
			at := rnd.IntN(min(len(b), 4096))
			if b[at] = byte(rnd.Uint32()); rnd.IntN(2) == 0 {
				b[at] = byte(rnd.IntN(40))
			}
		}
		if rnd.IntN(8) == 0 {
			b = b[:4*rnd.IntN(len(b)/4)]
		}
		if normal, err := Normal(string(b), ""); err == nil {
			_, _ = Read(normal)
		}
		_, _ = Read(string(b))
	}
}

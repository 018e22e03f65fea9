package spirv

import (
	"maps"
	"testing"

	"kernelscope/shaders"
)

func TestRead(t *testing.T) {
	code, err := shaders.SPIRV("sssp_sift.comp", false)
	if err != nil {
		t.Fatal(err)
	}
	i, err := Read(code)
	if err != nil {
		t.Fatal(err)
	}
	if _, sized := i.Constants[0]; !sized || len(i.Constants) != 1 || len(i.Bindings) != 8 || len(i.Push) != 0 {
		t.Fatalf("got %+v", i)
	}
	for n, want := range []Binding{
		{Name: "Dist", Reads: true, Writes: true},
		{Name: "NextDist", Reads: true},
		{Name: "ImprovedQueue", Reads: true},
		{Name: "ImprovedSet", Reads: true, Writes: true},
		{Name: "NearQueue", Writes: true},
	} {
		if b := i.Bindings[n]; b.Name != want.Name || b.Reads != want.Reads || b.Writes != want.Writes {
			t.Errorf("binding %d: got %+v, want %+v", n, b, want)
		}
	}
	control := map[string]uint32{}
	for _, m := range i.Bindings[7].Members {
		control[m.Name] = m.Words
	}
	if control["done"] != 1 || control["sift_groups"] != 3 {
		t.Errorf("members of Control: %+v", i.Bindings[7].Members)
	}
}

func TestReadConstants(t *testing.T) {
	code, err := shaders.SPIRV("radix_pass.comp", false)
	if err != nil {
		t.Fatal(err)
	}
	i, err := Read(code)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[uint32]string{0: "", 1: "FORM", 2: "LANES", 3: "ITEMS", 4: "STRAIGHT", 5: "SEPARATE"}; !maps.Equal(i.Constants, want) {
		t.Errorf("got %v, want %v", i.Constants, want)
	}
}

// Every module that is embedded can be read, and cut off it cannot.
func TestReadAll(t *testing.T) {
	for _, name := range shaders.Names() {
		for _, basic := range []bool{false, true} {
			code, err := shaders.SPIRV(name, basic)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Read(code); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := Read(code[:len(code)-4]); err == nil {
				t.Errorf("%s: cut off and still accepted", name)
			}
		}
	}
	if _, err := Read("no module at all, but long enough"); err == nil {
		t.Error("text was accepted as a module")
	}
}

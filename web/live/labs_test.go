package live

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kernelscope/open/labload"
)

// copied returns the data of a lab.
func copied(t *testing.T, path string) (name string, data []byte) {
	t.Helper()
	l, c, err := labload.Copied(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(LabData{From: path, Copy: c}); err != nil {
		t.Fatal(err)
	}
	return l.Name(), data
}

// Labs end, pass their checks, and have the same states when they go back. Their drawings are levels, fields and few numbers.
func TestLabs(t *testing.T) {
	for _, path := range []string{"lab:life", "lab:saxpy", "lab:reduction"} {
		name, data := copied(t, path)
		p := opened(t, Scene{Family: Labs, Runs: []Run{{Algorithm: name}}}, data)
		do := func(r Request) Hashes { return done(t, p, r) }
		first := do(Request{Do: "seek", Step: 1})
		do(Request{Do: "end"})
		s := p.State()
		if r := s.Runs[0]; !r.Done || !r.Right && !r.Unchecked {
			t.Errorf("%s: its end is %q", path, r.Verdict)
		}
		for i, a := range s.Runs[0].Arrays {
			words, err := p.Array(0, a.Name)
			if err != nil || len(words) == 0 || slices.Max(words) > levels || a.Numbers == "" && a.Low == a.High {
				t.Errorf("%s: drawing %d is %+v of %d levels (%v)", path, i, a, len(words), err)
			}
		}
		if path == "lab:life" && s.Runs[0].Arrays[0].Columns != 128 {
			t.Errorf("life has rows of %d cells", s.Runs[0].Arrays[0].Columns)
		}
		if back := do(Request{Do: "seek", Step: 1}); back.Told != first.Told || !reflect.DeepEqual(back.States, first.States) {
			t.Errorf("%s: back at step 1, it has %+v, not %+v", path, back, first)
		}
		for _, name := range []string{"odd", "-1", "99"} {
			if _, err := p.Array(0, name); err == nil {
				t.Errorf("%s: there is an array %s", path, name)
			}
		}
		p.Release()
	}
}

// Damaged labs are refused, or are some lab; they never end the program.
func TestDamagedLabs(t *testing.T) {
	name, data := copied(t, "lab:saxpy")
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		b := slices.Clone(data)
		for range 1 + rnd.IntN(3) {
			b[rnd.IntN(len(b))] = byte(rnd.Uint32())
		}
		if p, err := Open(Scene{Family: Labs, Runs: []Run{{Algorithm: name}}}, b); err == nil {
			p.Release()
		}
	}
}

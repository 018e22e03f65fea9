package simt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/simt"
)

//go:generate sh testdata/compile.sh

// load reads and compiles a module of testdata.
func load(t testing.TB, file string, o simt.Options) *simt.Program {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	m, err := simt.Load(string(code))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	p, err := m.Compile(o)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}

var everything = simt.Observe{Counters: true, Uninitialized: true, Races: true, Writers: true}

// behave runs a program over three workgroups, with a buffer of 100 words at binding 0 and another,
// of 1000 words, at binding 1. A workgroup of these shaders has its own words or none.
func behave(t *testing.T, p *simt.Program) []simt.Event {
	t.Helper()
	m := simt.Machine{Observe: everything, Bounds: simt.Bounds{Rounds: 1000}}
	groups := 1
	if p.Uses(simt.Slot{Binding: 1}) || strings.Contains(t.Name(), "groups") {
		groups = 3
	}
	words := make([]uint32, 128)
	if strings.Contains(t.Name(), "outside_buffer") {
		words, groups = words[:100], 2
	}
	d := simt.Dispatch{Groups: [3]int{groups, 1, 1}, Buffers: map[simt.Slot][]uint32{{}: words, {Binding: 1}: make([]uint32, 1000)}}
	if err := m.Run(t.Context(), p, d); err != nil {
		t.Fatal(err)
	}
	return m.Events()
}

// Each shader of testdata does what its comments "reports" and "may report" name, at their lines; compiled with RIGHT
// defined it does not, and nothing is reported.
func TestBehaviour(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.comp")
	if err != nil || len(sources) < 20 {
		t.Fatalf("%d sources: %v", len(sources), err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".comp")
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{} // true: at every width
		for i, line := range strings.Split(string(text), "\n") {
			_, comment, _ := strings.Cut(line, "// ")
			for part := range strings.SplitSeq(comment, ", ") {
				place := fmt.Sprintf("%s:%d: ", filepath.Base(source), i+1)
				if kind, ok := strings.CutPrefix(part, "reports "); ok {
					want[place+kind] = true
				} else if kind, ok := strings.CutPrefix(part, "may report "); ok {
					want[place+kind] = false
				}
			}
		}
		for _, lanes := range []int{1, 4, 32, 128} {
			t.Run(fmt.Sprint(name, lanes), func(t *testing.T) {
				if lanes == 1 && (name == "active" || name == "inactive") {
					return // a subgroup of one lane has no others
				}
				got := map[string]bool{}
				o := simt.Options{Subgroup: lanes, Precision: strings.HasPrefix(name, "precision")}
				for _, e := range behave(t, load(t, name+".wrong.spv", o)) {
					s := fmt.Sprintf("%v: %v", e.Line, e.Kind)
					if got[s] = true; !mentioned(want, s) {
						t.Errorf("reported is %v", e)
					}
				}
				for s, always := range want {
					if always && !got[s] {
						t.Errorf("not reported: %s", s)
					}
				}
				if e := behave(t, load(t, name+".right.spv", o)); len(e) > 0 {
					t.Errorf("its right form reports %v", e)
				}
			})
		}
	}
}

func mentioned(want map[string]bool, s string) bool {
	_, ok := want[s]
	return ok
}

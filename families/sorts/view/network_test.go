package view

import (
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
)

// The drawn network sorts all arrays of zeros and ones, hence all arrays (D. Knuth, The Art of
// Computer Programming 3, 5.3.4, theorem Z).
func TestNetwork(t *testing.T) {
	for n := 2; n <= 16; n++ {
		for bits := range uint(1) << n {
			x := bits
			for _, g := range stagesFor(n) {
				for k := range n - g.stride {
					if a, b := x>>k&1, x>>(k+g.stride)&1; g.compared(k) && a > b {
						x ^= 1<<k | 1<<(k+g.stride)
					}
				}
			}
			for k := 1; k < n; k++ {
				if x>>(k-1)&1 > x>>k&1 {
					t.Fatalf("%d keys: %b becomes %b", n, bits, x)
				}
			}
		}
	}
}

func TestActiveStages(t *testing.T) {
	stages := stagesFor(16)
	l := session.Lane{}
	for _, step := range []sorting.Step{{Run: 8, Stride: 1, LastStride: 1}, {Run: 16, Stride: 8, LastStride: 4}, {Run: 16, Stride: 2, LastStride: 1}} {
		l.Steps = append(l.Steps, session.StepState{Step: step})
	}
	for position, want := range [][2]int{{0, 0}, {0, 6}, {6, 8}, {8, 10}} {
		l.Position = position
		if first, end := activeStages(stages, l); first != want[0] || end != want[1] {
			t.Errorf("after %d steps stages %d to %d are active, not %v", position, first, end, want)
		}
	}
}

// The constants of a stage select the same left keys of comparators as the stage itself.
func TestConstants(t *testing.T) {
	for _, g := range stagesFor(300) {
		c := constantsOf(g)
		for i := range 3 * g.run {
			if c.isLeftIndex(i) != g.compared(i) {
				t.Fatalf("%+v, %+v: key %d", g, c, i)
			}
		}
		if len(c.lines(300)) != 5 {
			t.Errorf("%+v: %v", c, c.lines(300))
		}
	}
}

// The calls of a level contain each key once. Those of merge belong to a stage that compares keys
// within them. Every stage belongs to a call of each kind.
func TestLevels(t *testing.T) {
	const keys = 16
	var ofSort, ofMerge []stage
	check := func(l level, keys int) {
		seen := make([]int, keys)
		for _, c := range l.calls {
			for i := range c.size {
				seen[c.start+i*c.stride]++
			}
		}
		for i, times := range seen {
			if times != 1 {
				t.Errorf("key %d is in %d calls of %+v", i, times, l)
			}
		}
	}
	for _, l := range sortLevels(keys) {
		check(l, keys)
		ofSort = append(ofSort, l.stages...)
	}
	for run := keys; run > 1; run /= 2 {
		for _, l := range mergeLevels(run) {
			check(l, run)
			ofMerge = append(ofMerge, l.stages...)
			for _, g := range l.stages {
				for _, c := range l.calls {
					if c.stride != g.stride || c.size != g.run/g.stride {
						t.Errorf("%+v is of %+v", c, g)
					}
				}
			}
		}
	}
	for _, g := range stagesFor(keys) {
		if !slices.Contains(ofSort, g) || !slices.Contains(ofMerge, g) {
			t.Errorf("no call has %+v", g)
		}
	}
	if want := len(stagesFor(keys)); len(ofSort) != want || len(ofMerge) != want {
		t.Errorf("%d and %d stages, want %d", len(ofSort), len(ofMerge), want)
	}
}

// inside counts the comparators of a run that a workgroup can make by itself.
func TestInside(t *testing.T) {
	for _, g := range stagesFor(256) {
		for owned := 1; owned <= 512; owned *= 2 {
			wantInside, wantAll := 0, 0
			for k := range g.run {
				if g.compared(k) {
					wantAll++
					if k/owned == (k+g.stride)/owned {
						wantInside++
					}
				}
			}
			if inside, all := g.inside(owned); inside != wantInside || all != wantAll {
				t.Errorf("%+v, %d keys of a workgroup: %d of %d, want %d of %d", g, owned, inside, all, wantInside, wantAll)
			}
		}
	}
}

// Calls of a level have labels of the same form, whatever the widths of their numbers.
func TestLabels(t *testing.T) {
	for width, want := range map[int]string{20: "0 1 2 3", 6: "0..3", 5: "0", 1: ""} {
		l := level{calls: []call{{0, 4, 1}, {4, 4, 1}, {8, 4, 1}, {12, 4, 1}}}
		labels := l.labels(func(text string) bool { return len(text) <= width })
		if labels[0] != want {
			t.Errorf("%d letters: %q", width, labels)
		}
	}
}

// The lines of the kernel that decide are the early return at the first stride of a run, and the
// last lines at others.
func TestDecides(t *testing.T) {
	lit := func(mapping uint32, g stage) (out []string) {
		code := sorting.Batcher{}.Source(mapping)
		for i, text := range code {
			if decides(code, i, g) {
				out = append(out, strings.TrimSpace(text))
			}
		}
		return out
	}
	for _, c := range []struct {
		mapping uint32
		g       stage
		want    []string
	}{
		{1, stage{8, 4}, []string{"if (stride == half_run)", "return true;"}},
		{1, stage{8, 2}, []string{"low += stride;", "return (i & (half_run - 1)) < half_run - stride;"}},
		{2, stage{8, 4}, []string{"return (inner_i & 1) == inner_reminder &&", "inner_i < inner_last_idx;"}},
	} {
		if got := lit(c.mapping, c.g); !slices.Equal(got, c.want) {
			t.Errorf("mapping %d, %+v: %q", c.mapping, c.g, got)
		}
	}
}

package view

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// rows returns the height of each parameter's slider in the panel.
func (b *bench) rows() map[string]float64 {
	found := map[string]float64{}
	for y := 490.0; y < 780; y += 3 {
		for _, a := range b.Drag(30, y, 109, y) {
			if set, ok := a.(watch.Set); ok {
				for name := range set.Values {
					found[name] = cmp.Or(found[name], y+6)
				}
			}
		}
	}
	return found
}

// Each parameter of each search has a slider over its whole range, a field, and a box that selects
// the automatic value.
func TestParams(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.panel.more = true
	for _, a := range b.s.Snapshot().Algorithms {
		if err := b.s.Apply(watch.Set{Algorithm: a.Name()}); err != nil {
			t.Fatal(err)
		}
		b.frame()
		b.frame()
		rows := b.rows()
		if len(rows) != len(a.Params()) {
			t.Fatalf("%s: there are sliders for %v", a.Name(), rows)
		}
		for _, p := range b.s.Snapshot().Params {
			least, most := p.Bounds(b.s.Snapshot().Device)
			b.slides(p, rows[p.Name], 109, most)
			b.slides(p, rows[p.Name], 27, least)
			tooMuch := "nearest " + fmt.Sprint(most)
			if p.Choices != nil {
				tooMuch = "one of " + strings.Join(p.Choices, ", ")
			}
			b.types(p, rows[p.Name], p.Text(most), most, "")
			b.types(p, rows[p.Name], "auto", 0, "")
			b.types(p, rows[p.Name], fmt.Sprint(2*most), 0, tooMuch)
			b.types(p, rows[p.Name], "many", 0, `"many"`)
			if got := uitest.Find[watch.Set](t, b.Drag(277, rows[p.Name], 277, rows[p.Name])); !maps.Equal(got.Values, compute.Values{p.Name: p.Value}) {
				t.Errorf("%s: the box of %s asks for %+v, not for %d", a.Name(), p.Name, got, p.Value)
			}
		}
	}
}

// slides drags a slider to a position and compares the value there.
func (b *bench) slides(p compute.ParamState, y, x float64, want uint32) {
	b.T.Helper()
	var last watch.Set
	for _, a := range b.Drag(65, y, x, y) {
		if set, ok := a.(watch.Set); ok {
			last = set
		}
	}
	if !maps.Equal(last.Values, compute.Values{p.Name: want}) && p.Value != want {
		b.T.Errorf("the slider of %s ends with %+v, not %d", p.Name, last, want)
	}
}

// types enters a text into the field. It expects a requested value, or a refusal that gives the
// reason.
func (b *bench) types(p compute.ParamState, y float64, text string, want uint32, refused string) {
	b.T.Helper()
	b.Drag(220, y, 220, y)
	b.Input.Text = text
	b.frame()
	actions := b.Press(input.KeyEnter)
	if refused == "" {
		if got := uitest.Find[watch.Set](b.T, actions); !maps.Equal(got.Values, compute.Values{p.Name: want}) {
			b.T.Errorf("%q in the field of %s asks for %+v", text, p.Name, got)
		}
		return
	}
	if got := uitest.Find[ui.Refuse](b.T, actions); !strings.Contains(got.Why, p.Name) || !strings.Contains(got.Why, refused) {
		b.T.Errorf("%q in the field of %s: %q", text, p.Name, got.Why)
	}
}

// Less common parameters are hidden unless they are shown by the button or set.
func TestMoreParams(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	b.frame()
	few := len(b.rows())
	for y := 440.0; y < 600 && !b.panel.more; y += 3 {
		b.Drag(ui.ContentRight-20, y, ui.ContentRight-20, y)
	}
	b.frame()
	if more := len(b.rows()); few != 3 || !b.panel.more || more != len(b.s.Snapshot().Params) {
		t.Errorf("%d sliders are shown, and %d after a click on more", few, more)
	}
	b.panel.more = false
	if err := b.s.Apply(watch.Set{Values: compute.Values{sssp.Stall: 2}}); err != nil {
		t.Fatal(err)
	}
	b.frame()
	if rows := b.rows(); rows[sssp.Stall] == 0 {
		t.Errorf("stalling is chosen, and hidden: %v", rows)
	}
}

// A finished sweep gives the least time of each value of its axes, in order, for the search that it measured.
func TestCosts(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	b.openMap()
	if err := b.s.Apply(session.RunExperiment{Kind: experiment.Sweep, Algorithms: []string{"nearfar"}, Axes: []string{"delta", "workgroup"}, Queries: 1, Repetitions: 1}); err != nil {
		t.Fatal(err)
	}
	s := state{Snapshot: b.s.Snapshot()}
	if costs := b.panel.costs(s, "nearfar", "delta"); costs != nil {
		t.Errorf("a sweep that runs has the costs %v", costs)
	}
	if err := b.s.Settle(); err != nil {
		t.Fatal(err)
	}
	s.Snapshot = b.s.Snapshot()
	least := map[uint32]float64{}
	for _, row := range s.Experiment.Result.Rows {
		if x := row.Values["delta"]; least[x] == 0 || row.Wall < least[x] {
			least[x] = row.Wall
		}
	}
	costs := b.panel.costs(s, "nearfar", "delta")
	if len(costs) < 3 || len(costs) > len(least) || !slices.IsSortedFunc(costs, func(a, b ui.Cost) int { return cmp.Compare(a.Value, b.Value) }) {
		t.Errorf("the costs are %v, of %d values", costs, len(least))
	}
	for _, c := range costs {
		if c.MS < least[c.Value] || c.MS <= 0 {
			t.Errorf("the cost of %d is %g ms, and its fastest row %g", c.Value, c.MS, least[c.Value])
		}
	}
	if other := b.panel.costs(s, "frontier", "delta"); other != nil {
		t.Errorf("another search has the costs %v", other)
	}
	b.frame()
	other := *s.Snapshot
	m := *s.Map
	m.Name = "another map"
	other.Map = &m
	if costs := b.panel.costs(state{Snapshot: &other}, "nearfar", "delta"); costs != nil {
		t.Errorf("another map has the costs %v", costs)
	}
}

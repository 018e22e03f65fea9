package session

import (
	"fmt"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/scan"
	"kernelscope/internal/format"
	"kernelscope/watch"
)

// Snapshot is the state that panels show.
type Snapshot struct {
	watch.Common
	Input Input
	Lanes []Lane // one, or two in a comparison; none before the first input
	Total uint64 // of all values
}

// Lane is a scan.
type Lane struct {
	Params  []compute.ParamState
	Event   compute.Event
	Steps   int
	Kernels [][]profile.Row // dispatches of each step that was made, after none for the start; nil where they are not timed
	Verdict watch.Verdict
}

// Snapshot returns the present state.
func (s *Session) Snapshot() Snapshot {
	n := Snapshot{Common: s.Common(), Input: s.input}
	for i, l := range s.Lanes.Active() {
		n.Total = l.total
		n.Lanes = append(n.Lanes, Lane{
			Params: s.Params(i, l.scan.Chosen()), Event: l.Event(), Steps: len(l.steps), Kernels: l.kernels, Verdict: l.Verdict(),
		})
	}
	return n
}

// Title names the algorithm, and Why says what it is for.
const (
	Title = "Prefix sums"
	Why   = "The sum of all values before each value, as a sort or an append needs it: where does each result go?"
)

// Story returns a sentence about the last step of a scan.
func (l *Lane) Story() string {
	if l.Event.Step == 0 {
		return "Only the values are known; every sum is missing."
	}
	return fmt.Sprintf("Step %d of %d: %s.", l.Event.Step, l.Steps, l.Event.Title)
}

// Effective returns the parameters without the assignment of partitions, where a scan in two passes has none.
func (l *Lane) Effective() []compute.ParamState {
	isTwo := func(p compute.ParamState) bool { return p.Name == scan.Passes && p.Value == 2 }
	if !slices.ContainsFunc(l.Params, isTwo) {
		return l.Params
	}
	return slices.DeleteFunc(slices.Clone(l.Params), func(p compute.ParamState) bool { return p.Name == scan.Assign })
}

// Array is an array of a scan for a picture.
type Array struct {
	Kind compute.LayerKind
	Text string
	N    int    // values that a picture may have to sample; 0 for few
	Most uint64 // the height of the picture
}

// Arrays returns the arrays of a scan, from top to bottom.
func (n *Snapshot) Arrays(l *Lane) []Array {
	return []Array{
		{Values, fmt.Sprintf("values: %s, random from 0 to %d", format.Thousands(n.Input.N), Most), n.Input.N, Most},
		{Partials, fmt.Sprintf("sums before partitions: %s", format.Thousands(int(l.Event.Fact("partitions")))), 0, n.Total},
		{Sums, fmt.Sprintf("sums before values: %s", format.Thousands(n.Input.N)), n.Input.N, n.Total},
	}
}

// Measures returns what the scans of a comparison have cost up to the present; none without a
// comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if len(n.Lanes) < 2 {
		return nil
	}
	of := func(number func(compute.Event) float64) [2]float64 {
		return [2]float64{number(n.Lanes[0].Event), number(n.Lanes[1].Event)}
	}
	rate := func(e compute.Event) float64 {
		if !e.Done {
			return math.NaN()
		}
		return 1e3 * float64(n.Input.N) / e.GPU
	}
	return []watch.Measure{
		{Name: "steps", Help: "Dispatches so far.", Of: of(func(e compute.Event) float64 { return float64(e.Step) })},
		{Name: "partitions", Help: "Each is added up by a workgroup.", Of: of(func(e compute.Event) float64 { return e.Fact("partitions") })},
		{Name: "GPU time", Help: "By timestamps on the device, of the steps so far, each waited for.", Unit: watch.Milliseconds, Of: of(func(e compute.Event) float64 { return e.GPU })},
		{Name: "values/s", Help: "Values by this time, at the end.", Unit: watch.PerSecond, Of: of(rate)},
	}
}

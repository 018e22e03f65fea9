package session

import (
	"math"

	"kernelscope/compute"
	"kernelscope/compute/profile"
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

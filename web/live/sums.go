package live

import (
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// sums are prefix sums of an array.
type sums struct {
	*session.Session
	be       compute.Backend
	requests uint64 // so far: each may change the arrays
}

// openSums generates the values of a scene.
func openSums(be compute.Backend, s Scene) (family, error) {
	f := &sums{Session: session.NewSession(be, true), be: be}
	if s.Keys == nil {
		return nil, fmt.Errorf("sums have values")
	}
	return f, f.Apply(values(*s.Keys))
}

func values(k Keys) session.SetInput {
	return session.SetInput{Input: session.Input{N: k.N, Seed: k.Seed}}
}

func (f *sums) about() About {
	return About{Family: Sums, Name: "values", Clocks: timeline.Clocks[:1], Algorithms: []Algorithm{{Name: scan.Algorithm{}.Name(), Title: session.Title, Summary: session.Why}}}
}

func (f *sums) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Keys: &Keys{N: n.Input.N, Seed: n.Input.Seed}, Ready: 1, Busy: f.Waiting()}
	for i, l := range n.Lanes {
		r := Running{
			Algorithm: scan.Algorithm{}.Name(), Title: session.Title, Story: l.Story(), Params: paramsOf(l.Effective(), f.Sides[i].Limits()), Event: l.Event, Facts: factsOf(l.Event, nil),
			Done: l.Event.Done, Moment: f.requests<<8 | uint64(l.Event.Step)<<1 | 1, Known: l.Steps,
		}
		for _, a := range n.Arrays(&l) {
			r.Arrays = append(r.Arrays, Array{Name: string(a.Kind), Text: a.Text, Most: a.Most})
		}
		if l.Event.Done { // else the verdict is of the end
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

func (f *sums) act(r Request) (watch.Action, error) {
	f.requests++
	switch in := f.Snapshot().Input; {
	case r.Do == "random":
		return values(Keys{N: in.N, Seed: in.Seed + 1}), nil
	case r.Do == "keys" && r.Keys == nil:
		return nil, fmt.Errorf("which values?")
	case r.Do == "keys":
		return values(*r.Keys), nil
	}
	return nil, nil
}

// array returns a layer by its kind.
func (f *sums) array(lane int, name string) ([]uint32, error) {
	return layer(f.be, f, lane, compute.LayerKind(name))
}

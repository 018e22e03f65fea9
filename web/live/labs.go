//go:build !js || labs

package live

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/families/labs/session"
	"kernelscope/internal/fault"
	"kernelscope/open/labload"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// labs run a lab.
type labs struct {
	*session.Session
	be     compute.Backend
	of     *labload.Lab
	from   string
	scales []scale // of its drawings, for both lanes
	grown  uint64  // how often a scale has
	lanes  [2]drawn
}

// scale is where numbers of a drawing lie, which includes zero.
type scale struct{ low, high float64 }

// drawn are the arrays of a lane, at a version of it.
type drawn struct {
	version int
	words   [][]uint32 // of each drawing
}

// LabData is the data of a scene of a lab, in JSON.
type LabData struct {
	From string // on a command line
	labload.Copy
}

// interpreter returns the backend of labs where there is no device. Wide subgroups execute fewer instructions.
func interpreter() compute.Backend { return onsimt.New(64).Backend() }

// openLabs reads the lab of a scene from its data.
func openLabs(be compute.Backend, data []byte) (family, error) {
	var d LabData
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, fault.Input.Errorf("the lab in this file is damaged: %w", err)
	}
	l, err := d.Read(context.Background())
	if err != nil {
		return nil, err
	}
	f := &labs{Session: session.NewSession(be, true), be: be, of: l, from: d.From}
	f.scales = make([]scale, len(f.of.Drawn()))
	return f, f.Apply(session.SetLabs{Labs: [2]*lab.Lab{l.Lab, l.Lab}})
}

func (f *labs) about() About {
	return About{
		Family: Labs, Name: f.of.Title, From: f.from, Clocks: timeline.Clocks[:1],
		Algorithms: []Algorithm{{Name: f.of.Name(), Title: f.of.Title, Summary: strings.Join(f.of.Notes, " ")}},
	}
}

// read reads the drawings of a lane that has moved on, and widens their scales.
func (f *labs) read(lane int, l *session.Lane) error {
	if f.lanes[lane].version == l.Version {
		return nil
	}
	now := drawn{version: l.Version}
	for i, d := range f.of.Drawn() {
		words, err := layer(f.be, f, lane, compute.LayerKind(d.Buffer))
		if err != nil {
			return err
		}
		now.words = append(now.words, words)
		s, kind := &f.scales[i], f.buffer(d.Buffer).Type
		before := *s
		if s.low, s.high = min(s.low, d.Low), max(s.high, d.High); d.Low >= d.High {
			for _, w := range words {
				if x := kind.Number(w); x-x == 0 { // neither infinite nor undefined
					s.low, s.high = min(s.low, x), max(s.high, x)
				}
			}
		}
		if *s != before {
			f.grown++
		}
	}
	f.lanes[lane] = now
	return nil
}

func (f *labs) buffer(name string) lab.Buffer {
	return f.of.Buffers[slices.IndexFunc(f.of.Buffers, func(b lab.Buffer) bool { return b.Name == name })]
}

func (f *labs) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Ready: 1, Busy: f.Waiting()}
	for i := range n.Lanes {
		if err := f.read(i, &n.Lanes[i]); err != nil {
			f.lanes[i] = drawn{version: n.Lanes[i].Version, words: make([][]uint32, len(f.scales))}
		}
	}
	for i := range n.Lanes {
		l := &n.Lanes[i]
		r := Running{
			Algorithm: l.Name(), Title: l.Title, Story: l.Story(), Params: paramsOf(l.Params, f.Sides[i].Limits()), Event: l.Event, Facts: factsOf(l.Event, nil),
			Done: l.Event.Done, Moment: f.grown<<40 | uint64(l.Version)<<1 | 1, Known: l.Steps, Unchecked: len(l.Checks) == 0,
		}
		for k, d := range f.of.Drawn() {
			r.Arrays = append(r.Arrays, f.described(k, d, l, f.lanes[i].words[k]))
		}
		if l.Event.Done && !r.Unchecked {
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// described describes a drawing; few numbers are written.
func (f *labs) described(k int, d labload.View, l *session.Lane, words []uint32) Array {
	b, s := f.buffer(d.Buffer), f.scales[k]
	a := Array{Name: fmt.Sprint(k), Text: fmt.Sprintf("%s: %s", d.Buffer, b.Type), Most: levels, Low: b.Type.Text(b.Type.Word(s.low)), High: b.Type.Text(b.Type.Word(s.high))}
	switch few := l.Few[d.Buffer]; {
	case few != nil:
		var texts []string
		for _, w := range few {
			texts = append(texts, b.Type.Text(w))
		}
		a.Numbers = strings.Join(texts, "  ")
	case d.Kind == labload.Field:
		a.Columns = d.Columns(l.Env, len(words))
	}
	return a
}

// levels are how many heights a drawing has.
const levels = 65535

func (f *labs) act(Request) (watch.Action, error) { return nil, nil }

// array returns the levels of a drawing's numbers on its scale, by its number.
func (f *labs) array(lane int, name string) ([]uint32, error) {
	n, k := f.Snapshot(), 0
	if _, err := fmt.Sscan(name, &k); err != nil || k < 0 || k >= len(f.scales) || lane < 0 || lane >= len(n.Lanes) {
		return nil, fmt.Errorf("a lab has no array %q of run %d", name, lane)
	}
	if err := f.read(lane, &n.Lanes[lane]); err != nil {
		return nil, err
	}
	d, s := f.of.Drawn()[k], f.scales[k]
	kind, span := f.buffer(d.Buffer).Type, max(s.high-s.low, 1e-300)
	return column(f.lanes[lane].words[k], func(w uint32) uint32 {
		x := (kind.Number(w) - s.low) / span
		if x != x {
			return 0
		}
		return uint32(levels * min(1, max(0, x)))
	}), nil
}

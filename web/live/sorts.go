package live

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// sorts are sorts of an array.
type sorts struct {
	*session.Session
	be   compute.Backend
	list string // of keys that were given last
}

// openSorts generates the keys of a scene.
func openSorts(be compute.Backend, s Scene) (family, error) {
	f := &sorts{Session: session.New(be, sorting.Algorithms(), true), be: be}
	if s.Keys == nil {
		return nil, fmt.Errorf("a sort has keys")
	}
	a, err := f.input(*s.Keys)
	if err != nil {
		return nil, err
	}
	return f, f.Apply(a)
}

// input returns the action that sorts other keys.
func (f *sorts) input(k Keys) (watch.Action, error) {
	if k.Text == "" {
		return session.SetInput{Input: session.Input{N: k.N, Distribution: k.Distribution, Seed: k.Seed}}, nil
	}
	f.list = k.Text
	words, err := keygen.List(k.Text, sorting.U32)
	return session.SetKeys{Name: "a list", Words: words}, err
}

func (f *sorts) about() About {
	a := About{Family: Sorts, Name: "keys", Clocks: timeline.Clocks[:1], Inputs: keygen.Distributions()}
	for _, x := range sorting.Algorithms() {
		a.Algorithms = append(a.Algorithms, Algorithm{Name: x.Name(), Title: x.Title(), Summary: x.About()})
	}
	return a
}

func (f *sorts) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Keys: &Keys{N: n.Input.N, Distribution: n.Input.Distribution, Seed: n.Input.Seed}, Ready: n.Measured, Busy: f.Waiting()}
	if n.Input.File != "" {
		s.Keys.Text = f.list
	}
	for i, l := range n.Lanes {
		r := Running{
			Algorithm: l.Algorithm.Name(), Title: l.Algorithm.Title(), Story: n.Story(&l), Params: paramsOf(l.Params, l.On), Event: l.Event, Facts: factsOf(l.Event, nil), Done: l.Done(), Known: len(l.Steps),
		}
		if arrays := f.Arrays(); i < len(arrays) {
			r.Moment = uint64(arrays[i].Version)<<1 + 1
		}
		if l.Done() || l.Wrong != nil { // else the verdict is of the end
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

func (f *sorts) act(r Request) (watch.Action, error) {
	switch r.Do {
	case "keys":
		if r.Keys == nil {
			return nil, fmt.Errorf("which keys?")
		}
		return f.input(*r.Keys)
	case "random":
		return watch.Shuffle{}, nil
	}
	return nil, nil
}

// array returns a word per key: its level among all keys in 16 bits, its digit in 8 if the step has one, and
// whether the step has moved it.
func (f *sorts) array(lane int, name string) ([]uint32, error) {
	n, arrays := f.Snapshot(), f.Arrays()
	if lane < 0 || lane >= len(arrays) {
		return nil, fmt.Errorf("there is no sort %d", lane)
	}
	keys, err := f.read(arrays[lane].Keys, n.Input.N)
	if err != nil {
		return nil, err
	}
	step, _ := n.Lanes[lane].Digit()
	switch name {
	case "cells":
		before, err := f.read(arrays[lane].Before, n.Input.N)
		if err != nil {
			return nil, err
		}
		span, least := float64(arrays[lane].Most-arrays[lane].Least), arrays[lane].Least
		out := make([]uint32, len(keys))
		for i, k := range keys {
			out[i] = uint32(65535 * float64(uint64(k)-least) / span)
			if step.Bits > 0 {
				out[i] |= uint32(step.Digit.Of(uint64(k))*255/uint64(step.Symbols()-1)) << 16
			}
			if k != before[i] {
				out[i] |= 1 << 24
			}
		}
		return out, nil
	case "counts":
		if step.Bits == 0 {
			return nil, nil
		}
		out := make([]uint32, step.Symbols())
		for _, k := range keys {
			out[step.Digit.Of(uint64(k))]++
		}
		return out, nil
	}
	return nil, fmt.Errorf("sorts have no %s", format.Cell(name))
}

// read reads keys, each a word.
func (f *sorts) read(b compute.Buffer, n int) ([]uint32, error) {
	keys := make([]uint32, n)
	return keys, f.be.Read(context.Background(), b, 0, keys)
}

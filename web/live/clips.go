package live

import (
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// clips are the matching of a sequence of clips.
type clips struct {
	*session.Session
	be       compute.Backend
	requests uint64 // so far: each may change the arrays
}

// openClips generates the sequence of a scene, or reads its text.
func openClips(be compute.Backend, s Scene) (family, error) {
	f := &clips{Session: session.New(be, clip.Forms(), true), be: be}
	f.Untimed = true
	if s.Keys == nil {
		return nil, fmt.Errorf("clips have elements")
	}
	if err := f.Apply(sequence(*s.Keys)); err != nil {
		return nil, err
	}
	element := -1
	if s.Element != nil {
		element = *s.Element
	}
	if err := f.Apply(session.SelectElement{Element: element}); err != nil || !s.Levels {
		return f, err
	}
	return f, f.Apply(session.Select{Partition: 0})
}

func sequence(k Keys) watch.Action {
	if k.Text != "" {
		return session.SetText{Text: k.Text}
	}
	return session.SetInput{Input: session.Input{Shape: k.Distribution, N: k.N, Seed: k.Seed}}
}

func (f *clips) about() About {
	a := About{Family: Clips, Name: "elements", Clocks: []string{timeline.Steps.String(), timeline.Progress.String()}, Inputs: clipseq.Shapes()}
	for _, x := range clip.Forms() {
		a.Algorithms = append(a.Algorithms, Algorithm{Name: x.Name(), Title: x.Title(), Summary: x.About()})
	}
	return a
}

func (f *clips) state() State {
	n := f.Snapshot()
	s := State{Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Keys: &Keys{N: n.Input.N, Distribution: n.Input.Shape, Seed: n.Input.Seed, Text: n.Input.Text}, Ready: 1, Busy: f.Waiting()}
	if n.Element >= 0 {
		s.Element, s.Inspected = &n.Element, f.inspected(n)
	}
	for _, l := range n.Lanes() {
		r := Running{
			Algorithm: l.Form.Name(), Title: l.Form.Title(), Story: l.Story(), Params: paramsOf(l.Params, l.On), Event: l.Event, Facts: factsOf(l.Event, nil),
			Done: l.Event.Done, Moment: f.requests<<32 | uint64(l.Position)<<1 | 1, Known: l.Length, Size: l.Run.Size, Shown: l.Shown,
		}
		if l.Event.Done { // else the verdict is of the end
			r.Verdict, r.Right = verdict(l.Verdict)
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// inspected describes the selected element.
func (f *clips) inspected(n *session.Snapshot) []string {
	i := n.Element
	lines := []string{fmt.Sprintf("Element %s, a %s, in partition %d", format.Thousands(i), clipseq.KindName(n.Sequence.Elements[i]), i/n.Run.Size)}
	switch l := n.Run.Result.Links[i]; {
	case n.States[i/n.Run.Size] != session.Linked:
		return append(lines, "its link is not known yet")
	case l != clip.None:
		return append(lines, fmt.Sprintf("link: the push %s, in partition %d", format.Thousands(l), int(l)/n.Run.Size))
	}
	return append(lines, "no push is open before it")
}

func (f *clips) act(r Request) (watch.Action, error) {
	f.requests++
	switch in := f.Snapshot().Input; {
	case r.Do == "random":
		return watch.Shuffle{}, nil
	case r.Do == "element":
		return session.SelectElement{Element: r.Step}, nil
	case r.Do == "partition":
		return session.Select{Lane: r.Lane, Partition: r.Step}, nil
	case r.Do == "keys" && r.Keys == nil:
		return nil, fmt.Errorf("which elements of %s?", in.Shape)
	case r.Do == "keys":
		return sequence(*r.Keys), nil
	}
	return nil, nil
}

// array returns a layer by its kind; the elements' kinds and the heights before them; partitions' back-links, -1 for
// none; the events of the shown partition's walk, two words each; the lowest heights of the tree's nodes; or the levels of
// the shown partition, see levelsOf.
func (f *clips) array(lane int, name string) ([]uint32, error) {
	n := f.Snapshot()
	if lane < 0 || lane >= len(n.Lanes()) {
		return nil, fmt.Errorf("there is no run %d", lane)
	}
	l := n.Lanes()[lane]
	switch name {
	case "elements":
		return column(n.Sequence.Elements, func(e uint32) uint32 { return e & clipseq.KindMask }), nil
	case "heights":
		return column(n.Heights, func(h int32) uint32 { return uint32(h) }), nil
	case "backs":
		return column(l.Run.Partitions, func(p clip.Partition) uint32 { return uint32(p.Back) }), nil
	case "walk":
		var out []uint32
		for _, e := range l.Walk() {
			out = append(out, uint32(e.Kind), uint32(e.Other))
		}
		return out, nil
	case "levels":
		return levelsOf(l), nil
	case "minima":
		if l.Run.Tree == nil {
			return nil, nil
		}
		return column(l.Run.Tree.Minima, func(h int32) uint32 { return uint32(h) }), nil
	}
	return layer(f.be, f, lane, compute.LayerKind(name))
}

// levelsOf returns the levels of the shown partition's reduction in place: their number, how many are complete, and how many
// slots each has; then of each level the push and the link of each slot, -1 for none, and the pops and pushes of each block.
func levelsOf(l *session.Lane) []uint32 {
	levels, made := l.Reduced()
	if len(levels) == 0 {
		return nil
	}
	out := []uint32{uint32(len(levels)), uint32(made), uint32(len(levels[0].Slots))}
	for _, level := range levels {
		for _, s := range level.Slots {
			out = append(out, uint32(s.Push), uint32(s.Link))
		}
		for _, b := range level.Blocks {
			out = append(out, uint32(b.Pops), uint32(b.Pushes))
		}
	}
	return out
}

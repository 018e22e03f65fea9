package lens

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/studio"
	"kernelscope/ui"
	uilens "kernelscope/ui/lens"
)

// asked is a value whose writer is asked for.
type asked struct {
	ui.Value
	buffers []string // that may have it
	word    int
	mask    uint32 // as compute.Source has it
}

// wrote is the write that gave a value.
type wrote struct {
	Value  ui.Value
	Block  int // binding of the buffer
	Buffer string
	Step   int // of the timeline that shows it
	simt.Write
}

// writers notes the dispatches that write a value, in all steps.
type writers struct {
	present *found                      // of the step that is made
	words   map[compute.Buffer][]uint32 // buffers that may have the value, as they are now
	holds   map[compute.Buffer]bool     // those in which a kernel has set a bit of the mask, which may be cleared since
	heard   []heard                     // of the dispatch in execution
	latest  map[compute.Buffer]*writer
}

// heard is a buffer of a dispatch whose writes are heard.
type heard struct {
	buffer compute.Buffer
	block  int
	*simt.History
	had bool // one of the buffers had a bit of the mask
}

// writer is the last dispatch so far that wrote a value.
type writer struct {
	of     *found
	chosen int
	inputs *onsimt.Inputs
	block  int
	simt.Write
}

// list is what the dispatches of a step belong to.
func (w *writers) list(step int) *found {
	if w.present == nil || w.present.Step != step {
		w.present = &found{Step: step}
	}
	return w.present
}

// listen returns what collects the writes of a dispatch to the buffers that may have the value; nil if it has none of them.
func (w *writers) listen(a *asked, c compute.Call, buffers [][]uint32) (out []*simt.History) {
	w.heard = nil
	if w.words == nil {
		w.words, w.holds, w.latest = map[compute.Buffer][]uint32{}, map[compute.Buffer]bool{}, map[compute.Buffer]*writer{}
	}
	for i, b := range c.Buffers {
		if b == nil || !slices.Contains(a.buffers, b.Name()) || a.word >= len(buffers[i]) {
			continue
		}
		w.words[b] = buffers[i]
		if slices.ContainsFunc(w.heard, func(h heard) bool { return h.buffer == b }) {
			continue
		}
		h := heard{buffer: b, block: i, History: &simt.History{Buffer: buffers[i], From: a.word, To: a.word + 1}}
		w.heard, out = append(w.heard, h), append(out, h.History)
	}
	for i := range w.heard {
		for b, words := range w.words {
			w.heard[i].had = w.heard[i].had || w.holds[b] && words[a.word]&a.mask != 0
		}
	}
	return out
}

// note notes what the dispatch that has ended wrote.
func (w *writers) note(a *asked, l *found, in *onsimt.Inputs) {
	for _, h := range w.heard {
		if n := len(h.Writes); n > 0 {
			w.holds[h.buffer] = h.Writes[n-1].New&a.mask != 0
		}
		if in == nil || a.mask != 0 && h.had {
			continue
		}
		i := len(h.Writes) - 1
		if a.mask == 0 {
			for i >= 0 && !h.Writes[i].Sets() {
				i--
			}
		} else {
			i = slices.IndexFunc(h.Writes, func(x simt.Write) bool { return x.New&a.mask != 0 })
		}
		if i >= 0 {
			w.latest[h.buffer] = &writer{l, len(l.Dispatches) - 1, in, h.block, h.Writes[i]}
		}
	}
	w.heard = nil
}

// of returns the last dispatch that wrote a value, or nil.
func (w *writers) of(src compute.Source) *writer {
	x := w.latest[src.Buffer]
	if o := w.latest[src.Also]; src.Mask != 0 && o != nil && (x == nil || o.Dispatch > x.Dispatch) {
		return o
	}
	return x
}

// last returns the last dispatch that wrote a value that a stage shows.
func (w *writers) last(s *studio.Stage, p place) (f found, err error) {
	_, src, err := sourceOf(s, p.wrote.Value, p.step)
	if err != nil {
		return f, err
	}
	x := w.of(src)
	switch {
	case x == nil:
		return f, cli.Usage("%s: no kernel has written it up to step %d", p.wrote.Name(), p.step)
	case src.Mask == 0 && w.words[src.Buffer][src.Word] != x.New:
		return f, cli.Usage("%s: it was filled or copied after the last kernel that wrote it", p.wrote.Name())
	}
	f = *x.of
	f.Chosen, f.Inputs = x.chosen, x.inputs
	f.Wrote = &wrote{p.wrote.Value, x.block, src.Buffer.Name(), f.Step, x.Write}
	if src.Step > 0 {
		f.Wrote.Step = src.Step
	}
	return f, nil
}

// sourceOf returns where a stage has a value at a step, and its layer.
func sourceOf(s *studio.Stage, v ui.Value, step int) (l compute.Layer, src compute.Source, err error) {
	shown, ok := s.Shown().(studio.Layered)
	if !ok {
		return l, src, cli.Usage("--wrote: the view shows no values of kernels")
	}
	layers := shown.Layers(v.Side)
	i := slices.IndexFunc(layers, func(l compute.Layer) bool { return l.Named() == v.Of })
	switch {
	case len(layers) == 0:
		return l, src, cli.Usage("--wrote: nothing runs there")
	case i < 0:
		var names []string
		for _, l := range layers {
			names = append(names, l.Named())
		}
		return l, src, cli.Usage("--wrote: there is no %q at step %d; choose from %q", v.Of, step, names)
	}
	if l = layers[i]; v.Entry >= l.Count {
		return l, src, cli.Usage("--wrote: there is no %s; the last is %d", v.Name(), l.Count-1)
	}
	switch src = l.Source(v.Entry); {
	case src.Buffer == nil:
		return l, src, cli.Usage("%s: no kernel writes it", v.Name())
	case src.Step > step:
		return l, src, cli.Usage("%s: it is written in step %d, after step %d", v.Name(), src.Step, step)
	}
	return l, src, nil
}

// ask finds out, on the device, which buffers may have a value at a step of a view.
func (h Host) ask(ctx context.Context, v ui.Value, step int, view []string) (a *asked, err error) {
	player := &story.Player{Show: h.Show}
	err = h.Canvas(studio.PictureFlags{Size: "256x256", Ratio: 1}, func(c *studio.Canvas) error {
		last, err := player.Visit(ctx, c, view, slices.Compact([]int{0, step}), func(int) {})
		if err != nil {
			return err
		}
		if last < step {
			return cli.Step(fmt.Sprint(step)).Beyond(last)
		}
		_, src, err := sourceOf(c.Stage, v, step)
		if err != nil {
			return err
		}
		a = &asked{v, []string{src.Buffer.Name()}, src.Word, src.Mask}
		if src.Also != nil {
			a.buffers = append(a.buffers, src.Also.Name())
		}
		return nil
	})
	return a, err
}

// told is what the panel tells of the write.
func (x *wrote) told(width int) *uilens.Wrote {
	return &uilens.Wrote{
		Text:  fmt.Sprintf("%s: invocation %d of workgroup %d wrote %d to %s[%d] at line %d, in place of %d", x.Value.Name(), x.Invocation, x.Workgroup, x.New, x.Buffer, x.Word, x.Line.Line, x.Old),
		Group: x.Workgroup, Lane: x.Invocation % width, Step: x.Step,
	}
}

// Package clip matches the pushes and pops of a sequence on a device and cuts boxes by all
// clips around them, in several forms, step by step, so that each step can be inspected. It
// does not verify: the oracle does.
package clip

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// Names of parameters.
const (
	Workgroup = "workgroup" // invocations of one
	Items     = "items"     // elements of an invocation
	Few       = "few"       // partitions up to which the tree form needs no tree
	Window    = "window"    // partitions that are looked at together
)

// None is the link of an element before which no push is open.
const None = shaders.ClipNone

// Form is a form of matching.
type Form interface {
	Name() string            // as on the command line
	Title() string           // as in a panel
	About() string           // what it does, in a sentence
	Params() []compute.Param // what can be chosen
	// Prepare allocates buffers on a device for up to capacity elements, with boxes or without.
	// The form chooses values that are zero. Errors wrap compute.ErrValue for values that are not
	// allowed, and fault.Limit for sizes that do not fit the device.
	Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error)
}

// Forms lists the forms, the default first.
func Forms() []Form { return []Form{Tree{}, Lookback{}, Shuffle{}, Snapshot{}} }

// Watched returns a form that keeps a number of events of its look-back, if it has one, and the levels
// of its reduction in place, if it has one, of the partitions of the first elements.
func Watched(f Form, events, elements int) Form {
	switch f.(type) {
	case Lookback:
		return Lookback{Events: events}
	case Shuffle:
		return Shuffle{Events: events, Levels: elements}
	case Snapshot:
		return Snapshot{Events: events, Levels: elements}
	}
	return f
}

// ReducesInPlace reports whether a form does, so that it has levels.
func ReducesInPlace(f Form) bool {
	switch f.(type) {
	case Shuffle, Snapshot:
		return true
	}
	return false
}

// Clip holds a sequence on a device, its results, and the steps that make them.
// After writing Elements, Boxes and the first word of Control, the number of elements, record
// the steps, any number of times: they match the current contents.
type Clip struct {
	Form     Form
	Capacity int // elements
	HasBoxes bool
	Values   compute.Values
	Size     int // elements of a partition

	Elements compute.Buffer // words as clipseq has them
	Boxes    compute.Buffer // four floats per element: left, top, right, bottom; undefined for pops
	Control  compute.Buffer // words named by shaders.ClipCount and the constants after it
	Links    compute.Buffer // of each element the innermost push that is open before it, or None
	Resolved compute.Buffer // of each element a box, as Result.Boxes; without boxes one word
	// Partitions has four words for each: the number of earlier pushes that it pops, the number of
	// its own pushes that stay open, the height at which it begins (pushes less pops before it),
	// and its lowest height, where its slice of the stack begins.
	Partitions compute.Buffer
	Levels     compute.Buffer // of the reduction in place: ref.Level words for each partition, level and slot; else nil
	Trace      compute.Buffer // of the look-back: words named by shaders.ClipTraceHappened and the constants after it; else nil
	State      compute.Buffer // of the look-back: words named by ref.Status and the constants after it, ref.State per partition; else nil
	// Minima are the lowest heights of partitions and of the nodes of the tree above them,
	// four children per node: node v in word v-1; nil for the look-back.
	Minima compute.Buffer
	Steps  []Step // the last one writes Links

	compute.Memory
}

// Step is work whose result can be shown.
type Step struct {
	Title string
	Parts compute.Parts
}

// newClip makes one without steps.
func newClip(be compute.Backend, f Form, capacity int, boxes bool, v compute.Values) *Clip {
	c := &Clip{Form: f, Capacity: capacity, HasBoxes: boxes, Values: v, Size: int(v[Workgroup] * v[Items]), Memory: compute.Memory{Backend: be}}
	c.Elements, c.Links = c.NewBuffer("elements", capacity), c.NewBuffer("links", capacity)
	c.Boxes, c.Resolved = c.NewBuffer("boxes", c.boxWords(capacity)), c.NewBuffer("resolved boxes", c.boxWords(capacity))
	c.Control = c.NewBuffer("control of clips", shaders.ClipControl)
	c.Partitions = c.NewBuffer("partitions", 4*c.partitions())
	be.Fill(c.Control, 0, c.Control.Len(), 0)
	return c
}

// boxWords returns the words of n boxes, or 0 if boxes are not cut.
func (c *Clip) boxWords(n int) int {
	if !c.HasBoxes {
		return 1
	}
	return 4 * n
}

// partitions returns the number of partitions that fit.
func (c *Clip) partitions() int { return max(1, (c.Capacity+c.Size-1)/c.Size) }

// ready waits until the memory is there.
func (c *Clip) ready() (*Clip, error) {
	if err := c.Ready(); err != nil {
		return nil, err
	}
	return c, nil
}

// Record records all steps.
func (c *Clip) Record(e compute.Encoder) { c.parts().Record(e) }

// Submissions divides all steps so that none takes longer than a quarter of a second.
func (c *Clip) Submissions() []compute.Parts {
	return c.parts().Submissions(c.Backend.Limits().Work)
}

// Match runs all steps, and waits for all submissions but the last one.
func (c *Clip) Match(ctx context.Context) error { return c.parts().Run(ctx, c.Backend) }

func (c *Clip) parts() (all compute.Parts) {
	for _, s := range c.Steps {
		all = append(all, s.Parts...)
	}
	return all
}

// Write checks a sequence and uploads it.
func (c *Clip) Write(s clipseq.Sequence) error {
	if err := s.Check(); err != nil {
		return err
	}
	n := len(s.Elements)
	if n > c.Capacity || c.HasBoxes && len(s.Boxes) != n {
		return fmt.Errorf("clip: %d elements and %d boxes in room for %d", n, len(s.Boxes), c.Capacity)
	}
	c.Backend.Write(c.Elements, 0, s.Elements)
	if c.HasBoxes {
		words := make([]uint32, 0, 4*n)
		for _, b := range s.Boxes {
			w := b.Bits()
			words = append(words, w[:]...)
		}
		c.Backend.Write(c.Boxes, 0, words)
	}
	c.Hold(n)
	return nil
}

// Hold says that a kernel writes n elements, at most Capacity, in place of Write.
func (c *Clip) Hold(n int) { c.Backend.Update(c.Control, shaders.ClipCount, uint32(n)) }

// Read waits and returns the results of the first n elements.
func (c *Clip) Read(ctx context.Context, n int) (r Result, err error) {
	r.Links = make([]uint32, n)
	if err := c.Backend.Read(ctx, c.Links, 0, r.Links); err != nil {
		return r, err
	}
	var control [shaders.ClipControl]uint32
	if err := c.Backend.Read(ctx, c.Control, 0, control[:]); err != nil {
		return r, err
	}
	r.Pops, r.FirstPop = control[shaders.ClipPops], control[shaders.ClipFirstPop]
	r.Pushes, r.FirstPush = control[shaders.ClipPushes], control[shaders.ClipFirstPush]
	if !c.HasBoxes {
		return r, nil
	}
	words := make([]uint32, 4*n)
	if err := c.Backend.Read(ctx, c.Resolved, 0, words); err != nil {
		return r, err
	}
	r.Boxes = make([]clipseq.Box, n)
	for i := range r.Boxes {
		r.Boxes[i] = clipseq.BoxOf([4]uint32(words[4*i : 4*i+4]))
	}
	return r, nil
}

// Work of an element in a step, as compute.Part measures it, on two processors; with boxes it
// is twice as much.
const (
	treeWork    = 8
	walkWork    = 24
	shuffleWork = 64
)

// step adds one whose workgroups each own a partition, given the work of an element. It
// receives the first workgroup and the number of those to start.
func (c *Clip) step(title string, work int, record func(e compute.Encoder, first, n int)) {
	if c.HasBoxes {
		work *= 2
	}
	c.Steps = append(c.Steps, Step{title, compute.Divide(c.partitions(), c.Backend.Limits().Work, work*c.Size, record)})
}

// fits reports whether a device has room for elements, before any is taken, given the words of an
// element in a buffer that some forms have.
func fits(l compute.Limits, capacity int, boxes bool, own int) error {
	largest, each := max(1, own), 3+own // words of an element, in one buffer and in all
	if boxes {
		largest, each = 4, each+12
	}
	return l.Room(capacity, "elements", largest, each*capacity)
}

// chosen chooses partitions whose shared memory is available: if it is not, it lowers the
// sizes, the first one first.
func chosen(f Form, l compute.Limits, auto, given compute.Values, shared func(compute.Values) int, sizes ...string) (compute.Values, error) {
	v, err := compute.Chosen(f.Params(), l, auto, given)
	if err != nil {
		return nil, err
	}
	if err := compute.FitShared(f.Params(), l, given, v, shared, sizes...); err != nil {
		return nil, err
	}
	if w, ok := v[Window]; ok {
		v[Window] = min(w, v[Workgroup]) // also a given one: an invocation looks at one partition
	}
	return v, nil
}

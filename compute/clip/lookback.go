package clip

import (
	"context"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/clip"
	"kernelscope/shaders"
)

// Lookback matches in one pass over the elements: each partition looks back over earlier ones
// for the pushes that its pops need (R. Levien, "The stack monoid revisited", 2021).
type Lookback struct {
	// Events is the greatest number of recorded events of a run, for watching; if zero, the kernel
	// records none.
	Events int
}

// Name returns the name, as on the command line.
func (Lookback) Name() string { return "lookback" }

// Title returns the name for people.
func (Lookback) Title() string { return "Look-back" }

// Params returns the parameters.
func (Lookback) Params() []compute.Param { return append(slices.Clone(params), window) }

// About describes the algorithm.
func (Lookback) About() string {
	return "Publishes what each partition does to the stack, and looks back over the partitions before it, along links where they are known, for the pushes that it needs."
}

var (
	lookback = compute.Agreeing(compute.NewKernel[ref.Lookback[compute.Buffer]]("clip_lookback", workgroups, ref.MirrorLookback),
		ref.AgreeOnLookback)
	lookbackBoxes = compute.Agreeing(compute.NewKernel[ref.LookbackBoxes[compute.Buffer]]("clip_lookback_boxes", workgroups, ref.MirrorLookbackBoxes),
		ref.AgreeOnLookbackBoxes)
)

// maxWindow is the greatest number of partitions that a workgroup looks at together. A subgroup
// processes them in runs of up to 32.
const maxWindow = 128

var window = compute.Param{
	Name: Window, Label: "window", Unit: "partitions", Min: 1, Max: maxWindow, Auto: "The measured best for this kind of device, at most one for each invocation.",
	Help: "Partitions that a workgroup looks at together, at most one for each invocation. With 1 it looks at one after another, as in the article.",
}

// far is the number of words per element for partitions that a walk notes beyond shared memory.
const far = 2

// Prepare allocates the elements and their results, the slices of the stack, half a word per
// element and with boxes four more, the states of partitions, and the partitions that walks note.
func (f Lookback) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	return f.prepare(be, capacity, boxes, v, be.Limits().Patience())
}

func (f Lookback) prepare(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error) {
	l := be.Limits()
	v, err := f.sizes(l, capacity, boxes, v)
	if err != nil {
		return nil, err
	}
	if err := fits(l, capacity, boxes, far); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes, v)
	c.lookBack(f.Events, walkWork, far, patience, func(e compute.Encoder, groups int, a ref.LookbackBoxes[compute.Buffer]) {
		size := int(v[Workgroup])
		if boxes {
			lookbackBoxes.Sized(size).Dispatch(e, groups*size, a)
		} else {
			lookback.Sized(size).Dispatch(e, groups*size, withoutBoxes(a))
		}
	})
	return c.ready()
}

// withoutBoxes are the arguments of a kernel that matches only.
func withoutBoxes(a ref.LookbackBoxes[compute.Buffer]) ref.Lookback[compute.Buffer] {
	return ref.Lookback[compute.Buffer]{Walks: a.Walks, Traced: a.Traced, Window: a.Window, Trace: a.Trace, Far: a.Far, Patience: a.Patience, Groups: a.Groups}
}

// lookBack adds the one step of forms that look back: a workgroup for each partition, of a
// kernel that keeps a number of events, given the work of an element and its words for noted
// partitions.
func (c *Clip) lookBack(events, work, noted int, patience uint32, dispatch func(e compute.Encoder, groups int, a ref.LookbackBoxes[compute.Buffer])) {
	number := c.partitions()
	c.State = c.NewBuffer("states of partitions", ref.State*number)
	c.Trace = c.NewBuffer("trace of look-backs", shaders.ClipTraceEvents+ref.Event*max(1, min(events, (c.Backend.Limits().BufferWords-shaders.ClipTraceEvents)/ref.Event)))
	c.Backend.Fill(c.Trace, 0, 1, 0)
	a := ref.LookbackBoxes[compute.Buffer]{
		Walks: ref.Walks[compute.Buffer]{
			Items: compute.Constant(c.Values[Items]), Elements: c.Elements, Control: c.Control, Partitions: c.Partitions, State: c.State,
			Slices: c.NewBuffer("slices of the stack", number*c.Size/2), Links: c.Links,
		},
		Window: compute.Constant(c.Values[Window]), Trace: c.Trace, Patience: patience, Groups: uint32(number),
	}
	if events > 0 {
		a.Traced = 1
	}
	if noted > 0 {
		a.Far = c.NewBuffer("noted partitions", noted*number*c.Size)
	}
	if c.HasBoxes {
		a.Boxes, a.Resolved = c.Boxes, c.Resolved
		a.SliceBoxes, a.Bases = c.NewBuffer("boxes of slices", 4*number*c.Size), c.NewBuffer("boxes below partitions", 4*number)
	}
	c.step("look-back", work, func(e compute.Encoder, first, n int) {
		if first == 0 {
			if events > 0 {
				e.Fill(c.Trace, 0, 1, 0)
			}
			e.Fill(c.State, 0, c.State.Len(), 0)
			e.Fill(c.Control, shaders.ClipFinished, shaders.ClipControl-shaders.ClipFinished, 0)
		}
		dispatch(e, n, a)
	})
}

// Counters are the costs of the look-backs of the last run.
type Counters struct {
	Longest   uint32 // look-back, in partitions
	Followed  uint32 // back-links
	Fallbacks uint32 // partitions that another workgroup reduced, since they took too long
}

// Counters waits and returns the counters of the last run, zeros without look-back.
func (c *Clip) Counters(ctx context.Context) (Counters, error) {
	var w [shaders.ClipControl]uint32
	err := c.Backend.Read(ctx, c.Control, 0, w[:])
	return Counters{Longest: w[shaders.ClipLongest], Followed: w[shaders.ClipFollowed], Fallbacks: w[shaders.ClipFallbacks]}, err
}

// lookbackShared returns the words of shared memory that a workgroup needs.
func lookbackShared(l compute.Limits, boxes bool) func(compute.Values) int {
	return func(v compute.Values) int {
		words := sharesShared(l, v, boxes) + notedShared(max(shaders.ClipCuts, v[Workgroup]*v[Items]/8+1), boxes) + 4*int(v[Window]) + single
		if !boxes {
			words += int(v[Workgroup])
		}
		return words
	}
}

// sizes returns the sizes that fit a device: smaller workgroups before fewer elements, which cost more.
func (f Lookback) sizes(l compute.Limits, capacity int, boxes bool, given compute.Values) (compute.Values, error) {
	return chosen(f, l, lookbackAuto(l, capacity, boxes), given, lookbackShared(l, boxes), Workgroup, Items)
}

// lookbackAuto are the measured best sizes (docs/measured/clips.md).
func lookbackAuto(l compute.Limits, capacity int, boxes bool) compute.Values {
	if l.IsSoftware {
		return compute.Values{Workgroup: 64, Items: 8, Window: 32}
	}
	v := compute.Values{Workgroup: 512, Items: 8, Window: maxWindow}
	switch {
	case capacity <= 1<<17:
		v[Items] = 2
	case capacity <= 1<<18:
		v[Items] = 4
	case !boxes && capacity > 1<<19 && capacity <= 1<<20:
		v[Workgroup] = 1024 // one workgroup a processor is enough; of more elements, three of 512 are faster
	case boxes && capacity > 1<<20:
		v[Workgroup] = 1024 // registers leave a processor room for one workgroup of either size
	}
	return v
}

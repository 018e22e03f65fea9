package clip

import (
	"context"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Lookback matches in one reading of the elements: each partition looks back at those
// before it for what its pops need (R. Levien, "The stack monoid revisited", 2021).
type Lookback struct {
	// Events is how many events of a run are kept at most, for those who watch; without any,
	// the kernel records none.
	Events int
}

// Name returns the name, as on the command line.
func (Lookback) Name() string { return "lookback" }

// Title returns the name for people.
func (Lookback) Title() string { return "Look-back" }

// Params returns the parameters.
func (Lookback) Params() []compute.Param { return params }

// About describes the algorithm.
func (Lookback) About() string {
	return "Publishes what each partition does to the stack, and looks back over the partitions before it, along links where they are known, for the pushes that it needs."
}

var (
	lookback = compute.Agreeing(compute.NewKernel[ref.ClipLookback[compute.Buffer]]("clip_lookback", workgroups, ref.MirrorClipLookback),
		ref.AgreeOnLookback)
	lookbackBoxes = compute.Agreeing(compute.NewKernel[ref.ClipLookbackBoxes[compute.Buffer]]("clip_lookback_boxes", workgroups, ref.MirrorClipLookbackBoxes),
		ref.AgreeOnLookbackBoxes)
)

// patience is how often a partition looks back in vain before it reduces another one
// itself: about a millisecond on hardware.
const patience = 1 << 10

// Prepare makes room for the elements and their results, for the slices of the stack,
// half a word an element and where there are boxes four more, and for what partitions
// tell each other.
func (f Lookback) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	return f.prepare(be, capacity, boxes, v, patience)
}

func (f Lookback) prepare(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error) {
	l := be.Limits()
	v, err := chosen(f, l, lookbackAuto(l), v, lookbackShared(l, boxes))
	if err != nil {
		return nil, err
	}
	if err := fits(l, capacity, boxes); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes, v)
	number := c.partitions()
	c.State = c.NewBuffer("states of partitions", ref.ClipState*number)
	c.Trace = c.NewBuffer("trace of look-backs", ref.ClipTraceEvents+ref.ClipEvent*max(1, min(f.Events, (l.BufferWords-ref.ClipTraceEvents)/ref.ClipEvent)))
	args := ref.ClipWalks[compute.Buffer]{
		Items: compute.Constant(v[Items]), Elements: c.Elements, Control: c.Control, Partitions: c.Partitions, State: c.State,
		Slices: c.NewBuffer("slices of the stack", number*c.Size/2), Links: c.Links,
	}
	be.Fill(c.Trace, 0, 1, 0)
	traced := compute.Constant(0)
	if f.Events > 0 {
		traced = 1
	}
	clear := func(e compute.Encoder) {
		if f.Events > 0 {
			e.Fill(c.Trace, 0, 1, 0)
		}
		e.Fill(c.State, 0, c.State.Len(), 0)
		e.Fill(c.Control, ref.ClipFinished, ref.ClipControl-ref.ClipFinished, 0)
	}
	workgroup := int(v[Workgroup])
	if !boxes {
		c.step("look-back", func(e compute.Encoder) {
			clear(e)
			lookback.Sized(workgroup).Dispatch(e, number*workgroup, ref.ClipLookback[compute.Buffer]{
				ClipWalks: args, Traced: traced, Trace: c.Trace, Patience: patience,
			})
		})
		return c.ready()
	}
	with := ref.ClipLookbackBoxes[compute.Buffer]{
		ClipWalks: args, Traced: traced, Trace: c.Trace, Patience: patience, Boxes: c.Boxes, SliceBoxes: c.NewBuffer("boxes of slices", 4*number*c.Size),
		Bases: c.NewBuffer("boxes below partitions", 4*number), Resolved: c.Resolved,
	}
	c.step("look-back", func(e compute.Encoder) {
		clear(e)
		lookbackBoxes.Sized(workgroup).Dispatch(e, number*workgroup, with)
	})
	return c.ready()
}

// Counters are what look-backs of the last run cost.
type Counters struct {
	Longest   uint32 // look-back, in partitions
	Followed  uint32 // back-links
	Fallbacks uint32 // partitions that another workgroup reduced, since they took too long
}

// Counters waits and returns those of the last run: zeros where nobody looks back.
func (c *Clip) Counters(ctx context.Context) (Counters, error) {
	var w [ref.ClipControl]uint32
	err := c.Backend.Read(ctx, c.Control, 0, w[:])
	return Counters{Longest: w[ref.ClipLongest], Followed: w[ref.ClipFollowed], Fallbacks: w[ref.ClipFallbacks]}, err
}

// lookbackShared returns the words of shared memory that a workgroup needs.
func lookbackShared(l compute.Limits, boxes bool) func(compute.Values) int {
	return func(v compute.Values) int {
		return sharesShared(l, v, boxes) + 2*int(v[Workgroup]*v[Items]+1) + 4*ref.ClipWindow + single
	}
}

// lookbackAuto are the sizes that were measured to suit (docs/measured.md).
func lookbackAuto(l compute.Limits) compute.Values {
	if l.IsSoftware {
		return compute.Values{Workgroup: 64, Items: 8}
	}
	return compute.Values{Workgroup: 512, Items: 8}
}

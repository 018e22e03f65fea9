package clip

import (
	"context"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/clip"
	"kernelscope/shaders"
)

// Shuffle reduces as the article does: partitions of one element an invocation are reduced in place,
// level by level, in shared memory. They look back as in Lookback; Snapshot does as the article
// (R. Levien, "The stack monoid revisited", 2021).
type Shuffle struct {
	Events int // as Lookback.Events
	// Levels is the number of elements, of the first partitions, whose levels of the reduction are
	// kept for watching. It needs Events.
	Levels int
	// Alone omits the look-back, to measure the reduction: links that lead out of a partition are
	// None, and boxes are not cut.
	Alone bool
}

// Name returns the name, as on the command line.
func (Shuffle) Name() string { return "shuffle" }

// Title returns the name for people.
func (Shuffle) Title() string { return "Shuffle" }

// About describes the algorithm.
func (Shuffle) About() string {
	return "The article's reduction: blocks of a partition are combined in place, two at a time, until one is left; then partitions look back as in Look-back. An invocation owns one element."
}

var shuffleParams = []compute.Param{
	{Name: Workgroup, Label: "workgroup", Unit: "invocations", Min: 16, Max: 1024, PowerOfTwo: true, Limit: compute.WorkgroupLimit, Auto: measured,
		Help: "Invocations per workgroup, and elements per partition. 16 elements are reduced in 4 levels."},
	window,
}

// Params returns the parameters.
func (Shuffle) Params() []compute.Param { return shuffleParams }

var (
	ofShuffle = compute.Workgroup{Default: 256, Min: 16, Max: 1024}
	shuffle   = compute.Agreeing(compute.NewKernel[ref.Shuffle[compute.Buffer]]("clip_shuffle", ofShuffle, ref.MirrorShuffle),
		ref.AgreeOnShuffle)
	shuffleAlone = compute.NewKernel[ref.ShuffleAlone[compute.Buffer]]("clip_shuffle_alone", ofShuffle, ref.MirrorShuffleAlone)
	shuffleBoxes = compute.Agreeing(compute.NewKernel[ref.ShuffleBoxes[compute.Buffer]]("clip_shuffle_boxes", ofShuffle, ref.MirrorShuffleBoxes),
		ref.AgreeOnShuffleBoxes)
)

// Prepare allocates the same buffers as Lookback.
func (f Shuffle) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	return f.prepare(be, capacity, boxes, v, be.Limits().Patience())
}

func (f Shuffle) prepare(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error) {
	l := be.Limits()
	v, err := chosen(f, l, shuffleAuto(l), v, shuffleShared(boxes), Workgroup)
	if err != nil {
		return nil, err
	}
	v[Items] = 1
	if err := fits(l, capacity, boxes, far); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes && !f.Alone, v)
	if f.Alone {
		return c.reduceAlone()
	}
	c.Levels = c.NewBuffer("levels of partitions", ref.Level*max(1, levelSlots(c, f.Events, f.Levels)))
	c.lookBack(f.Events, shuffleWork, far, patience, func(e compute.Encoder, groups int, a ref.LookbackBoxes[compute.Buffer]) {
		size := int(v[Workgroup])
		if boxes {
			shuffleBoxes.Sized(size).Dispatch(e, groups*size, ref.ShuffleBoxes[compute.Buffer]{LookbackBoxes: a, Levels: c.Levels})
		} else {
			shuffle.Sized(size).Dispatch(e, groups*size, ref.Shuffle[compute.Buffer]{Lookback: withoutBoxes(a), Levels: c.Levels})
		}
	})
	return c.ready()
}

// reduceAlone adds the one step of a reduction without a look-back.
func (c *Clip) reduceAlone() (*Clip, error) {
	args := ref.ShuffleAlone[compute.Buffer]{
		Items: 1, Elements: c.Elements, Control: c.Control, Numbers: c.NewBuffer("numbers of partitions", 2*c.partitions()),
		Slices: c.NewBuffer("slices of the stack", c.partitions()*c.Size/2), Links: c.Links,
	}
	c.step("reduction", shuffleWork, func(e compute.Encoder, first, n int) {
		args.First = uint32(first)
		shuffleAlone.Sized(c.Size).Dispatch(e, n*c.Size, args)
	})
	return c.ready()
}

// Within returns the links within partitions of a size; None for others.
func Within(links []uint32, size int) (out []uint32) {
	for i, l := range links {
		if l != None && int(l) < i/size*size {
			l = None
		}
		out = append(out, l)
	}
	return out
}

// levelSlots returns the number of slots kept at all levels, of a number of elements.
func levelSlots(c *Clip, events, elements int) int {
	if events == 0 {
		return 0
	}
	kept := min(c.partitions(), (elements+c.Size-1)/c.Size)
	return kept * c.Size * ref.Levels(c.Size)
}

// Slot is a place of a partition at a level of its reduction in place, with the state of the
// element that the same invocation owns.
type Slot struct {
	Push  int // the place in the partition of the push stored there, or -1
	Link  int // of the element; -1 while it is not known
	Below int // then how far below the top of what was open before its block the link lies
}

// Block is a number of pops, and of pushes that lie at the right end of its slots.
type Block struct{ Pops, Pushes int }

// Level is a partition at a level: before the first combination blocks have one element, and
// at the last level there is one block.
type Level struct {
	Slots  []Slot
	Blocks []Block
}

// ReadLevels waits and returns the kept levels of partitions of the last run.
func (c *Clip) ReadLevels(ctx context.Context) (all [][]Level, err error) {
	if c.Levels == nil || c.Levels.Len() < ref.Level*c.Size {
		return nil, nil
	}
	words := make([]uint32, c.Levels.Len())
	if err := c.Backend.Read(ctx, c.Levels, 0, words); err != nil {
		return nil, err
	}
	for len(words) > 0 {
		var partition []Level
		for level := range ref.Levels(c.Size) {
			partition = append(partition, levelOf(words[:ref.Level*c.Size], 1<<level))
			words = words[ref.Level*c.Size:]
		}
		all = append(all, partition)
	}
	return all, nil
}

func levelOf(words []uint32, side int) (l Level) {
	for i := 0; i < len(words)/ref.Level; i++ {
		w := words[ref.Level*i:]
		l.Slots = append(l.Slots, Slot{int(int32(w[ref.Slot])), int(int32(w[ref.Found])), int(w[ref.Pending])})
		if i%side == 0 {
			l.Blocks = append(l.Blocks, Block{int(w[ref.Counts] >> 16), int(w[ref.Counts] & 0xffff)})
		}
	}
	return l
}

// shuffleShared returns the words of shared memory that a workgroup needs.
func shuffleShared(boxes bool) func(compute.Values) int {
	return func(v compute.Values) int {
		size := int(v[Workgroup])
		words := 2*size + notedShared(max(shaders.ClipCuts, uint32(size/8+1)), boxes) + 4*int(v[Window]) + single
		if boxes {
			words += 4 * size
		}
		return words
	}
}

// shuffleAuto are the best sizes that were measured.
func shuffleAuto(l compute.Limits) compute.Values {
	if l.IsSoftware {
		return compute.Values{Workgroup: 64, Window: 32}
	}
	return compute.Values{Workgroup: 1024, Window: maxWindow}
}

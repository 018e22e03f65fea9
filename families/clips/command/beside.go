package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
)

// The settings that are measured for comparison with the forms.
var (
	// scalar is a loop on one core of the host, as fast as one is known to be.
	scalar = experiment.Setting{Algorithm: "scalar", Title: "Scalar code of the host"}
	// alone is the local reduction of the form shuffle, without its look-back.
	alone = reduction{clip.Shuffle{Alone: true}}
)

// reduction is a form that finds only the links inside partitions.
type reduction struct{ clip.Shuffle }

// Name returns the name used in rows.
func (reduction) Name() string { return "reduction" }

// Title returns the name used in charts.
func (reduction) Title() string { return "Reduction alone" }

// matchScalar writes the links of a sequence without boxes. It has no branches on the elements, since the outcome of
// a branch on random brackets cannot be predicted, and allocates nothing: stack has a word more than there are elements.
func matchScalar(elements, links, stack []uint32) {
	stack[0] = clip.None
	depth := 0
	for i, e := range elements {
		links[i] = stack[depth]
		depth = max(0, depth-int(e>>1&1)) // Pop
		stack[depth+1] = uint32(i)
		depth += int(e & 1) // Push
	}
}

// timeScalar times scalar code and verifies its links. With boxes it is the oracle's loop.
func timeScalar(ctx context.Context, s clipseq.Sequence, runs timing.Runs, want clip.Result) (timing.Times, error) {
	if s.Boxes != nil {
		return timing.Host(ctx, func() func() { return func() { oracle.Clip(s) } }, runs)
	}
	links, stack := make([]uint32, len(s.Elements)), make([]uint32, len(s.Elements)+1)
	times, err := timing.Host(ctx, func() func() { return func() { matchScalar(s.Elements, links, stack) } }, runs)
	if err == nil && !slices.Equal(links, want.Links) {
		err = fmt.Errorf("%w: scalar code, %d elements: a link differs", fault.Wrong, len(s.Elements))
	}
	return times, err
}

// timeAlone times the reduction alone, and verifies its links.
func timeAlone(ctx context.Context, be compute.Backend, s clipseq.Sequence, v compute.Values, runs timing.Runs, want clip.Result) (r matched, err error) {
	s.Boxes = nil
	if r, err = (job{alone, s, v, runs, nil}).run(ctx, be); err != nil {
		return r, err
	}
	if !slices.Equal(r.out.Links, clip.Within(want.Links, int(r.params[clip.Workgroup]))) {
		return r, fmt.Errorf("%w: %s, %d elements: a link differs", fault.Wrong, alone.Name(), len(s.Elements))
	}
	return r, nil
}

// depthsOf parses --depths.
func depthsOf(list string) (depths []int, err error) {
	for text := range strings.SplitSeq(list, ",") {
		n, err := cli.Count("--depths", strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		if n < 0 || n > clipseq.MaxElements {
			return nil, cli.Usage("--depths has %d, not a number from 0 to %d", n, clipseq.MaxElements)
		}
		depths = append(depths, n)
	}
	return depths, nil
}

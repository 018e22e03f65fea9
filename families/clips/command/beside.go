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
	// scalar is a loop with a stack on one core of the host, the one that verifies results.
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

// timeScalar times the scalar loop.
func timeScalar(ctx context.Context, s clipseq.Sequence, runs timing.Runs) (timing.Times, error) {
	return timing.Host(ctx, func() func() { return func() { oracle.Clip(s) } }, runs)
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

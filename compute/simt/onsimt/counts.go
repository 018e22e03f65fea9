package onsimt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// counted begins the names of kernels with counters.
const counted = "counted "

// CountedCode returns the module of a source, with counters where Count asks for them. It is the code of the
// device that Count runs on.
func CountedCode(source string, basic bool) (string, error) {
	kernel, counts := strings.CutPrefix(source, counted)
	code, err := shaders.SPIRV(kernel, basic)
	if err != nil || !counts {
		return code, err
	}
	x, err := simt.Instrument(code)
	if err != nil {
		return "", err
	}
	return x.Code, nil
}

// Counts is what a dispatch did on a device: by line, the executions, instructions and lanes.
type Counts struct {
	Lines       []simt.LineCount
	Plain, With time.Duration // time on the device, without counters and with them
}

// maxBlocks is the number of blocks that software devices compile with counters in seconds. Llvmpipe of Mesa 22.3.6
// needs minutes for the 605 blocks of radix_pass.
const maxBlocks = 85

// Count executes a call on a device that was opened with CountedCode, with and without counters. The buffers stay as they are.
func Count(ctx context.Context, be compute.Backend, g compute.Grid, c compute.Call, buffers [][]uint32) (out Counts, err error) {
	code, err := shaders.SPIRV(c.Program.Name+".comp", false)
	if err != nil {
		return out, err
	}
	x, err := simt.Instrument(code)
	if err != nil {
		return out, err
	}
	if n := x.Words / 2; be.Limits().IsSoftware && n > maxBlocks {
		return out, fmt.Errorf("%w: %s has %d blocks, and a software device needs minutes to compile more than %d with counters; choose a GPU with --device",
			fault.Limit, c.Program.Name, n, maxBlocks)
	}
	if out.Plain, err = timed(ctx, be, g, c, buffers, nil); err != nil {
		return out, err
	}
	p := *c.Program
	p.Name, p.Bindings = counted+p.Name, append(slices.Clip(p.Bindings), simt.CountersName)
	p.Mirror, p.Agree = nil, nil
	c.Program = &p
	counters := make([]uint32, x.Words)
	if out.With, err = timed(ctx, be, g, c, buffers, counters); err != nil {
		return out, err
	}
	out.Lines, err = x.Lines(counters, be.Limits().Subgroup)
	return out, err
}

// timed executes a call twice, and returns the time of the second. The counters, unless nil, are its last buffer, and
// have what was counted the second time.
func timed(ctx context.Context, be compute.Backend, g compute.Grid, c compute.Call, buffers [][]uint32, counters []uint32) (time.Duration, error) {
	if counters != nil {
		buffers = append(slices.Clip(buffers), counters)
	}
	n := g.Groups()
	grid := []uint32{uint32(n[0]), uint32(n[1]), uint32(n[2])}
	c.Indirect, c.At, c.Invocations, c.Beside, c.Moves, c.Buffers = be.NewBuffer("grid", len(grid)), 0, 0, false, nil, nil
	defer c.Indirect.Release()
	for n, words := range buffers {
		if same := sameAs(buffers[:n], words); same >= 0 {
			c.Buffers = append(c.Buffers, c.Buffers[same])
			continue
		}
		b := be.NewBuffer("counted", max(1, len(words)))
		defer b.Release()
		c.Buffers = append(c.Buffers, b)
	}
	var elapsed time.Duration
	for range 2 {
		be.Write(c.Indirect, 0, grid)
		for n, words := range buffers {
			be.Write(c.Buffers[n], 0, words)
		}
		if err := be.Flush(ctx); err != nil {
			return 0, err
		}
		before := be.Elapsed()
		be.Dispatch(c)
		if err := be.Flush(ctx); err != nil {
			return 0, err
		}
		elapsed = be.Elapsed() - before
	}
	if counters == nil {
		return elapsed, nil
	}
	return elapsed, be.Read(ctx, c.Buffers[len(buffers)-1], 0, counters)
}

// Package clips has the commands of nested clips: it matches, verifies and measures them.
package clips

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/scene/clipseq"
)

// job is a sequence to match, and how. Boxes are cut where it has any.
type job struct {
	form   clip.Form
	s      clipseq.Sequence
	values compute.Values
	runs   timing.Runs
	want   *clip.Result // what must come out; nil where nothing is verified
}

// matched is what has come of it.
type matched struct {
	out        clip.Result
	times      timing.Times
	params     compute.Values // as the form chose them
	steps      int
	partitions int
	counters   clip.Counters
}

// run matches and, where it is asked for, verifies.
func (j job) run(ctx context.Context, be compute.Backend) (r matched, err error) {
	n := len(j.s.Elements)
	c, err := j.form.Prepare(be, n, j.s.Boxes != nil, j.values)
	if err != nil {
		return r, err
	}
	defer c.Release()
	if err := c.Write(j.s); err != nil {
		return r, err
	}
	r.params, r.steps, r.partitions = c.Values, len(c.Steps), (n+c.Size-1)/c.Size
	if r.times, err = timing.Record(ctx, be, "clips", c.Record, nil, j.runs); err != nil {
		return r, err
	}
	if r.counters, err = c.Counters(ctx); err != nil {
		return r, err
	}
	if r.out, err = c.Read(ctx, n); err != nil || j.want == nil {
		return r, err
	}
	if err := j.want.Compare(r.out); err != nil {
		return r, fmt.Errorf("%w: %s, %d elements: %v", fault.Wrong, j.form.Name(), n, err)
	}
	return r, ctx.Err()
}

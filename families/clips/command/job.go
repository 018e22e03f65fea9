package command

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
)

// job is a sequence to match with a form. Boxes are cut if the sequence has any.
type job struct {
	form   clip.Form
	s      clipseq.Sequence
	values compute.Values
	runs   timing.Runs
	want   *clip.Result // expected result; nil skips verification
}

// matched is the result of a job.
type matched struct {
	out        clip.Result
	times      timing.Times
	params     compute.Values // the form's own choices included
	steps      int
	partitions int
	counters   clip.Counters
	backLinks  []int    // partitions by the number of back-links that they follow, if requested
	reading    *reading // of a text whose brackets were found on the device, else nil
	notPlain   string   // where and why the host has found them, though the device was to
}

// runSequence runs and, with verify, compares the result with the oracle's.
func (j *job) runSequence(ctx context.Context, be compute.Backend, verify bool) (matched, error) {
	if verify {
		want := oracle.Clip(j.s)
		j.want = &want
	}
	return j.run(ctx, be)
}

// run matches the sequence and compares the result with j.want unless that is nil.
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
	return j.timed(ctx, be, c, c.Steps)
}

// timed times steps, the last of which are the steps of c, and compares the result with j.want unless that is nil.
func (j job) timed(ctx context.Context, be compute.Backend, c *clip.Clip, steps []clip.Step) (r matched, err error) {
	n := len(j.s.Elements)
	r.params, r.steps, r.partitions = c.Values, len(steps), (n+c.Size-1)/c.Size
	var all compute.Parts
	for _, s := range steps {
		all = append(all, s.Parts...)
	}
	var parts []timing.Step
	for _, s := range all.Submissions(be.Limits().Work) {
		parts = append(parts, timing.Step{Name: "clips", Record: s.Record})
	}
	if r.times, err = timing.Parts(ctx, be, parts, nil, j.runs); err != nil {
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

// walks runs once more with a trace, and with levels of the first partitions, which no histogram needs but a lockstep
// compares. It returns the number of partitions for each number of followed back-links.
func (j job) walks(ctx context.Context, be compute.Backend) ([]int, error) {
	room, levels := min(1<<22, 64*len(j.s.Elements)+1<<12), min(1<<12, len(j.s.Elements)) // events, and elements
	c, err := clip.Watched(j.form, room, levels).Prepare(be, len(j.s.Elements), j.s.Boxes != nil, j.values)
	if err != nil {
		return nil, err
	}
	defer c.Release()
	if err := c.Write(j.s); err != nil {
		return nil, err
	}
	if err := c.Match(ctx); err != nil {
		return nil, err
	}
	events, lost, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	if lost > 0 {
		return nil, fmt.Errorf("%w: --back-links: the walks have %d events beyond the limit of %d: use fewer elements or larger partitions", fault.Limit, lost, room)
	}
	return clip.BackLinks(events), nil
}

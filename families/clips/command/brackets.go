package command

import (
	"context"
	"fmt"
	"io"

	"kernelscope/compute"
	"kernelscope/compute/brackets"
	"kernelscope/compute/clip"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
)

// readers are where the brackets of a text are found.
var readers = []string{"host", "device"}

// reading is how the brackets of a JSON text were found on the device.
type reading struct {
	Bytes int        `json:"bytes"`
	Rate  float64    `json:"bytes_per_s"` // by the GPU time of all steps
	Steps []stepTime `json:"steps"`
	// Milliseconds from the file to the links in the host's memory, in this order.
	Load     float64  `json:"load_ms"`
	Upload   float64  `json:"upload_ms"`
	Device   float64  `json:"device_ms"` // with the allocation of results
	ReadBack float64  `json:"read_back_ms"`
	Host     *float64 `json:"host_ms"` // of the host's reader and a loop with a stack, which --verify compares with
}

// stepTime is the GPU time of a step that is submitted alone.
type stepTime struct {
	Title string  `json:"title"`
	GPU   float64 `json:"gpu_ms"`
}

// lap returns the milliseconds since its last call.
func lap() func() float64 {
	last := clock.Now()
	return func() float64 {
		ms := timing.Milliseconds(clock.Since(last))
		last = clock.Now()
		return ms
	}
}

// onDevice is a text whose brackets are found and matched on a device.
type onDevice struct {
	text             *brackets.Text
	clip             *clip.Clip
	found            brackets.Found
	elements, places []uint32
}

func (o onDevice) release() {
	if o.text != nil {
		o.text.Release()
	}
	if o.clip != nil {
		o.clip.Release()
	}
}

// readText uploads a text, finds its brackets, matches them and reads all back. The result is to be released, even with an error.
func (j job) readText(ctx context.Context, be compute.Backend, text []byte, r *reading) (o onDevice, err error) {
	next := lap()
	if o.text, err = brackets.New(be, len(text), 0); err != nil {
		return o, err
	}
	o.text.Write(text)
	if err = be.Flush(ctx); err != nil {
		return o, err
	}
	r.Upload = next()
	if o.found, err = o.text.Count(ctx); err != nil {
		return o, err
	}
	n := o.found.Brackets
	if o.clip, err = j.form.Prepare(be, n, false, j.values); err != nil {
		return o, err
	}
	if err = o.text.Into(o.clip.Elements, n); err != nil {
		return o, err
	}
	o.clip.Hold(n)
	if err = o.text.Steps[1].Parts.Run(ctx, be); err != nil {
		return o, err
	}
	if o.found, err = o.text.Found(ctx); err != nil || !o.found.IsPlain() {
		return o, err
	}
	if err = o.clip.Match(ctx); err != nil {
		return o, err
	}
	if err = be.Flush(ctx); err != nil {
		return o, err
	}
	r.Device = next()
	o.elements, o.places = make([]uint32, n), make([]uint32, n)
	if err = be.Read(ctx, o.clip.Elements, 0, o.elements); err != nil {
		return o, err
	}
	if err = be.Read(ctx, o.text.Places, 0, o.places); err != nil {
		return o, err
	}
	_, err = o.clip.Read(ctx, n)
	r.ReadBack = next()
	return o, err
}

// runText finds the brackets of a text on a device and matches them. It sets the job's sequence and, with verify, compares
// all with what the host finds. The host reads a text that is not plain JSON.
func (j *job) runText(ctx context.Context, be compute.Backend, text []byte, load float64, verify bool) (m matched, err error) {
	r := &reading{Bytes: len(text), Load: load}
	if !be.Limits().IsUntimed { // the first reading compiles programs
		o, err := j.readText(ctx, be, text, r)
		o.release()
		if err != nil {
			return m, err
		}
	}
	o, err := j.readText(ctx, be, text, r)
	defer o.release()
	if err != nil {
		return m, err
	}
	if !o.found.IsPlain() {
		if j.s, err = clipseq.ParseJSON(ctx, text); err != nil {
			return m, err
		}
		if o.found.Strange < 0 {
			return m, fmt.Errorf("%w: the device finds a string that does not end", fault.Wrong)
		}
		m, err = j.runSequence(ctx, be, verify)
		m.notPlain = fmt.Sprintf("what begins in %v is not plain JSON, so the host has found the brackets", clipseq.Located(text, nil, []uint32{uint32(o.found.Strange)}).Origins[0])
		return m, err
	}
	for i, place := range o.places {
		if int(place) >= len(text) || i > 0 && place <= o.places[i-1] {
			return m, fmt.Errorf("%w: the device finds bracket %d at byte %d of %d", fault.Wrong, i, place, len(text))
		}
	}
	j.s = clipseq.Located(text, o.elements, o.places)
	if verify {
		next := lap()
		want, err := clipseq.ParseJSON(ctx, text)
		if ctx.Err() != nil {
			return m, ctx.Err()
		}
		if err != nil {
			return m, fmt.Errorf("%w: the device finds plain JSON: %v", fault.Wrong, err)
		}
		links := oracle.Clip(want)
		ms := next()
		r.Host, j.want = &ms, &links
		if err := sameSequence(j.s, want); err != nil {
			return m, err
		}
	}
	steps := o.steps()
	if m, err = j.timed(ctx, be, o.clip, steps); err != nil {
		return m, err
	}
	if err := r.time(ctx, be, steps, j.runs); err != nil {
		return m, err
	}
	r.Rate, m.reading = m.times.Rate(len(text)), r
	return m, nil
}

// steps returns the steps that find and match the brackets.
func (o onDevice) steps() (steps []clip.Step) {
	for _, s := range o.text.Steps {
		steps = append(steps, clip.Step(s))
	}
	return append(steps, o.clip.Steps...)
}

// time times each step alone.
func (r *reading) time(ctx context.Context, be compute.Backend, steps []clip.Step, runs timing.Runs) error {
	var submitted []timing.Step
	var of []int
	for i, s := range steps {
		r.Steps = append(r.Steps, stepTime{Title: s.Title})
		for _, p := range s.Parts.Submissions(be.Limits().Work) {
			submitted, of = append(submitted, timing.Step{Name: s.Title, Record: p.Record}), append(of, i)
		}
	}
	times, err := timing.Steps(ctx, be, submitted, nil, runs)
	for i, t := range times {
		r.Steps[of[i]].GPU += t.GPU
	}
	return err
}

// sameSequence compares brackets and their places.
func sameSequence(got, want clipseq.Sequence) error {
	if len(got.Elements) != len(want.Elements) {
		return fmt.Errorf("%w: the device finds %d brackets, the host %d", fault.Wrong, len(got.Elements), len(want.Elements))
	}
	for i, e := range want.Elements {
		if got.Elements[i] != e || got.Marks[i] != want.Marks[i] || got.Origins[i] != want.Origins[i] {
			return fmt.Errorf("%w: the device finds %s as element %d, the host %s", fault.Wrong, got.Where(i), i, want.Where(i))
		}
	}
	return nil
}

// print prints the times of steps, and from the file to the links.
func (r *reading) print(out io.Writer) {
	for _, s := range r.Steps {
		fmt.Fprintf(out, "%9.3f ms: %s\n", s.GPU, s.Title)
	}
	fmt.Fprintf(out, "%9s bytes/s of %s\n", format.Rate(r.Rate), format.Bytes(int64(r.Bytes)))
	fmt.Fprintf(out, "end to end %.1f ms: read the text %.1f, upload %.1f, device %.1f, read back %.1f\n",
		r.Load+r.Upload+r.Device+r.ReadBack, r.Load, r.Upload, r.Device, r.ReadBack)
	if r.Host != nil {
		fmt.Fprintf(out, "the host reads and matches it in %.1f ms\n", *r.Host)
	}
}

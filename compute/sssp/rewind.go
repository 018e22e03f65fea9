package sssp

import (
	"context"
	"slices"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/shaders"
)

// Rewinder is a run that can return to kept states. Repeated steps are the same, except for the
// order within queues.
type Rewinder interface {
	Run
	// Keep copies the state after the last step.
	Keep() (Keyframe, error)
	// Restore returns to a state kept by this run.
	Restore(Keyframe)
}

// Keyframe is the state of a run after a step.
type Keyframe interface {
	Step() int    // after which it was kept
	Bytes() int64 // of memory that it takes
	Release()     // frees the memory
}

// rewinding is a search in rounds of two dispatches, which is deterministic.
type rewinding struct{ *roundsRun }

// roundsFrame keeps the inputs of the next round: distances, the used parts of queues and sets,
// and the control block.
type roundsFrame struct {
	compute.Memory
	last    Event
	control [ref.ControlWords]uint32
	kept    compute.Buffer
}

// Step counts rounds, and distributions of the far queue.
func (f *roundsFrame) Step() int { return int(f.last.Step) }

// part is a stretch of a buffer.
type part struct {
	b     compute.Buffer
	at, n int
}

// live lists the parts in use after the last step, except the control block.
func (r *rewinding) live() []part {
	c := &r.control
	parts := []part{{r.relax.Dist, 0, r.relax.Dist.Len()}, {r.relax.NearQueue, 0, int(c[shaders.ControlNear])}}
	for _, set := range r.sets {
		parts = append(parts, part{set, 0, set.Len()})
	}
	if r.far != nil {
		side, n := int(c[shaders.ControlFarSide]), int(c[shaders.ControlFar])
		if c[shaders.ControlCompacting] != 0 { // the far queue waits in the other half
			side, n = 1-side, int(c[shaders.ControlSifting])
		}
		parts = append(parts, part{r.far, side * r.far.Len() / 2, n})
	}
	return slices.DeleteFunc(parts, func(p part) bool { return p.n == 0 })
}

// Keep copies the state on the device.
func (r *rewinding) Keep() (Keyframe, error) {
	f := &roundsFrame{Memory: compute.Memory{Backend: r.be}, last: r.last, control: r.control}
	words := 0
	for _, p := range r.live() {
		words += p.n
	}
	f.kept = f.NewBuffer("keyframe", words)
	at := 0
	for _, p := range r.live() {
		r.be.Copy(f.kept, at, p.b, p.at, p.n)
		at += p.n
	}
	return f, f.Ready()
}

// Restore returns to a state on the device. Between two rounds the next distances are
// the distances.
func (r *rewinding) Restore(k Keyframe) {
	f := k.(*roundsFrame)
	r.last, r.control = f.last, f.control
	r.be.Write(r.relax.Control, 0, f.control[:])
	at := 0
	for _, p := range r.live() {
		r.be.Copy(p.b, p.at, f.kept, at, p.n)
		at += p.n
	}
	r.be.Copy(r.relax.NextDist, 0, r.relax.Dist, 0, r.relax.Dist.Len())
}

// hostFrame is the state of a search on the host.
type hostFrame struct {
	run     hostRun
	wave    wave
	meeting *meeting
}

// Step counts batches of settled nodes from 1.
func (f *hostFrame) Step() int { return int(f.run.last.Step) }

// Bytes counts distances and met nodes, not the queues.
func (f *hostFrame) Bytes() int64 {
	words := len(f.wave.dist) + len(f.wave.met)
	if m := f.meeting; m != nil {
		words += 2*len(m.back.dist) + len(m.back.met)
	}
	return 4 * int64(words)
}

// Release does nothing: the copies are collected as garbage.
func (f *hostFrame) Release() {}

// Keep copies the state.
func (r *hostRun) Keep() (Keyframe, error) {
	f := &hostFrame{run: *r, wave: r.wave.clone()}
	if r.meeting != nil {
		f.meeting = r.meeting.clone()
	}
	return f, nil
}

// Restore returns to a state.
func (r *hostRun) Restore(k Keyframe) {
	f := k.(*hostFrame)
	*r = f.run
	r.stale = true
	r.wave.restore(&f.wave)
	if r.meeting != nil {
		r.meeting.restore(f.meeting)
	}
}

// Step runs a number of steps, or to the end of the run, and returns the last event.
func Step(ctx context.Context, r Run, steps int) (last Event, err error) {
	r.Stride(steps)
	for e, err := range r.Steps(ctx) {
		return e, err
	}
	return last, nil
}

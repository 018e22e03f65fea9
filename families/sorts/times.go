// Package sorts has the commands of sorts, and measures them.
package sorts

import (
	"context"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
)

// TimeSort times a sort of an array, all steps of which are one recording. What is
// sorted is restored before each run, outside of the time. The sorted array of the
// last run stays on the device.
func TimeSort(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r timing.Runs) (timing.Times, error) {
	in, err := newInput(be, s, keys, values)
	if err != nil {
		return timing.Times{}, err
	}
	defer in.release()
	return timing.Record(ctx, be, "sort", s.Record, in.restore, r)
}

// TimeSteps times each step of a sort.
func TimeSteps(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r timing.Runs) ([]timing.Times, error) {
	in, err := newInput(be, s, keys, values)
	if err != nil {
		return nil, err
	}
	defer in.release()
	var steps []timing.Step
	for _, step := range s.Steps {
		steps = append(steps, timing.Step{Name: step.Title, Record: step.Record})
	}
	return timing.Steps(ctx, be, steps, in.restore, r)
}

// input is what is sorted again and again: on the device where there is room.
type input struct {
	be           compute.Backend
	s            *sorting.Sort
	keys, values []uint32
	buffers      []compute.Buffer
	recording    compute.Recording // that restores it; nil where it is written anew
}

func newInput(be compute.Backend, s *sorting.Sort, keys, values []uint32) (*input, error) {
	in := &input{be: be, s: s, keys: keys, values: values}
	if err := s.Write(keys, values); err != nil {
		return nil, err
	}
	l := be.Limits()
	if need := s.Bytes() + 4*int64(len(keys)+len(values)); need > l.Memory/10*9 || len(keys) == 0 {
		return in, nil
	}
	k := in.buffer("keys of the input", keys)
	var v compute.Buffer
	if s.Format.Payload {
		v = in.buffer("values of the input", values)
	}
	in.recording = be.Record("restore", func(e compute.Encoder) {
		timing.CopyWords(e, l, s.Keys, k, len(keys))
		if s.Format.Payload {
			timing.CopyWords(e, l, s.Payload, v, len(values))
		}
	})
	return in, nil
}

func (in *input) buffer(name string, words []uint32) compute.Buffer {
	b := in.be.NewBuffer(name, len(words))
	in.be.Write(b, 0, words)
	in.buffers = append(in.buffers, b)
	return b
}

// restore puts the input where the sort expects it.
func (in *input) restore() {
	if in.recording != nil {
		in.be.Submit(in.recording)
		return
	}
	_ = in.s.Write(in.keys, in.values) // as newInput did
}

func (in *input) release() {
	if in.recording != nil {
		in.recording.Release()
	}
	for _, b := range in.buffers {
		b.Release()
	}
}

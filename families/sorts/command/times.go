package command

import (
	"context"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
)

// timeSort times the sort of an array. All steps are one recording, or several if they take long.
// The input is restored before each run, which is not timed. The sorted array of the last run stays
// on the device.
func timeSort(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r timing.Runs) (timing.Times, error) {
	in, err := newInput(be, s, keys, values)
	if err != nil {
		return timing.Times{}, err
	}
	defer in.release()
	return timeParts(ctx, be, s, in.restore, r)
}

// timeParts times a sort. Unless it is nil, prepare is called before each run to write the input.
func timeParts(ctx context.Context, be compute.Backend, s *sorting.Sort, prepare func(), r timing.Runs) (timing.Times, error) {
	var parts []timing.Step
	for _, submission := range s.Submissions() {
		parts = append(parts, timing.Step{Name: "sort", Record: submission.Record})
	}
	return timing.Parts(ctx, be, parts, prepare, r)
}

// timeSteps times each step of a sort.
func timeSteps(ctx context.Context, be compute.Backend, s *sorting.Sort, keys, values []uint32, r timing.Runs) ([]timing.Times, error) {
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

// input restores the input before each run, from a copy on the device if there is room.
type input struct {
	memory       compute.Memory
	s            *sorting.Sort
	keys, values []uint32
	recording    compute.Recording // copies the input on the device; nil if the host writes it
}

func newInput(be compute.Backend, s *sorting.Sort, keys, values []uint32) (*input, error) {
	in := &input{memory: compute.Memory{Backend: be}, s: s, keys: keys, values: values}
	if err := s.Write(keys, values); err != nil {
		return nil, err
	}
	l := be.Limits()
	if need := s.Bytes() + 4*int64(len(keys)+len(values)); need > l.Memory/10*9 || len(keys) == 0 {
		return in, nil
	}
	type kept struct {
		sorted, kept compute.Buffer
		words        int
	}
	var all []kept
	keep := func(sorted compute.Buffer, words int) {
		if words > 0 {
			all = append(all, kept{sorted, in.memory.NewBuffer("input", words), words})
		}
	}
	for _, part := range s.Input(len(keys) / s.Words()) {
		keep(part.Keys, s.Words()*part.N)
		if s.Format.Payload {
			keep(part.Payload, part.N)
		}
	}
	if err := in.memory.Ready(); err != nil {
		return nil, err
	}
	for _, a := range all { // copies are made on the device, which is faster than another transfer
		timing.CopyWords(be, l, a.kept, a.sorted, a.words)
	}
	in.recording = be.Record("restore", func(e compute.Encoder) {
		for _, a := range all {
			timing.CopyWords(e, l, a.sorted, a.kept, a.words)
		}
	})
	return in, nil
}

// restore writes the input to the buffers of the sort.
func (in *input) restore() {
	if in.recording != nil {
		in.memory.Backend.Submit(in.recording)
		return
	}
	_ = in.s.Write(in.keys, in.values) // newInput has shown that the write succeeds
}

func (in *input) release() {
	if in.recording != nil {
		in.recording.Release()
	}
	in.memory.Release()
}

package onsimt

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/simt"
)

// dispatch returns the work of a call.
func dispatch(g compute.Grid, c compute.Call, buffers [][]uint32) simt.Dispatch {
	d := simt.Dispatch{Groups: g.Groups(), Push: c.Push, Buffers: map[simt.Slot][]uint32{}}
	for n, words := range buffers {
		d.Buffers[simt.Slot{Binding: uint32(n)}] = words
	}
	return d
}

// Recording records a call, with the values of names, or the workgroups of it that are executed. The buffers stay as they are.
func (i *Interpreter) Recording(ctx context.Context, g compute.Grid, c compute.Call, buffers [][]uint32, o simt.Recorder) (*simt.Recording, error) {
	p, err := i.program(c, simt.Options{Names: true})
	if err != nil {
		return nil, fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	d := dispatch(g, c, buffers)
	d.Only = i.Only
	r, err := simt.Record(ctx, p, d, o)
	if err != nil {
		return nil, fmt.Errorf("kernel %s: %w", c.Program.Name, err)
	}
	return r, nil
}

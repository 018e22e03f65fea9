package bfs

import (
	"context"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/shaders"
)

// Tail returns the edges that each workgroup will walk in the next step, in their order: the busiest ones are the tail of
// the expansion, for which the device waits. It is nil unless the next step expands a joint frontier top-down. It reads the
// joint frontier from the device.
func (s *Steps) Tail(ctx context.Context) ([]uint32, error) {
	j, ok := s.stepper.(jointSteps)
	if !ok || !j.scheme.HasQueue() || s.at.Phase != Identify || s.at.Ended {
		return nil, nil
	}
	be, x := j.memory.Backend, j.instances[0]
	state, queue, visit := make([]uint32, shaders.JointHistory), make([]uint32, j.live), make([]uint32, x.frontier.Len())
	for _, r := range []struct {
		from compute.Buffer
		to   []uint32
	}{{x.state, state}, {x.queue, queue}, {x.frontier, visit}} {
		if err := be.Read(ctx, r.from, 0, r.to); err != nil {
			return nil, err
		}
	}
	return ref.Tail(int(j.words()), j.scheme != Naive, j.along(s.Reverse).first, visit, queue, state), nil
}

package story

import (
	"context"

	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/watch/timeline"
)

// Visit shows on a canvas what a command line says, and goes to steps of its timeline, in turn. Reached is called
// at each. Nothing is drawn. It returns the step where it ends, which is before the one asked for if the timeline
// has no more.
func (p *Player) Visit(ctx context.Context, c *studio.Canvas, words []string, steps []int, reached func(step int)) (last int, err error) {
	p.Board, p.canvas, p.words = &storyboard.Board{}, c, words
	if err := p.show(ctx); err != nil {
		return 0, err
	}
	for _, n := range steps {
		if err := p.apply(timeline.Seek{Step: n}); err != nil {
			return 0, err
		}
		if err := p.settle(ctx); err != nil {
			return 0, err
		}
		if last = lastStep(p.now()); last < n {
			break
		}
		reached(n)
	}
	return last, nil
}

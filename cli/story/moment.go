package story

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/watch/timeline"
)

// find returns where on the clock the present moment is and where a moment of the storyboard is,
// which it goes to. Facts are those of the first run.
func (p *Player) find(ctx context.Context, m storyboard.Moment) (from, to float64, err error) {
	before := p.now()
	switch m.Fact {
	case storyboard.End:
		err = p.apply(timeline.End{})
	case storyboard.At:
		err = p.apply(timeline.Seek{Step: int(m.Value)})
	default:
		err = p.search(ctx, m)
	}
	if err == nil {
		err = p.settle(ctx)
	}
	if err != nil {
		return 0, 0, err
	}
	after := p.now()
	if last := lastStep(after); m.Fact == storyboard.At && last < int(m.Value) {
		return 0, 0, fault.Input.Errorf("until is step %g, and the last step is %d", m.Value, last)
	}
	return before.Time.Position, after.Time.Position, nil
}

func (p *Player) now() studio.Now { return p.canvas.Shown().Now() }

// lastStep is the step of the run that is farthest.
func lastStep(n studio.Now) (most int) {
	for _, r := range n.Runs {
		most = max(most, r.Event.Step)
	}
	return most
}

// search makes steps until a fact is as it should be.
func (p *Player) search(ctx context.Context, m storyboard.Moment) error {
	for g := toward(m, p.now()); ; {
		if err := p.apply(timeline.Step{Steps: 1}); err != nil {
			return err
		}
		if err := p.settle(ctx); err != nil {
			return err
		}
		if there, err := g.reached(p.now()); there || err != nil {
			return err
		}
	}
}

// goal is a moment that a view approaches step by step.
type goal struct {
	storyboard.Moment
	first float64 // value of the fact before
	had   bool    // there was one
	names []string
}

// toward begins to approach a moment.
func toward(m storyboard.Moment, now studio.Now) *goal {
	g := &goal{Moment: m}
	g.first, g.had = fact(now.Runs[0].Event, m.Fact)
	return g
}

// reached reports whether the present moment, after another step, is the goal. The error says that it does
// not happen.
func (g *goal) reached(now studio.Now) (bool, error) {
	run := now.Runs[0]
	value, has := fact(run.Event, g.Fact)
	switch {
	case g.Fact == storyboard.End:
		return now.Done(), nil
	case g.Fact == storyboard.At && lastStep(now) >= int(g.Value):
		return true, nil
	case g.Fact == storyboard.At && now.Done():
		return false, fault.Input.Errorf("until is step %g, and the last step is %d", g.Value, lastStep(now))
	case g.Fact == storyboard.At:
		return false, nil
	case g.Valued && has && value >= g.Value, !g.Valued && (has != g.had || value != g.first):
		return true, nil
	}
	for _, f := range run.Event.Facts {
		if !slices.Contains(g.names, f.Name) {
			g.names = append(g.names, f.Name)
		}
	}
	if run.Done {
		return false, fault.Input.Errorf("until is %q, which does not happen: the last step is %d, and facts are %s", wanted(g.Moment), run.Event.Step, strings.Join(g.names, ", "))
	}
	return false, nil
}

// wanted is a moment as the storyboard has it.
func wanted(m storyboard.Moment) string {
	if m.Valued {
		return fmt.Sprintf("%s %g", m.Fact, m.Value)
	}
	return m.Fact
}

// fact returns the value of a fact; ok is false if the event does not state it.
func fact(e compute.Event, name string) (value float64, ok bool) {
	for _, f := range e.Facts {
		if f.Name == name {
			return f.Value, true
		}
	}
	return 0, false
}

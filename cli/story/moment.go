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
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Line is a run, or two that are compared, on which a moment is looked for.
type Line interface {
	// Apply carries out an action.
	Apply(watch.Action) error
	// Settle does what goes on.
	Settle(context.Context) error
	// Now describes the present moment.
	Now() studio.Now
}

// Find goes to a moment of a storyboard. It returns where on the clock the present moment was, and where that
// one is. Facts are the first run's.
func Find(ctx context.Context, on Line, m storyboard.Moment) (from, to float64, err error) {
	before := on.Now()
	switch m.Fact {
	case storyboard.End:
		err = on.Apply(timeline.End{})
	case storyboard.At:
		err = on.Apply(timeline.Seek{Step: int(m.Value)})
	default:
		err = search(ctx, on, m)
	}
	if err == nil {
		err = on.Settle(ctx)
	}
	if err != nil {
		return 0, 0, err
	}
	after := on.Now()
	if last := lastStep(after); m.Fact == storyboard.At && last < int(m.Value) {
		return 0, 0, fault.Input.Errorf("until is step %g, and the last step is %d", m.Value, last)
	}
	return before.Time.Position, after.Time.Position, nil
}

// played is what a player shows, as a line.
type played struct{ *Player }

// Apply carries out an action.
func (p played) Apply(a watch.Action) error { return p.apply(a) }

// Settle does what goes on.
func (p played) Settle(ctx context.Context) error { return p.settle(ctx) }

// Now describes the present moment.
func (p played) Now() studio.Now { return p.now() }

func (p *Player) now() studio.Now { return p.canvas.Shown().Now() }

// lastStep is the step of the run that is farthest.
func lastStep(n studio.Now) (most int) {
	for _, r := range n.Runs {
		most = max(most, r.Event.Step)
	}
	return most
}

// search makes steps until a fact is as it should be.
func search(ctx context.Context, on Line, m storyboard.Moment) error {
	for g := toward(m, on.Now()); ; {
		if err := on.Apply(timeline.Step{Steps: 1}); err != nil {
			return err
		}
		if err := on.Settle(ctx); err != nil {
			return err
		}
		if there, err := g.reached(on.Now()); there || err != nil {
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

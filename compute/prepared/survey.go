package prepared

import (
	"cmp"
	"context"
)

// Survey asks what some nodes reach of all nodes, or of a list of targets.
type Survey struct {
	Sources []uint32
	Targets []uint32 // nil for all nodes
	Limit   uint32   // nodes or targets within it are counted
}

// Trees returns the nodes where trees begin: the targets, or else the sources.
func (s Survey) Trees() []uint32 {
	if s.Targets != nil {
		return s.Targets
	}
	return s.Sources
}

// First returns the survey by the first of its trees.
func (s Survey) First(trees int) Survey {
	if trees = min(trees, len(s.Trees())); s.Targets != nil {
		s.Targets = s.Targets[:trees]
	} else {
		s.Sources = s.Sources[:trees]
	}
	return s
}

// On returns the fronts that the trees are by, and the number of trees that a Reacher should have room for.
func (s Survey) On(f *Fronts) (*Fronts, int) {
	if s.Targets == nil {
		return f, len(s.Sources)
	}
	return f.Reversed(), RowRoom(len(f.Node), len(s.Targets))
}

// Reach makes all trees, and returns what each source reaches. The fronts and the room of r are as On says, and its lengths
// are by the weights of the moment. told hears the number of trees that are made, or soon will be.
func (s Survey) Reach(ctx context.Context, r Reacher, told func(made int)) ([]Reach, error) {
	if s.Targets == nil {
		return ReachAll(ctx, r, s.Sources, s.Limit, told)
	}
	out, t := make([]Reach, len(s.Sources)), NewTargets(r, s.Targets, s.Limit)
	if t.Complete() {
		return out, nil // there is no target
	}
	for !t.Complete() {
		if err := cmp.Or(t.Step(ctx), ctx.Err()); err != nil {
			return nil, err
		}
		told(t.Made())
	}
	for i, v := range s.Sources {
		out[i] = t.found[v]
	}
	return out, nil
}

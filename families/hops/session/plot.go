package session

import (
	"fmt"

	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
)

// Tint names a colour in the plot of the levels of a search. Panels and pages look it up in their theme.
type Tint string

// The tints.
const (
	OfFrontier Tint = "near"
	OfSharing  Tint = "good"
	TopDown    Tint = "accent"
	BottomUp   Tint = "up"
	SourceSide Tint = "source"
	TargetSide Tint = "target"
	Neutral    Tint = "active" // of an identification, which has no direction
)

// TintOf returns the tint of a step: of an expansion's direction, or of the side of a pair.
func (l *Lane) TintOf(x Level) Tint {
	switch {
	case l.Plan.Scheme == bfs.Paired && x.Side == 0:
		return SourceSide
	case l.Plan.Scheme == bfs.Paired:
		return TargetSide
	case x.Phase == bfs.Identify:
		return Neutral
	case x.Upward:
		return BottomUp
	}
	return TopDown
}

// Most returns the largest frontier and the greatest sharing of all levels.
func (l *Lane) Most() (nodes int, sharing float64) {
	for _, x := range l.Levels {
		nodes, sharing = max(nodes, x.Nodes), max(sharing, Sharing(x))
	}
	return nodes, sharing
}

// Caption labels a part of the plot.
type Caption struct {
	Tint Tint
	Text string
}

// Captions label the parts of the plot, with their greatest values and both directions if there is room.
func (l *Lane) Captions(wide bool) (out []Caption) {
	now := l.Now()
	nodes, sharing := l.Most()
	add := func(t Tint, text, most string) {
		if wide && most != "" {
			text += ", most " + most
		}
		out = append(out, Caption{t, text})
	}
	add(OfFrontier, "frontier "+format.Count(now.Nodes, "node"), format.Thousands(nodes))
	switch {
	case l.Plan.Scheme == bfs.Paired:
		add(SourceSide, fmt.Sprintf("source's side %d", now.Sides[0]), "")
		add(TargetSide, fmt.Sprintf("target's side %d", now.Sides[1]), "")
		return out
	case l.Plan.Scheme == bfs.Single:
		add(l.TintOf(now), fmt.Sprintf("search %d of %d", now.Part+1, now.Parts), "")
		if now.Level > 0 {
			add(l.TintOf(now), VariantOf(now), "")
		}
		return out
	}
	add(OfSharing, fmt.Sprintf("sharing %.1f %%", 100*Sharing(now)), fmt.Sprintf("%.1f %%", 100*sharing))
	if !wide {
		add(l.TintOf(now), Direction(now), "")
		return out
	}
	add(TopDown, "top-down", "")
	add(BottomUp, "bottom-up", "")
	return out
}

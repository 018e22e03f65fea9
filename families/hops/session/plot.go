package session

import (
	"fmt"
	"slices"

	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
)

// Tint names a colour of a picture of searches, or of the plot of their levels. Panels and pages look it up in their theme.
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
	SeenBefore Tint = "seen"   // of a node of a small graph
	OfPath     Tint = "path"
)

// TintOf returns the tint of a step: of an expansion's direction, or of the side of a pair.
func (l *Lane) TintOf(x Level) Tint {
	switch {
	case l.Paired() && x.Side == 0:
		return SourceSide
	case l.Paired():
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

// Caption labels a part of the plot or a colour of the picture.
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
	case l.Paired():
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

// RowsCaption labels the image of rows.
func (l *Lane) RowsCaption() string {
	if l.Paired() {
		return "nodes × 2 sides"
	}
	return "nodes × " + format.Plural(l.Now().Columns, "search", "searches")
}

// Legend explains the colours of a map, except its ramp.
func (n *Snapshot) Legend() (out []Caption) {
	paired := n.anyPaired(true)
	if paired || n.View.Joint || n.View.Colour == ByLevel {
		out = append(out, Caption{OfFrontier, "frontier"})
	}
	if paired && n.View.Colour == ByLevel {
		out = append(out, Caption{SourceSide, "source's ball"}, Caption{TargetSide, "target's ball"})
	}
	return append(out, Caption{OfPath, "path"})
}

// Ramp returns the texts at the ends of the ramp of a map; none where there is no ramp.
func (n *Snapshot) Ramp() []string {
	switch most := int(n.Reach()); {
	case n.View.Colour == BySearches:
		return []string{"seen by 1", format.Plural(most, "search", "searches") + ", log"}
	case n.anyPaired(false):
		return []string{"level 0", fmt.Sprint(most)}
	}
	return nil
}

// NodeLegend explains the colours of the nodes of a small graph.
func (n *Snapshot) NodeLegend() []Caption {
	of := ""
	if n.anyPaired(true) {
		of = "'s ball"
	}
	out := []Caption{{SourceSide, "source" + of}, {TargetSide, "target" + of}, {OfFrontier, "found in this level"}}
	if n.anyPaired(false) {
		out = append(out, Caption{SeenBefore, "found before"})
	}
	return append(out, Caption{OfPath, "path"})
}

// anyPaired reports whether a search is from both ends, or is not.
func (n *Snapshot) anyPaired(is bool) bool {
	return slices.ContainsFunc(n.Lanes, func(l Lane) bool { return l.Paired() == is })
}

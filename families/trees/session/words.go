package session

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Amount writes a distance as numbers of its unit with three digits.
func Amount(m *scene.Map, weights float64) string {
	unit := unitFor(m, weights)
	return strings.TrimSpace(number(weights/unit.of) + " " + unit.name)
}

// Signed gives the text of a positive number its sign.
func Signed(x float64, text string) string {
	if x > 0 {
		return "+" + text
	}
	return text
}

// number writes a number with three digits, or all digits before the point.
func number(x float64) string {
	if math.Abs(x) >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// unit is a unit of distances.
type unit struct {
	name, title string
	of          float64 // weights
}

// unitFor returns the unit in which people write a distance: seconds below a minute, and metres below a kilometre.
func unitFor(m *scene.Map, weights float64) unit {
	small := math.Abs(weights) < 600 || m.Metric == graph.ByLength && math.Abs(weights) < 10000
	switch {
	case m.Metric == graph.ByWeight:
		return unit{"", "distance", 1 / m.Given(1)}
	case m.Metric == graph.ByTime && small:
		return unit{"s", "seconds", 10}
	case m.Metric == graph.ByTime:
		return unit{"min", "minutes", 600}
	case small:
		return unit{"m", "metres", 10}
	}
	return unit{"km", "km", 10000}
}

// quantity names a distance by the weights of a map.
func quantity(m *scene.Map) string {
	if m.Metric == graph.ByTime {
		return "time"
	}
	return "distance"
}

// Title names a lane: by where it computes, if there are two.
func (n *Snapshot) Title(l *Lane) string {
	switch {
	case n.Other == nil:
		return sssp.Prepared{}.Title()
	case l.Why != "":
		return "Trees on the host"
	}
	return "Trees on the device"
}

// Heading returns a title of the picture of a lane, and a sentence about its last step.
func (n *Snapshot) Heading(l *Lane) (title, story string) {
	switch {
	case n.View.Colour.OfAll() && n.Front != nil:
		return n.allTitle(), n.allStory()
	case n.Making != nil:
		story = "Separators are being found: small sets of nodes that cut the map into parts."
	case n.Front == nil:
		story = "There are no trees."
	default:
		story = fmt.Sprintf("Step %d of %d: %s.", l.Event.Step, l.Steps, l.Event.Title)
	}
	return n.Title(l), story
}

func (n *Snapshot) allTitle() string {
	farthest, what, of, others, to := "the farthest one", "junctions", "each", "all others", ""
	if n.Places != nil {
		others = n.placesText()
		farthest, what, of, to = "the farthest of "+others, others, "each junction", " on its way to "+others
		if len(n.Places) == 1 {
			farthest = others
		}
	}
	switch n.View.Colour {
	case Nearest:
		if len(n.Places) > 1 {
			others = "the nearest of " + others
		}
		return strings.ToUpper(quantity(n.Map)[:1]) + quantity(n.Map)[1:] + " from every junction to " + others
	case Farthest:
		return "From every junction to " + farthest
	case Within:
		limit := ""
		if n.All != nil {
			limit = " " + Amount(n.Map, float64(n.All.Limit))
		}
		return "Share of " + what + " within" + limit + " of " + of
	case Loss:
		return "What the last change of roads costs every junction" + to
	}
	return "Mean " + quantity(n.Map) + " from every junction to " + others
}

// allStory tells how far the results of all nodes are.
func (n *Snapshot) allStory() string {
	a := n.All
	if a == nil {
		return "Trees are being made."
	}
	nodes := n.Map.Graph.Nodes()
	switch {
	case n.View.Colour == Loss:
		return n.lossStory()
	case a.Exact && n.Places != nil:
		return fmt.Sprintf("Exact: %s distances, by %s of the reversed network.", format.Short(float64(nodes)*float64(len(n.Places))), format.Count(len(n.Places), "tree"))
	case a.Exact:
		return fmt.Sprintf("Exact: %s distances, by a tree from every junction.", format.Short(float64(nodes)*float64(nodes)))
	}
	story := fmt.Sprintf("Estimated from %d of %s destinations", a.Sample, format.Thousands(nodes))
	if n.View.Colour == Mean {
		story += ", ± " + Amount(n.Map, 2*a.Error)
	}
	return story + "."
}

// lossStory tells what the last change of roads costs, or saves.
func (n *Snapshot) lossStory() string {
	l := n.All.Loss
	if l == nil {
		return "No road has changed: make one faster or slower, or close it."
	}
	story := n.changeOf() + " "
	switch costs := l.Mean * float64(l.Losing); {
	case costs == 0 && l.Gain == 0:
		story += "changes no mean by " + Amount(n.Map, float64(l.Least))
	case costs >= l.Gain*float64(l.Gaining):
		story += fmt.Sprintf("costs %s %s on average, at most %s", format.Count(l.Losing, "junction"), Amount(n.Map, l.Mean), Amount(n.Map, l.Most))
	default:
		story += fmt.Sprintf("saves %s %s on average", format.Count(l.Gaining, "junction"), Amount(n.Map, l.Gain))
	}
	if l.Cut > 0 {
		story += fmt.Sprintf(", and cuts off %s", format.Thousands(l.Cut))
		if n.Places != nil {
			story += " from a place"
		}
	}
	return story + "."
}

// changeOf names the last change of roads.
func (n *Snapshot) changeOf() string {
	lines := n.All.Loss.Lines
	i := slices.IndexFunc(n.Changes, func(c session.Change) bool { return slices.Equal(c.Lines, lines) })
	switch {
	case i < 0:
		return "The last change"
	case n.Changes[i].Closed:
		return "Closing " + roadOf(n.Map, lines)
	}
	return "The new speed of " + roadOf(n.Map, lines)
}

// roadOf names the road of some lines: by the name that most of them have, or else by the class of the first.
func roadOf(m *scene.Map, lines []uint32) string {
	names, best := map[string]int{}, ""
	for _, l := range lines {
		if name := m.NameOf(l).String(); name != "" {
			if names[name]++; names[name] > names[best] {
				best = name
			}
		}
	}
	switch class := m.Lines[lines[0]].Class; {
	case best != "":
		return best
	case m.Metric == graph.ByWeight:
		return "a line"
	case class == scene.Motorway || class == scene.Street || class == scene.Path:
		return "a " + class.String()
	default:
		return "a " + class.String() + " road"
	}
}

// InWords describes what a node reaches.
func (p *Pointed) InWords(n *Snapshot) string {
	nodes := n.Map.Graph.Nodes()
	about := ""
	if !n.All.Exact {
		about = "about "
	}
	if p.Before != nil {
		grown := p.Reach.Mean() - p.Before.Mean()
		return fmt.Sprintf("%s%s on average, %s before: %s", about, Amount(n.Map, p.Reach.Mean()), Amount(n.Map, p.Before.Mean()), Signed(grown, Amount(n.Map, grown)))
	}
	if n.Places != nil {
		return n.placesReached(p.Reach)
	}
	text := fmt.Sprintf("%s%s on average, at most %s; %.1f %% within %s", about, Amount(n.Map, p.Reach.Mean()), Amount(n.Map, float64(p.Reach.Farthest)),
		100*float64(p.Reach.Within)/float64(nodes), Amount(n.Map, float64(n.All.Limit)))
	if 2*int(p.Reach.Nodes) < nodes {
		text += fmt.Sprintf("; reaches %s of %s", format.Thousands(p.Reach.Nodes), format.Thousands(nodes))
	}
	return text
}

// placesText names the places that distances lead to.
func (n *Snapshot) placesText() string {
	switch p := n.Places; {
	case len(p) > 1:
		return format.Count(len(p), "place")
	case p[0].Name != "":
		return format.Shortened(p[0].Name, maxName)
	case p[0].Node == n.Source.Node:
		return "the source"
	}
	return "a place"
}

// maxName is the greatest number of letters of a place's name that fit into a text.
const maxName = 24

// placesReached describes what a node reaches of the places.
func (n *Snapshot) placesReached(r prepared.Reach) string {
	if r.Target == 0 {
		return "reaches no place"
	}
	text := Amount(n.Map, float64(r.Nearest)) + " to "
	switch name := n.Places[r.Target-1].Name; {
	case name != "":
		text += format.Shortened(name, maxName)
	case len(n.Places) > 1:
		text += "the nearest"
	default:
		text += n.placesText()
	}
	if len(n.Places) > 1 {
		text += fmt.Sprintf("\nto all places %s on average, at most %s; %.1f %% within %s", Amount(n.Map, r.Mean()), Amount(n.Map, float64(r.Farthest)),
			100*float64(r.Within)/float64(len(n.Places)), Amount(n.Map, float64(n.All.Limit)))
	}
	if int(r.Nodes) < len(n.Places) {
		text += fmt.Sprintf("; reaches %s of %s", format.Thousands(int(r.Nodes)), format.Thousands(len(n.Places)))
	}
	return text
}

// DestinationsText names where the distances of all nodes lead to, for every colour of them.
func (n *Snapshot) DestinationsText() string {
	if n.Listed {
		return n.placesText()
	}
	return "all others"
}

// InWords writes the length of a path.
func (p *Path) InWords(m *scene.Map) string {
	if !p.Reached {
		return "no path leads here"
	}
	text := m.Written(p.Length)
	if p.Metres > 0 && m.Metric != graph.ByLength {
		text += fmt.Sprintf(", %.1f km", p.Metres/1000)
	}
	return text
}

package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// amount writes a distance as numbers of its unit with three digits.
func amount(m *scene.Map, weights float64) string {
	unit := unitFor(m, weights)
	return strings.TrimSpace(number(weights/unit.of) + " " + unit.name)
}

// signed gives the text of a positive number its sign.
func signed(x float64, text string) string {
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

// allHeader describes the colours of all nodes.
func (u *panel) allHeader(s state) ui.Header {
	h := ui.Header{Lane: -1, Title: allTitle(s), Why: allWhy}
	a := s.All
	if a == nil {
		h.Story = "Trees are being made."
		return h
	}
	nodes := s.Map.Graph.Nodes()
	switch {
	case s.View.Colour == session.Loss:
		h.Story = lossStory(s)
	case a.Exact && s.Places != nil:
		h.Story = fmt.Sprintf("Exact: %s distances, by %s of the reversed network.", format.Short(float64(nodes)*float64(len(s.Places))), format.Count(len(s.Places), "tree"))
	case a.Exact:
		h.Story = fmt.Sprintf("Exact: %s distances, by a tree from every junction.", format.Short(float64(nodes)*float64(nodes)))
	default:
		h.Story = fmt.Sprintf("Estimated from %d of %s destinations", a.Sample, format.Thousands(nodes))
		if s.View.Colour == session.Mean {
			h.Story += ", ± " + amount(s.Map, 2*a.Error)
		}
		h.Story += "."
	}
	if !a.Exact {
		h.Time = fmt.Sprintf("estimated; exact: %.0f %%", 100*a.Share)
	}
	h.Verdict, h.Colour = u.Verdict(a.Verdict, "a sample")
	return h
}

// allWhy explains the colours of all nodes.
const allWhy = "While roads change, trees to a sample of destinations estimate the distances of every junction: one tree of the reversed network gives the distance from all junctions to its " +
	"destination. When nothing changes, a tree from every junction replaces the estimate."

func allTitle(s state) string {
	farthest, what, of, others, to := "the farthest one", "junctions", "each", "all others", ""
	if s.Places != nil {
		others = placesText(s)
		farthest, what, of, to = "the farthest of "+others, others, "each junction", " on its way to "+others
		if len(s.Places) == 1 {
			farthest = others
		}
	}
	switch s.View.Colour {
	case session.Nearest:
		if len(s.Places) > 1 {
			others = "the nearest of " + others
		}
		return strings.ToUpper(quantity(s.Map)[:1]) + quantity(s.Map)[1:] + " from every junction to " + others
	case session.Farthest:
		return "From every junction to " + farthest
	case session.Within:
		limit := ""
		if s.All != nil {
			limit = " " + amount(s.Map, float64(s.All.Limit))
		}
		return "Share of " + what + " within" + limit + " of " + of
	case session.Loss:
		return "What the last change of roads costs every junction" + to
	}
	return "Mean " + quantity(s.Map) + " from every junction to " + others
}

// lossStory tells what the last change of roads costs, or saves.
func lossStory(s state) string {
	l := s.All.Loss
	if l == nil {
		return "No road has changed: Ctrl-drag a road up or down, or close it."
	}
	story := changeOf(s) + " "
	switch costs := l.Mean * float64(l.Losing); {
	case costs == 0 && l.Gain == 0:
		story += "changes no mean by " + amount(s.Map, float64(l.Least))
	case costs >= l.Gain*float64(l.Gaining):
		story += fmt.Sprintf("costs %s %s on average, at most %s", format.Count(l.Losing, "junction"), amount(s.Map, l.Mean), amount(s.Map, l.Most))
	default:
		story += fmt.Sprintf("saves %s %s on average", format.Count(l.Gaining, "junction"), amount(s.Map, l.Gain))
	}
	if l.Cut > 0 {
		story += fmt.Sprintf(", and cuts off %s", format.Thousands(l.Cut))
		if s.Places != nil {
			story += " from a place"
		}
	}
	return story + "."
}

// changeOf names the last change of roads.
func changeOf(s state) string {
	lines := s.All.Loss.Lines
	i := slices.IndexFunc(s.Changes, func(c roadwork.Change) bool { return slices.Equal(c.Lines, lines) })
	switch {
	case i < 0:
		return "The last change"
	case s.Changes[i].Closed:
		return "Closing " + roadOf(s.Map, lines)
	}
	return "The new speed of " + roadOf(s.Map, lines)
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

// allMarks writes what the node under the mouse reaches, and the greatest loss.
func (u *panel) allMarks(list ui.List, s state) {
	u.placeMarks(list, s)
	if s.All == nil {
		return
	}
	if l := s.All.Loss; l != nil && l.Losing > 0 {
		u.nodeText(list, s, l.At, signed(l.Most, amount(s.Map, l.Most)))
	}
	if p := s.All.Pointed; p != nil {
		u.nodeText(list, s, p.Node, pointedText(s, p))
	}
}

// nodeText marks a node and writes lines of text beside it, at its left where they would not fit at its right: the field
// or the editor of a road are in the upper corner there. Where they fit on neither side, they are below it.
func (u *panel) nodeText(list ui.List, s state, node uint32, text string) {
	x, y := s.Camera.Pixel(s.Map.Graph.At[node])
	at, wide, lines := imgui.Vec2{X: float32(x), Y: float32(y)}, float32(0), strings.Split(text, "\n")
	for _, line := range lines {
		wide = max(wide, imgui.CalcTextSize(line, false, 0).X)
	}
	list.AddCircleFilledV(at, u.Px(5), imgui.Packed(ui.Plain(u.palette.Background)), 16)
	list.AddCircleFilledV(at, u.Px(3.5), imgui.Packed(ui.Plain(u.palette.Text)), 16)
	right, beside := float32(s.Camera.Width)-u.Px(6), u.Px(14)
	if u.Panels && at.Y < u.Top()+u.Px(cornerBelow) {
		right -= u.Px(maps.Width + ui.PanelMargin)
	}
	left, gap := at.X+beside, u.Px(2)
	tall := imgui.TextLineHeight() + gap
	top := at.Y - (tall*float32(len(lines))-gap)/2
	if left+wide > right {
		left = at.X - beside - wide
	}
	if free, _ := u.Free(s.Camera.Width); left < float32(free)+u.Px(6) {
		left, top = float32(free)+u.Px(6), at.Y+u.Px(10)
	}
	for i, line := range lines {
		u.Backed(list, left, top+tall*float32(i), ui.Plain(u.palette.Text), line)
	}
}

// cornerBelow is where the editor of a road ends, in pixels of a plain display.
const cornerBelow = 250

// pointedText describes what a node reaches.
func pointedText(s state, p *session.Pointed) string {
	nodes := s.Map.Graph.Nodes()
	about := ""
	if !s.All.Exact {
		about = "about "
	}
	if p.Before != nil {
		grown := p.Reach.Mean() - p.Before.Mean()
		return fmt.Sprintf("%s%s on average, %s before: %s", about, amount(s.Map, p.Reach.Mean()), amount(s.Map, p.Before.Mean()), signed(grown, amount(s.Map, grown)))
	}
	if s.Places != nil {
		return pointedPlaces(s, p.Reach)
	}
	text := fmt.Sprintf("%s%s on average, at most %s; %.1f %% within %s", about, amount(s.Map, p.Reach.Mean()), amount(s.Map, float64(p.Reach.Farthest)),
		100*float64(p.Reach.Within)/float64(nodes), amount(s.Map, float64(s.All.Limit)))
	if 2*int(p.Reach.Nodes) < nodes {
		text += fmt.Sprintf("; reaches %s of %s", format.Thousands(p.Reach.Nodes), format.Thousands(nodes))
	}
	return text
}

// allScale returns the title of the scale of all nodes and its ticks.
func allScale(s state) (title string, ticks []tick) {
	if s.All == nil {
		return allTitle(s), nil
	}
	k, what := s.All.Scale, "junction"
	if s.Places != nil {
		what = "place"
	}
	unit := unitFor(s.Map, float64(k.High))
	switch s.View.Colour {
	case session.Loss:
		half := float64(s.Map.BandFor(uint32(10 * k.Half())))
		for _, x := range []float64{-float64(k.High), -half, 0, half, float64(k.High)} {
			ticks = append(ticks, tick{(1 + k.Place(x)) / 2, signed(x/unit.of, number(x/unit.of))})
		}
		return unit.title + " saved and lost", ticks
	case session.Within:
		for x := uint32(0); x <= k.High; x += k.Band {
			ticks = append(ticks, tick{1 - float64(x)/float64(k.High), strconv.FormatFloat(float64(x)/10, 'f', -1, 64)})
		}
		slices.Reverse(ticks)
		return "% of " + what + "s within " + amount(s.Map, float64(s.All.Limit)), ticks
	}
	for x := k.Low; x < k.High; x += k.Band {
		ticks = append(ticks, tick{float64(x-k.Low) / float64(k.High-k.Low), number(float64(x) / unit.of)})
	}
	ticks = append(ticks, tick{1, number(float64(k.High)/unit.of) + "+"})
	switch s.View.Colour {
	case session.Nearest:
		return unit.title + " to the nearest place", ticks
	case session.Farthest:
		return unit.title + " to the farthest " + what, ticks
	}
	return unit.title + " to a " + what + ", on average", ticks
}

package live

import (
	"fmt"
	"strings"

	"kernelscope/families/trees/session"
	"kernelscope/internal/format"
	"kernelscope/watch/timeline"
)

// Command returns the command line that draws the present step.
func (p *Page) Command() string {
	a, s := p.About(), p.state()
	words := []string{"viewer", "render"}
	switch {
	case a.Family == Sums:
		words = []string{"viewer", "sums", "-n", fmt.Sprint(s.Keys.N), "--seed", fmt.Sprint(s.Keys.Seed)}
	case a.Family == Trees:
		words = []string{"viewer", "trees"}
		if a.From != "" {
			words = append(words, a.From)
		}
		words = append(words, "-s", fmt.Sprintf("#%d", s.Source))
		if !s.All {
			words = append(words, "-t", fmt.Sprintf("#%d", s.Target))
		}
	case a.Family == Labs:
		words = []string{"viewer", "lab", a.From}
	case a.Family == Clips && s.Keys.Text != "":
		words = []string{"viewer", "clip", "--text", s.Keys.Text}
	case a.Family == Clips:
		words = []string{"viewer", "clip", "--shape", s.Keys.Distribution, "-n", fmt.Sprint(s.Keys.N), "--seed", fmt.Sprint(s.Keys.Seed)}
	case a.Family == Hops:
		words = []string{"viewer", "bfs", a.From, "-n", fmt.Sprint(s.Keys.N), "--seed", fmt.Sprint(s.Keys.Seed)}
		if s.Keys.Chosen {
			words = append(words, "-s", fmt.Sprintf("#%d", s.Source), "-t", fmt.Sprintf("#%d", s.Target))
		}
	case a.Family == Sorts && s.Keys.Text != "":
		words = []string{"viewer", "sort", "--list", s.Keys.Text}
	case a.Family == Sorts:
		words = []string{"viewer", "sort", "-n", fmt.Sprint(s.Keys.N), "--dist", s.Keys.Distribution, "--seed", fmt.Sprint(s.Keys.Seed)}
	default:
		if a.From != "" {
			words = append(words, a.From)
		}
		target := fmt.Sprintf("#%d", s.Target)
		if s.All {
			target = "all"
		}
		words = append(words, "-s", fmt.Sprintf("#%d", s.Source), "-t", target)
	}
	first := s.Runs[0]
	switch {
	case a.Family == Hops:
		words = append(words, "--scheme", first.Algorithm)
	case a.Family == Trees:
		words = append(words, "--form", first.Algorithm)
	case len(a.Algorithms) > 1:
		words = append(words, "-a", first.Algorithm)
	}
	for _, q := range first.Params {
		switch {
		case !q.IsAuto && a.Family == Labs:
			words = append(words, "--set", q.Name+"="+q.text())
		case !q.IsAuto:
			words = append(words, "--"+q.Name, q.text())
		case a.Family == Clips: // whose command has other defaults
			words = append(words, "--"+q.Name, "auto")
		}
	}
	if m, ok := p.family.(interface{ onMap(State) []string }); ok {
		words = append(words, m.onMap(s)...)
	}
	if len(s.Runs) > 1 {
		second := []string{s.Runs[1].Algorithm}
		for _, q := range s.Runs[1].Params {
			if !q.IsAuto {
				second = append(second, q.Name+"="+q.text())
			}
		}
		words = append(words, "--compare", strings.Join(second, ","), "--clock", s.Time.Clock)
	}
	step := first.Event.Step
	if s.Time.Clock == timeline.Steps.String() { // of a comparison, the first run may have ended before
		step = int(s.Time.At)
	}
	return format.Shell(append(words, "--step", fmt.Sprint(step), "-o", "step.png"))
}

// onMap returns the flags that say what a map shows.
func (a *atlas) onMap(s State) (words []string) {
	add := func(is bool, flag ...string) {
		if is {
			words = append(words, flag...)
		}
	}
	if v := s.View; v != nil {
		add(v.Colour != "", "--colour", v.Colour)
		add(v.Front, "--front")
		add(v.Follow, "--follow")
		add(v.Joint, "--joint")
		if v.Depth != nil {
			add(true, "--depth", fmt.Sprint(*v.Depth))
		}
		add(v.Band > 0 && v.Colour == session.Bands.Name(), "--band", fmt.Sprint(a.m.InUnits(v.Band)))
		add(v.Within > 0 && session.Colour(v.Colour).OfAll(), "--within", fmt.Sprint(a.m.InUnits(v.Within)))
	}
	if s.Roads != nil {
		for _, c := range s.Roads.Changes {
			add(true, "--road", c.road().Text(a.m))
		}
	}
	return words
}

// text writes the value as a flag takes it.
func (p Param) text() string {
	if len(p.Choices) > 0 {
		return p.Choices[p.Value-p.Min]
	}
	return fmt.Sprint(p.Value)
}

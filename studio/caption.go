package studio

import (
	"fmt"
	"image/color"

	"kernelscope/compute"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// says is what the caption of the present moment says.
func (c *Canvas) says() (s ui.Captioned) {
	s.Text = c.Text
	runs := c.Shown().Now().Runs
	for _, r := range runs {
		title := r.Title
		for _, p := range r.Params {
			if !p.IsAuto {
				title += fmt.Sprintf(", %s %s", p.Label, p.Text(p.Value))
			}
		}
		s.Runs = append(s.Runs, ui.CaptionedRun{Title: title, Counters: counters(r.Event), Step: r.Event.Title})
	}
	return s
}

// Palette returns the colours of frames: the view's, and as many of the caption's as fit.
func (c *Canvas) Palette(panel bool) []color.RGBA {
	palette := c.Shown().Palette(panel)
	if c.caption != nil {
		palette = append(palette, c.UI.CaptionColours()...)
	}
	return palette[:min(len(palette), 255)]
}

// counters are the facts of an event that are numbers of something.
func counters(e compute.Event) (parts []string) {
	for _, f := range e.Facts {
		switch f.Unit {
		case "", "weight": // it is in the title, or nothing for people
		case "%":
			parts = append(parts, fmt.Sprintf("%s %.1f %%", f.Name, f.Value))
		default:
			parts = append(parts, f.Name+" "+format.Thousands(int64(f.Value)))
		}
	}
	return parts
}

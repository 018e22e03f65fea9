package storyboard

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Text returns the storyboard as a file has it. Defaults are left out.
func (b *Board) Text() []byte {
	var out bytes.Buffer
	text := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&out, "%s = %s\n", key, quoted(value))
		}
	}
	number := func(key string, n int) {
		if n != 0 {
			fmt.Fprintf(&out, "%s = %d\n", key, n)
		}
	}
	text("title", b.Title)
	text("size", b.Size)
	if b.Ratio != 1 {
		fmt.Fprintf(&out, "ratio = %.4f\n", b.Ratio)
	}
	number("fps", b.FPS)
	text("theme", b.Theme)
	if b.Panel {
		out.WriteString("panel = true\n")
	}
	if b.Supersample {
		out.WriteString("supersample = true\n")
	}
	if !b.Caption {
		out.WriteString("caption = false\n")
	}
	for _, s := range b.Shots {
		out.WriteString("\n[[shot]]\n")
		text("show", s.Show)
		for _, step := range s.Steps {
			out.WriteString("\n[[shot.step]]\n")
			if step.Caption != nil {
				fmt.Fprintf(&out, "caption = %s\n", quoted(*step.Caption))
			}
			text("set", step.Set)
			text("look", step.Look)
			text("until", step.Until)
			number("frames", step.Frames)
			number("hold", step.Hold)
			text("picture", step.Picture)
		}
	}
	return out.Bytes()
}

// quoted writes a string: those of JSON are basic strings of TOML.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // which cannot fail
	return string(bytes.TrimRight(b.Bytes(), "\n"))
}

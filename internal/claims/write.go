package main

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"kernelscope/internal/format"
)

// intro is what the page begins with.
//
//go:embed intro.md
var intro string

// markdown writes the page.
func (p *page) markdown(w io.Writer) error {
	counts := map[string]int{}
	for _, r := range p.results {
		counts[r.agrees]++
	}
	text := strings.NewReplacer(
		"DEVICE", fmt.Sprintf("%s, driver %s, %s, %s", p.device, p.driver, p.host, p.date.Format("2006-01-02")),
		"COUNTS", fmt.Sprintf("%d hold, %d do not, %d cannot be compared, %d were not run", counts[yes], counts[no], counts[open], counts[notRun]),
	).Replace(intro)
	for _, a := range p.articles {
		text += fmt.Sprintf("\n## %s\n%s. Item by item: [%s](%s).\n\n| claim | command | here | agrees |\n|---|---|---|---|\n", a.title, a.author, a.title, a.page)
		for _, c := range a.claims {
			r := p.results[c.name]
			verdict := r.agrees
			if c.note != "" && verdict != yes && verdict != notRun {
				verdict += ": " + c.note
			}
			text += fmt.Sprintf("| %s | `%s` | %s | %s |\n", cell(c.says), r.command, cell(r.here), cell(verdict))
		}
	}
	_, err := io.WriteString(w, text)
	return err
}

// anchor is the name of a heading in links.
func anchor(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		}
		return -1
	}, strings.ToLower(title))
}

// cell keeps a text within a cell of a table.
func cell(text string) string { return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text) }

// csv writes a line for each claim.
func (p *page) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"name", "article", "claim", "command", "here", "agrees", "note", "seconds", "device", "date"}) // Flush returns what failed
	for _, a := range p.articles {
		for _, c := range a.claims {
			r := p.results[c.name]
			line := []string{c.name, a.title, c.says, r.command, r.here, r.agrees, c.note, fmt.Sprintf("%.1f", r.elapsed.Seconds()), p.device, p.date.Format("2006-01-02")}
			for i := range line {
				line[i] = format.Cell(line[i])
			}
			_ = out.Write(line)
		}
	}
	out.Flush()
	return out.Error()
}

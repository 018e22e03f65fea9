package main

import (
	"fmt"
	"io"

	"kernelscope/internal/format"
	"kernelscope/report"
)

// sheet writes a sheet of docs/measured: a line for each claim, counts first.
func (p *page) sheet(w io.Writer) error {
	lines := [][]string{{"name", "article", "place", "claim", "command", "here", "agrees", "note", "runs"}}
	for _, counts := range []bool{true, false} { // a reader can check counts on any device
		for _, a := range p.articles {
			for _, c := range a.claims {
				if c.counts != counts {
					continue
				}
				r := p.results[c.name]
				line := []string{c.name, a.title, c.place, c.says, r.command, r.here, r.agrees, c.note, fmt.Sprint(r.runs)}
				for i := range line {
					line[i] = format.Cell(line[i])
				}
				lines = append(lines, line)
			}
		}
	}
	return report.Source{Command: p.command, Device: p.device + ", " + p.host, Driver: p.driver, Date: p.date, Version: p.version}.Write(w, lines)
}

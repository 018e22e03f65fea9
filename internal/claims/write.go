package main

import (
	"encoding/csv"
	"fmt"
	"io"

	"kernelscope/internal/format"
)

// sheet writes a sheet of docs/measured: a line for each claim, counts first.
func (p *page) sheet(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# command: go run ./internal/claims -o docs/measured/claims.csv\n# device: %s, %s\n# driver: %s\n# date: %s\n",
		p.device, p.host, p.driver, p.date.Format("2006-01-02"))
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	_ = out.Write([]string{"name", "article", "place", "claim", "command", "here", "agrees", "note", "runs"}) // Flush returns what failed
	for _, counts := range []bool{true, false} {                                                              // a reader can check counts on any device
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
				_ = out.Write(line)
			}
		}
	}
	out.Flush()
	return out.Error()
}

package main

import (
	"encoding/csv"
	"fmt"
	"io"

	"kernelscope/internal/format"
)

// sheet writes a sheet of docs/measured, with a line for each claim.
func (p *page) sheet(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# command: go run ./internal/claims -o docs/measured/claims.csv\n# device: %s, %s\n# driver: %s\n# date: %s\n",
		p.device, p.host, p.driver, p.date.Format("2006-01-02"))
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	_ = out.Write([]string{"name", "article", "claim", "command", "here", "agrees", "note"}) // Flush returns what failed
	for _, a := range p.articles {
		for _, c := range a.claims {
			r, note := p.results[c.name], ""
			if r.agrees != yes && r.agrees != notRun {
				note = c.note
			}
			line := []string{c.name, a.title, c.says, r.command, r.here, r.agrees, note}
			for i := range line {
				line[i] = format.Cell(line[i])
			}
			_ = out.Write(line)
		}
	}
	out.Flush()
	return out.Error()
}

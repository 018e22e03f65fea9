package passport

import (
	_ "embed"
	"html/template"
	"io"

	"kernelscope/compute/passport"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// group is a table of the page.
type group struct {
	Name string
	Rows []pageRow
}

type pageRow struct {
	passport.Row
	Says, Other string
	Share       float64 // percent of the greatest value of a curve
	Safe        bool
}

// writePage writes a passport as a page that needs no other file.
func writePage(w io.Writer, d, other Document) error {
	var groups []group
	faults := 0
	d.Rows, other.Rows = orders(d.Rows), orders(other.Rows)
	for _, r := range d.Rows {
		if len(groups) == 0 || groups[len(groups)-1].Name != r.Group {
			groups = append(groups, group{Name: r.Group})
		}
		g := &groups[len(groups)-1]
		row := pageRow{Row: r, Says: text(r), Safe: r.Value > 0}
		if x, ok := other.of(r); ok {
			row.Other = text(x)
		}
		if r.Fault != "" {
			faults++
		}
		g.Rows = append(g.Rows, row)
	}
	for _, g := range groups {
		if g.Name != passport.Loads && g.Name != passport.Shared {
			continue
		}
		most := 0.0
		for _, r := range g.Rows {
			most = max(most, r.Value)
		}
		for i := range g.Rows {
			g.Rows[i].Share = 100 * g.Rows[i].Value / most
		}
	}
	return page.Execute(w, struct {
		Document
		Other   Document
		Groups  []group
		Faults  int
		Compare bool
	}{d, other, groups, faults, len(other.Rows) > 0})
}

package figure

import (
	"bytes"
	"html/template"
	"io"
	"strings"

	"kernelscope/compute/experiment"
	"kernelscope/report/chart"
)

// Width of figures in files, in pixels of a plain display.
const Width = 920

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body { font: 15px/1.5 Inter, "Go", system-ui, sans-serif; color: #1b2026; max-width: 1180px; margin: 2.5em auto; padding: 0 1em; background: #fff }
h1 { font-size: 1.5em; margin: 0 0 .2em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
p.where { color: #5a646e; margin: 0 0 1.5em }
svg { width: 100%; max-width: 920px; height: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.5em } dt { color: #5a646e } dd { margin: 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9em }
th, td { text-align: right; padding: .25em .6em; border-bottom: 1px solid #e1e5e9; overflow-wrap: anywhere; vertical-align: bottom }
th { font-weight: 600; color: #5a646e } tr.best { background: #fff6d6 }
code { font-family: "Go Mono", ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere }
@page { size: A4 landscape; margin: 12mm }
@media print {
body { max-width: none; margin: 0; padding: 0; font-size: 9pt }
table { font-size: 8pt } th, td { padding: .15em .4em } tr, dt, dd { break-inside: avoid }
}
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p class="where">{{.Origin.Device}}, {{.Origin.Date.Format "2006-01-02 15:04"}}</p>
{{with .Verdict}}<p><b>{{.}}.</b></p>
{{end}}{{.Drawing}}
<h2>Numbers</h2>
{{with .Same}}<p>In all rows: {{.}}.</p>
{{end}}<table>
<thead><tr>{{range .Table.Columns}}<th>{{.}}</th>{{end}}</tr></thead>
{{range $i, $row := .Table.Rows}}<tr{{if eq $i $.Table.Best}} class="best"{{end}}>{{range $row}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table>
<h2>Method</h2>
<p>{{.Method}}</p>
<dl>
<dt>{{.Plan.Words.Input}}</dt><dd>{{.Origin.Input}}{{with .Origin.Metric}}, weight {{.}}{{end}}</dd>
<dt>device</dt><dd>{{.Origin.Device}}</dd>
<dt>driver</dt><dd>{{.Origin.Driver}}</dd>
{{with .Origin.Clocks}}<dt>clocks</dt><dd>{{.}}</dd>
{{end}}<dt>host</dt><dd>{{.Origin.Host}}{{with .Origin.CPU}}; {{.}}{{end}}</dd>
<dt>seed</dt><dd>{{.Plan.Seed}}</dd>
<dt>rows</dt><dd>{{len .Rows}} measured {{.Plan.Words.Cases}}. {{.Plan.Words.Verified}}</dd>
<dt>command</dt><dd><code>{{.Origin.Command}}</code></dd>
{{with .Window}}<dt>in the window</dt><dd><code>{{.}}</code></dd>
{{end}}<dt>version</dt><dd>{{.Origin.Version}}{{with .Origin.Go}}, {{.}}{{end}}</dd>
</dl>
</body>
</html>
`))

// Page writes a result as one HTML page that needs no other file.
func Page(w io.Writer, r *experiment.Result) error {
	f, height := Of(r)
	title := f.Title
	f.Title, f.Note = "", "" // the page has its own heading
	var drawing bytes.Buffer
	if err := f.SVG(&drawing, chart.Options{Width: Width, Height: height - 60}); err != nil {
		return err
	}
	table, same := varied(r.Table())
	return page.Execute(w, struct {
		*experiment.Result
		Title   string
		Drawing template.HTML
		Table   experiment.Table
		Same    string // what the columns say that are left out
	}{r, title, template.HTML(drawing.String()), table, same})
}

// varied returns a table without the columns that say the same in all rows, and what these
// say. Cells stay on a line where there is room.
func varied(t experiment.Table) (out experiment.Table, same string) {
	out.Best, out.Rows = t.Best, make([][]string, len(t.Rows))
	var left []string
	for k, name := range t.Columns {
		differs := len(t.Rows) < 2
		for _, row := range t.Rows {
			differs = differs || row[k] != t.Rows[0][k]
		}
		if !differs {
			left = append(left, name+" "+t.Rows[0][k])
			continue
		}
		out.Columns = append(out.Columns, name)
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], strings.ReplaceAll(row[k], " ", "\u00a0"))
		}
	}
	return out, strings.Join(left, ", ")
}

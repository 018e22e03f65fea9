package figure

import (
	"bytes"
	"html/template"
	"io"

	"kernelscope/chart"
	"kernelscope/compute/experiment"
)

// Width is that of figures in files, in pixels of a plain display.
const Width = 920

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body { font: 15px/1.5 Inter, "Go", system-ui, sans-serif; color: #1b2026; max-width: 920px; margin: 2.5em auto; padding: 0 1em; background: #fff }
h1 { font-size: 1.5em; margin: 0 0 .2em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
p.where { color: #5a646e; margin: 0 0 1.5em }
svg { width: 100%; height: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.5em } dt { color: #5a646e } dd { margin: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9em }
th, td { text-align: right; padding: .25em .8em; border-bottom: 1px solid #e1e5e9; white-space: nowrap }
th { font-weight: 600; color: #5a646e } tr.best { background: #fff6d6 }
code { font-family: "Go Mono", ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p class="where">{{.Place.Device}}, {{.Place.Date.Format "2006-01-02 15:04"}}</p>
{{.Drawing}}
<h2>Numbers</h2>
<div class="wide"><table>
<tr>{{range .Table.Columns}}<th>{{.}}</th>{{end}}</tr>
{{range $i, $row := .Table.Rows}}<tr{{if eq $i $.Table.Best}} class="best"{{end}}>{{range $row}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table></div>
<h2>Method</h2>
<p>{{.Method}}</p>
<dl>
<dt>{{.Plan.Words.Input}}</dt><dd>{{.Place.Input}}{{with .Place.Metric}}, weight {{.}}{{end}}</dd>
<dt>device</dt><dd>{{.Place.Device}}</dd>
<dt>driver</dt><dd>{{.Place.Driver}}</dd>
<dt>host</dt><dd>{{.Place.Host}}</dd>
<dt>seed</dt><dd>{{.Plan.Seed}}</dd>
<dt>rows</dt><dd>{{len .Rows}} measured {{.Plan.Words.Cases}}. {{.Plan.Words.Verified}}</dd>
<dt>command</dt><dd><code>{{.Place.Command}}</code></dd>
<dt>version</dt><dd>{{.Place.Version}}</dd>
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
	return page.Execute(w, struct {
		*experiment.Result
		Title   string
		Drawing template.HTML
		Table   experiment.Table
	}{r, title, template.HTML(drawing.String()), r.Table()})
}

package paths

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"kernelscope/format"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// tableWriter writes a table row by row.
type tableWriter interface {
	head() error
	row(source place.Named, dist []uint32) error
	end() error
}

func newTableWriter(w io.Writer, lines bool, t *table, version, device string) tableWriter {
	if lines {
		return &jsonTable{format.JSON(w), t, version, device}
	}
	return &csvTable{csv.NewWriter(w), t}
}

// inUnit returns a distance in the unit of a table: seconds, metres, or that of the
// file.
func inUnit(m *scene.Map, dist uint32) float64 {
	if m.Metric == graph.ByWeight {
		return m.Given(dist)
	}
	return float64(dist) / 10
}

// unitOf names it.
func unitOf(m *scene.Map) string {
	switch m.Metric {
	case graph.ByTime:
		return "seconds"
	case graph.ByLength:
		return "metres"
	}
	return "distance"
}

// csvTable has the names of the targets in its first line and those of the sources
// in its first column; the corner says the unit.
type csvTable struct {
	*csv.Writer
	*table
}

func (w *csvTable) head() error {
	line := []string{unitOf(w.m)}
	for _, p := range w.targets {
		line = append(line, format.Cell(p.Name))
	}
	return w.Write(line)
}

func (w *csvTable) row(source place.Named, dist []uint32) error {
	line := make([]string, 1, 1+len(dist))
	line[0] = format.Cell(source.Name)
	for _, d := range dist {
		cell := ""
		if d != graph.Unreached {
			cell = strconv.FormatFloat(inUnit(w.m, d), 'f', -1, 64)
		}
		line = append(line, cell)
	}
	return w.Write(line)
}

func (w *csvTable) end() error {
	w.Flush()
	return w.Error()
}

// jsonTable is a line that names the targets, and a line for each source.
type jsonTable struct {
	*json.Encoder
	*table
	version, device string
}

type namedLine struct {
	Name string `json:"name"`
	placeLine
}

func (w *jsonTable) named(p place.Named) namedLine {
	return namedLine{p.Name, lineOf(w.m, p.Place)}
}

func (w *jsonTable) head() error {
	line := struct {
		Type    string      `json:"type"`
		Schema  int         `json:"schema"`
		Version string      `json:"version"`
		Device  string      `json:"device"`
		File    string      `json:"file"`
		Unit    string      `json:"unit"`
		Sources int         `json:"sources"`
		Targets []namedLine `json:"targets"`
	}{"meta", report.Schema, w.version, w.device, w.m.Name, unitOf(w.m), len(w.sources), nil}
	for _, p := range w.targets {
		line.Targets = append(line.Targets, w.named(p))
	}
	return w.Encode(line)
}

func (w *jsonTable) row(source place.Named, dist []uint32) error {
	line := struct {
		Type   string     `json:"type"`
		Source namedLine  `json:"source"`
		Values []*float64 `json:"values"` // null where unreached
	}{"row", w.named(source), make([]*float64, len(dist))}
	for i, d := range dist {
		if d != graph.Unreached {
			v := inUnit(w.m, d)
			line.Values[i] = &v
		}
	}
	return w.Encode(line)
}

func (w *jsonTable) end() error { return nil }

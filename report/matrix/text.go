package matrix

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"sync"

	"kernelscope/internal/format"
)

// lines writes lines that are encoded on all processors into buffers that are used again.
type lines struct {
	*Table
	out     io.Writer
	line    func(b []byte, block Block, row int) []byte // appends a row
	buffers sync.Pool
}

// Write writes the lines of a block.
func (w *lines) Write(ctx context.Context, block Block) error {
	encode := func(first, end int) (*[]byte, error) {
		b, ok := w.buffers.Get().(*[]byte)
		if !ok {
			b = new([]byte)
		}
		*b = (*b)[:0]
		for row := first; row < end; row++ {
			*b = w.line(*b, block, row)
		}
		return b, nil
	}
	return inOrder(ctx, parts(block.Rows, w.columns(), partCells), encode, func(b *[]byte) error {
		_, err := w.out.Write(*b)
		w.buffers.Put(b)
		return err
	})
}

// Close has nothing to end.
func (w *lines) Close() error { return nil }

// newCSV begins a table that has the names of the targets in its first line and the names of the sources in its first
// column; the corner says the unit. A list has a line for each pair.
func newCSV(out io.Writer, t *Table) (Writer, error) {
	head := []string{"source", "target", t.Unit, "problem"}
	w := &lines{Table: t, out: out, line: t.pairLine}
	if t.Pairs == nil {
		head, w.line = []string{t.Unit}, t.csvLine()
		for _, p := range t.Targets {
			head = append(head, format.Cell(p.Name))
		}
	}
	first := csv.NewWriter(out)
	if err := first.Write(head); err != nil {
		return nil, err
	}
	first.Flush()
	return w, first.Error()
}

// csvLine returns what appends a row of a table.
func (t *Table) csvLine() func([]byte, Block, int) []byte {
	names := quoted(t.Sources)
	return func(b []byte, block Block, row int) []byte {
		n := len(t.Targets)
		b = append(b, names[block.First+row]...)
		for _, d := range block.Dist[row*n : (row+1)*n] {
			if b = append(b, ','); d != Unreached {
				b = t.number(b, d)
			}
		}
		return append(b, '\n')
	}
}

// pairLine appends a pair.
func (t *Table) pairLine(b []byte, block Block, row int) []byte {
	p := t.Pairs[block.First+row]
	b = append(append(b, quote(t.Sources[p.Source].Name)...), ',')
	b = append(append(b, quote(t.Targets[p.Target].Name)...), ',')
	if d := block.Dist[row]; d != Unreached {
		b = t.number(b, d)
	}
	return append(append(append(b, ','), quote(p.Problem)...), '\n')
}

// quoted are the names of places as CSV has them.
func quoted(places []End) []string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = quote(p.Name)
	}
	return names
}

// quote returns a cell of CSV.
func quote(text string) string {
	text = format.Cell(text)
	if strings.ContainsAny(text, ",\"\r\n") || strings.HasPrefix(text, " ") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// newJSON begins a line that names the targets, before a line for each source; a list has a
// line for each pair.
func newJSON(out io.Writer, t *Table) (Writer, error) {
	head := map[string]any{"type": "meta", "schema": t.Schema, "unit": t.Unit}
	for name, value := range t.Facts {
		head[name] = value
	}
	w := &lines{Table: t, out: out, line: t.jsonPair}
	if t.Pairs == nil {
		var targets []json.RawMessage
		for _, p := range t.Targets {
			targets = append(targets, p.JSON)
		}
		head["sources"], head["targets"], w.line = len(t.Sources), targets, t.jsonRow
	}
	return w, json.NewEncoder(out).Encode(head)
}

// jsonRow appends a row of a table.
func (t *Table) jsonRow(b []byte, block Block, row int) []byte {
	n := len(t.Targets)
	b = append(append(b, `{"type":"row","source":`...), t.Sources[block.First+row].JSON...)
	b = append(b, `,"values":[`...)
	for i, d := range block.Dist[row*n : (row+1)*n] {
		if i > 0 {
			b = append(b, ',')
		}
		b = t.jsonNumber(b, d)
	}
	return append(b, "]}\n"...)
}

// jsonPair appends a pair.
func (t *Table) jsonPair(b []byte, block Block, row int) []byte {
	p := t.Pairs[block.First+row]
	b = append(append(b, `{"type":"pair","source":`...), t.Sources[p.Source].JSON...)
	b = append(append(b, `,"target":`...), t.Targets[p.Target].JSON...)
	b = t.jsonNumber(append(b, `,"distance":`...), block.Dist[row])
	if p.Problem != "" {
		b = append(append(b, `,"problem":`...), jsonOf(p.Problem)...)
	}
	return append(b, "}\n"...)
}

// jsonNumber appends a distance, null where no way leads.
func (t *Table) jsonNumber(b []byte, d uint32) []byte {
	if d == Unreached {
		return append(b, "null"...)
	}
	return t.number(b, d)
}

// jsonOf returns a text as JSON has it.
func jsonOf(text string) []byte {
	b, _ := json.Marshal(text) // every text has a form
	return b
}

//go:build duckdb

package main

import (
	"bufio"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/internal/fault"
	text "kernelscope/internal/format"
)

// format is the format of printed rows, a flag.
type format string

func (f *format) String() string {
	if *f == "" {
		return "table"
	}
	return string(*f)
}

// Type returns the name of the flag's type.
func (f *format) Type() string { return "format" }

// Set parses the flag.
func (f *format) Set(s string) error {
	switch s {
	case "table", "csv", "json":
		*f = format(s)
		return nil
	}
	return fault.Usage.Errorf("%q is not table, csv or json", s)
}

// print prints rows.
func (a *app) print(rows *sql.Rows) error { return write(rows, a.out, a.format, a.rows) }

// write writes rows in a format. A table has at most a number of them.
func write(rows *sql.Rows, to io.Writer, f format, most int) error {
	names, err := rows.Columns()
	if err != nil || len(names) == 0 {
		return err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	w := bufio.NewWriter(to)
	var p printer
	switch f.String() {
	case "csv":
		p = &csvPrinter{w: csv.NewWriter(w)}
	case "json":
		p = &jsonPrinter{w: w}
	default:
		p = &tablePrinter{w: w, most: most}
	}
	err = p.head(names)
	for err == nil && rows.Next() {
		if err = rows.Scan(into...); err != nil {
			break
		}
		for i, t := range types {
			cells[i] = plain(cells[i], t.DatabaseTypeName())
		}
		err = p.row(cells)
	}
	if err == nil {
		err = rows.Err()
	}
	if err == nil {
		err = p.end()
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	return err
}

// plan prints the rows of EXPLAIN, whose second cells are diagrams.
func (a *app) plan(rows *sql.Rows) error {
	for rows.Next() {
		var key, value string
		if err := rows.Scan(&key, &value); err != nil {
			return err
		}
		fmt.Fprintln(a.out, strings.TrimRight(value, "\n"))
	}
	return rows.Err()
}

type printer interface {
	head(names []string) error
	row(cells []any) error
	end() error
}

// tablePrinter prints aligned columns once it has all rows to print.
type tablePrinter struct {
	w     *bufio.Writer
	most  int // greatest number of rows
	rows  int
	lines [][]string
	right []bool // whether a column has numbers
}

func (p *tablePrinter) head(names []string) error {
	p.lines = append(p.lines, names)
	p.right = make([]bool, len(names))
	return nil
}

func (p *tablePrinter) row(cells []any) error {
	if p.rows++; p.rows > p.most {
		return nil
	}
	line := make([]string, len(cells))
	for i, c := range cells {
		line[i] = shown(c)
		switch c.(type) {
		case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, json.Number:
			p.right[i] = true
		}
	}
	p.lines = append(p.lines, line)
	return nil
}

func (p *tablePrinter) end() error {
	const widest = 100
	width := make([]int, len(p.right))
	for _, line := range p.lines {
		for i, cell := range line {
			if n := utf8.RuneCountInString(cell); n > widest {
				line[i] = string([]rune(cell)[:widest-1]) + "…"
			}
			width[i] = max(width[i], utf8.RuneCountInString(line[i]))
		}
	}
	for k, line := range p.lines {
		out := make([]string, len(line))
		for i, cell := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if out[i] = cell + pad; p.right[i] {
				out[i] = pad + cell
			}
		}
		fmt.Fprintln(p.w, strings.TrimRight(strings.Join(out, "  "), " "))
		if k == 0 {
			for i := range out {
				out[i] = strings.Repeat("─", width[i])
			}
			fmt.Fprintln(p.w, strings.Join(out, "  "))
		}
	}
	if more := p.rows - p.most; more > 0 {
		fmt.Fprintf(p.w, "… and %s\n", text.Count(more, "more row"))
	}
	return nil
}

// plain converts the library's types to types that JSON also has: numbers, strings, lists and
// objects.
func plain(cell any, kind string) any {
	switch c := cell.(type) {
	case time.Time:
		layout := map[string]string{"DATE": time.DateOnly, "TIME": "15:04:05.999999", "TIMESTAMPTZ": "2006-01-02 15:04:05.999999-07"}[kind]
		if layout == "" {
			layout = "2006-01-02 15:04:05.999999"
		}
		return c.Format(layout)
	case []byte:
		if kind == "UUID" && len(c) == 16 {
			return fmt.Sprintf("%x-%x-%x-%x-%x", c[:4], c[4:6], c[6:8], c[8:10], c[10:])
		}
		return fmt.Sprintf("\\x%x", c)
	case *big.Int:
		return json.Number(c.String())
	case duckdb.Decimal:
		return json.Number(c.String())
	case duckdb.Interval:
		return fmt.Sprintf("%d months %d days %v", c.Months, c.Days, time.Duration(c.Micros)*time.Microsecond)
	case []any:
		items := make([]any, len(c))
		for i, item := range c {
			items[i] = plain(item, "")
		}
		return items
	case map[string]any:
		fields := map[string]any{}
		for name, field := range c {
			fields[name] = plain(field, "")
		}
		return fields
	case fmt.Stringer:
		return c.String()
	}
	return cell
}

// shown formats a plain cell as text.
func shown(cell any) string {
	switch c := cell.(type) {
	case nil:
		return "NULL"
	case []any:
		items := make([]string, len(c))
		for i, item := range c {
			items[i] = shown(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(c)) {
			fields = append(fields, name+": "+shown(c[name]))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return fmt.Sprint(cell)
}

// csvPrinter prints no cell that a spreadsheet would evaluate.
type csvPrinter struct{ w *csv.Writer }

func (p *csvPrinter) head(names []string) error {
	line := make([]string, len(names))
	for i, name := range names {
		line[i] = text.Cell(name)
	}
	return p.w.Write(line)
}

func (p *csvPrinter) row(cells []any) error {
	line := make([]string, len(cells))
	for i, c := range cells {
		if c != nil {
			line[i] = text.Cell(shown(c))
		}
	}
	return p.w.Write(line)
}

func (p *csvPrinter) end() error {
	p.w.Flush()
	return p.w.Error()
}

// jsonPrinter prints one object per line.
type jsonPrinter struct {
	w     *bufio.Writer
	names [][]byte
}

func (p *jsonPrinter) head(names []string) error {
	for _, n := range names {
		name, err := json.Marshal(n)
		if err != nil {
			return err
		}
		p.names = append(p.names, name)
	}
	return nil
}

func (p *jsonPrinter) row(cells []any) error {
	for i, c := range cells {
		value, err := json.Marshal(c)
		if err != nil {
			if value, err = json.Marshal(shown(c)); err != nil {
				return err
			}
		}
		mark := byte(',')
		if i == 0 {
			mark = '{'
		}
		p.w.WriteByte(mark)
		p.w.Write(p.names[i])
		p.w.WriteByte(':')
		p.w.Write(value)
	}
	_, err := p.w.WriteString("}\n")
	return err
}

func (p *jsonPrinter) end() error { return nil }

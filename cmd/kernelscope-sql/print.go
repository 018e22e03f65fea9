//go:build duckdb_arrow

package main

import (
	"bufio"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/fault"
	text "kernelscope/format"
)

// format is how rows are printed, a flag.
type format string

func (f *format) String() string {
	if *f == "" {
		return "table"
	}
	return string(*f)
}

// Type is the name of the flag's type.
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
func (a *app) print(rows *sql.Rows) error {
	names, err := rows.Columns()
	if err != nil || len(names) == 0 {
		return err
	}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	w := bufio.NewWriter(a.out)
	var p printer
	switch a.format.String() {
	case "csv":
		p = &csvPrinter{w: csv.NewWriter(w)}
	case "json":
		p = &jsonPrinter{w: w}
	default:
		p = &tablePrinter{w: w, most: a.rows}
	}
	err = p.head(names)
	for err == nil && rows.Next() {
		if err = rows.Scan(into...); err == nil {
			err = p.row(cells)
		}
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

// plan prints the rows of EXPLAIN, whose second cells are pictures.
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

// tablePrinter aligns columns, which it can when it has all rows that it prints.
type tablePrinter struct {
	w     *bufio.Writer
	most  int // rows
	rows  int
	lines [][]string
	right []bool // columns of numbers
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
		case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, *big.Int, duckdb.Decimal:
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

// shown returns a cell as text.
func shown(cell any) string {
	switch c := cell.(type) {
	case nil:
		return "NULL"
	case []byte:
		return fmt.Sprintf("%x", c)
	case time.Time:
		return c.Format("2006-01-02 15:04:05.999999")
	case []any:
		items := make([]string, len(c))
		for i, item := range c {
			items[i] = shown(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case fmt.Stringer:
		return c.String()
	}
	return fmt.Sprint(cell)
}

type csvPrinter struct{ w *csv.Writer }

func (p *csvPrinter) head(names []string) error { return p.w.Write(names) }

func (p *csvPrinter) row(cells []any) error {
	line := make([]string, len(cells))
	for i, c := range cells {
		if c != nil {
			line[i] = shown(c)
		}
	}
	return p.w.Write(line)
}

func (p *csvPrinter) end() error {
	p.w.Flush()
	return p.w.Error()
}

// jsonPrinter prints an object a line.
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

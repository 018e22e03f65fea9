package inside

import (
	"math"
	"strconv"
	"strings"

	"kernelscope/internal/format"
)

// Column is a number of each line.
type Column struct {
	Name, Help string
	value      func(c *Count, r Row) (v float64, ok bool) // ok is false where the line has none
	// heat is from 0, as it should be, to 1; of cheap lines less is shown. Nil is for v divided by the greatest of all.
	heat     func(v float64, r Row) float64
	percent  bool
	quantity bool // a line without it has zero
	good     bool // more of it is better
	neutral  bool // it is neither
	// Model says that no device counts it.
	Model bool
}

func quotient(a, b int64) (float64, bool) { return float64(a) / float64(max(1, b)), a > 0 && b > 0 }

// excess is the heat of something of which 1 would be enough.
func excess(v float64, _ Row) float64 { return 1 - 1/max(1, v) }

// Columns are the numbers that are shown of each line.
var Columns = []Column{
	{Name: "cost", Help: "part of all instructions of subgroups, sectors, rounds of shared memory and lanes of atomics", percent: true, quantity: true,
		value: func(c *Count, r Row) (float64, bool) {
			v, ok := quotient(r.Cost, c.Cost())
			return 100 * v, ok
		}},
	{Name: "executions", Help: "of the line by subgroups", quantity: true, value: func(_ *Count, r Row) (float64, bool) { return quotient(r.Executions, 1) }},
	{Name: "active", Help: "lanes of a subgroup that execute its instructions", percent: true, good: true,
		value: func(c *Count, r Row) (float64, bool) {
			v, ok := quotient(r.Lanes, r.Instructions*int64(c.Width))
			return 100 * v, ok
		},
		heat: func(v float64, _ Row) float64 { return 1 - v/100 }},
	{Name: "sectors", Model: true, Help: "of 32 bytes that a request to buffers touches", value: func(_ *Count, r Row) (float64, bool) { return quotient(r.Sectors, r.Requests) },
		heat: func(v float64, r Row) float64 {
			least, _ := quotient(r.MinSectors, r.Requests)
			return 1 - min(1, least/v)
		}},
	{Name: "least", Model: true, Help: "sectors of a request, if the elements of its lanes were contiguous", neutral: true,
		value: func(_ *Count, r Row) (float64, bool) { return quotient(r.MinSectors, r.Requests) },
		heat:  func(float64, Row) float64 { return 0 }},
	{Name: "rounds", Model: true, Help: "of an access to shared memory with 32 banks; 1 has no conflict",
		value: func(_ *Count, r Row) (float64, bool) { return quotient(r.BankRounds, r.Shared) }, heat: excess},
	{Name: "lanes/address", Model: true, Help: "lanes of an atomic instruction with one address",
		value: func(_ *Count, r Row) (float64, bool) { return quotient(r.AtomicLanes, r.Addresses) }, heat: excess},
	{Name: "barriers", Model: true, Help: "waits of subgroups", quantity: true, value: func(_ *Count, r Row) (float64, bool) { return quotient(r.Barriers, 1) },
		heat: func(float64, Row) float64 { return 0 }},
	{Name: "waiting", Model: true, Help: "part of the instructions before the barrier that subgroups wait for others", percent: true,
		value: func(_ *Count, r Row) (float64, bool) {
			v, ok := quotient(r.Waited, r.Waited+r.Worked)
			return 100 * v, ok
		},
		heat: func(v float64, _ Row) float64 { return v / 100 }},
}

// Key is the column's name in files for programs.
func (k Column) Key() string {
	key := strings.ReplaceAll(k.Name, "/", "_per_")
	if k.percent {
		key += "_percent"
	}
	return key
}

// Cell is a number of a line.
type Cell struct {
	Value float64 // NaN if there is none
	Text  string
	Heat  float64 // from 0 to 1, or from -1 if columns are subtracted
	// Quantity says that Heat is how much there is, which is not a fault.
	Quantity bool
}

// Cells returns the cells of all rows, by row and column.
func (c *Count) Cells() [][]Cell {
	if c.difference != nil {
		return c.difference.cells
	}
	out := make([][]Cell, len(c.Rows))
	for i := range out {
		out[i] = make([]Cell, len(Columns))
	}
	dearest := 1.0
	for _, r := range c.Rows {
		dearest = max(dearest, float64(r.Cost))
	}
	for k, column := range Columns {
		greatest := 0.0
		for i, r := range c.Rows {
			v, ok := column.value(c, r)
			if !ok {
				out[i][k] = Cell{Value: math.NaN()}
				continue
			}
			greatest = max(greatest, v)
			out[i][k] = Cell{Value: v, Text: column.text(v)}
			if column.heat != nil {
				out[i][k].Heat = max(0, min(1, column.heat(v, r))) * min(1, math.Sqrt(float64(max(r.Cost, r.Waited))/dearest))
			}
		}
		for i := range out {
			if column.heat == nil && greatest > 0 && out[i][k].Text != "" {
				out[i][k].Heat, out[i][k].Quantity = out[i][k].Value/greatest, k > 0
			}
		}
	}
	return out
}

func (k Column) text(v float64) string {
	switch {
	case k.percent && v > 0 && v < 0.1:
		return "<0.1 %"
	case k.percent && v < 10:
		return strconv.FormatFloat(v, 'f', 1, 64) + " %"
	case k.percent:
		return strconv.FormatFloat(v, 'f', 0, 64) + " %"
	}
	return number(v)
}

// number writes a number with at most one digit after the point.
func number(v float64) string {
	if v = math.Round(10*v) / 10; v == math.Trunc(v) {
		return format.Thousands(int64(v))
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

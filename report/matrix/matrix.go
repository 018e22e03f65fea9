// Package matrix writes tables of distances as CSV, JSON lines and Parquet: on all
// processors, block by block, while the next block is computed. It depends on no search.
package matrix

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
)

// Unreached is the distance of a target without a path.
const Unreached = math.MaxUint32

// End is a source or a target.
type End struct {
	Name string // as a file calls it
	ID   int64  // its number in the graph's file
	JSON []byte // the object that stands for it in JSON lines
}

// Table describes a table.
type Table struct {
	Sources, Targets []End
	Unit             string
	Digits           int // after the decimal point: a distance is a whole number of 10^-Digits units
	// Named is set if names are informative: Parquet then has columns for them.
	Named  bool
	Schema int // version of JSON lines
	// Facts are metadata of Parquet: the graph, parameters, the device, the version.
	Facts map[string]string
	// Pairs, where they are not nil, are the rows of a list; else the table has a row for each
	// source, and a column for each target.
	Pairs []Pair
}

// Pair is a query for one distance. Source and Target index the places of the table.
type Pair struct {
	Source, Target int
	Problem        string // why there is none; empty if one was searched
}

// Block is some rows of a table: the distances from sources, which begin with First, to all
// targets; of a list the distances of pairs, which begin with First.
type Block struct {
	First, Rows int
	Dist        []uint32
}

// Format is the format of a table.
type Format string

// The forms.
const (
	CSV     Format = "csv"
	JSON    Format = "json"
	Parquet Format = "parquet"
)

// FormOf returns the format of a file's extension.
func FormOf(ending string) (f Format, ok bool) {
	for _, f = range []Format{CSV, JSON, Parquet} {
		if ending == "."+string(f) {
			return f, true
		}
	}
	return "", false
}

// Writer writes blocks in their order.
type Writer interface {
	// Write writes the next block.
	Write(ctx context.Context, b Block) error
	// Close ends the table; it does not close the underlying writer.
	Close() error
}

// NewWriter begins a table.
func NewWriter(w io.Writer, f Format, t *Table) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, t)
	case JSON:
		return newJSON(w, t)
	case Parquet:
		return newParquet(w, t)
	}
	return nil, fmt.Errorf("matrix: there is no form %q", f)
}

// columns returns the distances of a row.
func (t *Table) columns() int {
	if t.Pairs != nil {
		return 1
	}
	return len(t.Targets)
}

// number appends a distance in its unit, without zeros at the end.
func (t *Table) number(b []byte, d uint32) []byte {
	if t.Digits == 0 {
		return strconv.AppendUint(b, uint64(d), 10)
	}
	power := powers[t.Digits]
	b = strconv.AppendUint(b, uint64(d)/power, 10)
	rest := uint64(d) % power
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for power /= 10; rest > 0; power /= 10 {
		b = append(b, byte('0'+rest/power))
		rest %= power
	}
	return b
}

// powers are the powers of ten, up to the most digits that weights may have.
var powers = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// partCells is about how many distances are encoded together.
const partCells = 1 << 17

// parts divides rows so that each part has about as many cells as wanted.
func parts(rows, columns, wanted int) (out [][2]int) {
	step := max(1, wanted/max(1, columns))
	for first := 0; first < rows; first += step {
		out = append(out, [2]int{first, min(rows, first+step)})
	}
	return out
}

// inOrder encodes parts on all processors and commits them in their order. As many are encoded
// at a time as there are processors, which bounds the memory.
func inOrder[T any](ctx context.Context, parts [][2]int, encode func(first, end int) (T, error), commit func(T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		part T
		err  error
	}
	queue := make(chan chan result, max(1, runtime.GOMAXPROCS(0)-1))
	go func() {
		defer close(queue)
		for _, p := range parts {
			one := make(chan result, 1)
			select {
			case queue <- one:
			case <-ctx.Done():
				return
			}
			go func() {
				part, err := encode(p[0], p[1])
				one <- result{part, err}
			}()
		}
	}()
	var failed error
	for one := range queue { // all that was begun, also after an error
		r := <-one
		if failed != nil {
			continue
		}
		if failed = r.err; failed == nil {
			failed = commit(r.part)
		}
		if failed != nil {
			cancel()
		}
	}
	return cmp.Or(failed, ctx.Err())
}

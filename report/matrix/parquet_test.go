package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// row is one of a file with all columns.
type row struct {
	Source   int64   `parquet:"source_id"`
	Target   int64   `parquet:"target_id"`
	Distance *int64  `parquet:"distance,optional"`
	From     string  `parquet:"source"`
	To       string  `parquet:"target"`
	Problem  *string `parquet:"problem,optional"`
}

// String is the row with what is missing as "none".
func (r row) String() string {
	distance, problem := "none", "none"
	if r.Distance != nil {
		distance = fmt.Sprint(*r.Distance)
	}
	if r.Problem != nil {
		problem = *r.Problem
	}
	return fmt.Sprintln(r.Source, r.Target, distance, r.From, r.To, problem)
}

// rowsOf are what a file of a block should have.
func rowsOf(t *Table, b Block) (out []string) {
	for i, d := range b.Dist {
		source, target, problem := t.cell(i)
		r := row{Source: t.Sources[source].ID, Target: t.Targets[target].ID}
		if d != Unreached {
			r.Distance = new(int64(d))
		}
		if t.Named {
			r.From, r.To = t.Sources[source].Name, t.Targets[target].Name
		}
		if problem != "" {
			r.Problem = &problem
		}
		out = append(out, r.String())
	}
	return out
}

// cell returns the source, the target and the problem of a row of a file.
func (t *Table) cell(i int) (source, target int, problem string) {
	if t.Pairs != nil {
		p := t.Pairs[i]
		return p.Source, p.Target, p.Problem
	}
	return i / len(t.Targets), i % len(t.Targets), ""
}

// listed makes a list of pairs of a table, some with problems.
func listed(t *Table, b Block, problem func(i int) string) Block {
	t.Pairs = []Pair{}
	for i := range b.Dist {
		p := Pair{i * 31 % len(t.Sources), i * 17 % len(t.Targets), problem(i)}
		if t.Pairs = append(t.Pairs, p); p.Problem != "" {
			b.Dist[i] = Unreached
		}
	}
	b.Rows = len(b.Dist)
	return b
}

// inParquet writes a block in row groups of some distances, as a file of two blocks.
func inParquet(t *testing.T, table *Table, b Block, rows int) []byte {
	t.Helper()
	return inHalves(t, Parquet, table, b, func(w Writer) { w.(*columnar).rows = rows })
}

// inHalves writes a block in two, with a writer that is set up before.
func inHalves(t *testing.T, form Format, table *Table, b Block, set func(Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, form, table)
	if err != nil {
		t.Fatal(err)
	}
	set(w)
	half := b.Rows / 2
	cells := half * table.columns()
	err = errors.Join(w.Write(t.Context(), Block{0, half, b.Dist[:cells]}), w.Write(t.Context(), Block{half, b.Rows - half, b.Dist[cells:]}), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tables are one of each kind: with rows that are shorter and longer than a row group, lists
// without and with problems, and nothing but problems.
func tables(use func(name string, table *Table, b Block)) {
	numbers, b := made(40, 70)
	use("numbers", numbers, b)
	named, b := made(3, 900)
	named.Named = true
	use("names", named, b)
	for name, problem := range map[string]func(int) string{
		"a list":              func(int) string { return "" },
		"a list with errors":  func(i int) string { return []string{"", "far", "nowhere"}[i%3] },
		"a list of errors":    func(int) string { return "far" },
		"a list with one row": func(int) string { return "" },
	} {
		table, b := made(20, 60)
		if name == "a list with one row" {
			b.Dist = b.Dist[:1]
		}
		use(name, table, listed(table, b, problem))
	}
	use("nothing", &Table{Unit: "metres"}, Block{})
}

// A file has every row, whatever its row groups are, and the same bytes on any number of
// processors.
func TestParquet(t *testing.T) {
	tables(func(name string, table *Table, b Block) {
		want := rowsOf(table, b)
		for _, rows := range []int{7, 128, 1000, 1 << 18} {
			file := inParquet(t, table, b, rows)
			read, err := parquet.Read[row](bytes.NewReader(file), int64(len(file)))
			var got []string
			for _, r := range read {
				got = append(got, r.String())
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, groups of %d: %d rows, want %d (%v)", name, rows, len(got), len(want), err)
			}
			old := runtime.GOMAXPROCS(1)
			alone := inParquet(t, table, b, rows)
			runtime.GOMAXPROCS(old)
			if !bytes.Equal(file, alone) {
				t.Errorf("%s, groups of %d: other bytes on one processor", name, rows)
			}
		}
	})
}

// The places of cells are those of a loop over rows and columns, numbered as they come.
func TestPlaces(t *testing.T) {
	for _, columns := range []int{1, 2, 5} {
		table, _ := made(7, columns)
		for begin := range 7 * columns {
			for n := range 7*columns - begin + 1 {
				sources, targets := make([]int32, n), make([]int32, n)
				for i := range n {
					sources[i], targets[i] = int32((begin+i)/columns), int32((begin+i)%columns)
				}
				from, s, to, d := table.places(begin, n)
				if !slices.Equal(from, distinct(sources)) || !slices.Equal(s, sources) || !slices.Equal(to, distinct(targets)) || !slices.Equal(d, targets) {
					t.Fatalf("%d cells from %d of %d columns: %v %v, %v %v", n, begin, columns, from, s, to, d)
				}
			}
		}
	}
}

package matrix

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"kernelscope/internal/format"
)

// made is a table of random distances, some of them unreached.
func made(sources, targets int) (*Table, Block) {
	rnd := rand.New(rand.NewPCG(1, 2))
	t := &Table{Unit: "seconds", Digits: 1, Facts: map[string]string{"graph": "g"}}
	place := func(i int) End {
		id := int64(i*7919 + 1)
		return End{fmt.Sprintf("id:%d", id), id, fmt.Appendf(nil, `{"id":%d}`, id)}
	}
	for i := range sources {
		t.Sources = append(t.Sources, place(i))
	}
	for i := range targets {
		t.Targets = append(t.Targets, place(i))
	}
	b := Block{Rows: sources}
	for range sources * targets {
		d := rnd.Uint32N(1 << 20)
		if d%1009 == 0 {
			d = Unreached
		}
		b.Dist = append(b.Dist, d)
	}
	return t, b
}

// A value takes some nanoseconds, and in CSV no allocation.
func BenchmarkForms(b *testing.B) {
	t, block := made(512, 10154)
	for _, form := range []Format{CSV, Parquet, JSON} {
		b.Run(string(form), func(b *testing.B) {
			var size int64
			for b.Loop() {
				var n counter
				w, err := NewWriter(&n, form, t)
				if err == nil {
					err = w.Write(b.Context(), block)
				}
				if err == nil {
					err = w.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
				size = int64(n)
			}
			values := float64(len(block.Dist))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/values, "ns/value")
			b.ReportMetric(float64(size)/values, "bytes/value")
		})
	}
}

// counter counts bytes.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// Numbers are those of strconv, whatever the digits.
func TestNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for digits := range 8 {
		table := &Table{Digits: digits}
		for i := range 2000 {
			d := rnd.Uint32() >> rnd.IntN(32)
			if i < 3 {
				d = []uint32{0, 10, math.MaxUint32 - 1}[i]
			}
			want := strconv.FormatFloat(float64(d)/math.Pow10(digits), 'f', -1, 64)
			if got := string(table.number(nil, d)); got != want {
				t.Errorf("%d with %d digits: %s, want %s", d, digits, got, want)
			}
		}
	}
}

// CSV is what encoding/csv would write, and the name of a place is not a formula.
func TestCSV(t *testing.T) {
	table, block := made(300, 700)
	table.Sources[0].Name, table.Sources[1].Name, table.Targets[0].Name = `=HYPERLINK("x")`, "-75.5,39.7", "a\nb"
	var b, want bytes.Buffer
	w, err := NewWriter(&b, CSV, table)
	if err == nil {
		err = errors.Join(w.Write(t.Context(), block), w.Close())
	}
	lines := csv.NewWriter(&want)
	head := []string{"seconds"}
	for _, p := range table.Targets {
		head = append(head, format.Cell(p.Name))
	}
	_ = lines.Write(head)
	for i, p := range table.Sources {
		line := []string{format.Cell(p.Name)}
		for _, d := range block.Dist[i*700 : (i+1)*700] {
			cell := ""
			if d != Unreached {
				cell = strconv.FormatFloat(float64(d)/10, 'f', -1, 64)
			}
			line = append(line, cell)
		}
		_ = lines.Write(line)
	}
	lines.Flush()
	if err != nil || !bytes.Equal(b.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes, want %d (%v)", b.Len(), want.Len(), err)
	}
}

// A block ends with its context, and with the first part that cannot be written.
func TestStopped(t *testing.T) {
	table, block := made(600, 2000)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, form := range []Format{CSV, JSON, Parquet} {
		w, err := NewWriter(io.Discard, form, table)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(ctx, block); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, %v", form, err)
		}
		if w, err = NewWriter(&full{room: 10_000}, form, table); err == nil {
			err = w.Write(t.Context(), block)
		}
		if !errors.Is(err, errFull) {
			t.Errorf("%s: a full disk, %v", form, err)
		}
	}
}

var errFull = errors.New("full")

// full is a disk with little room.
type full struct{ room int }

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

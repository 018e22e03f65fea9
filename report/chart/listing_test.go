package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kernelscope/report/chart"
)

func listed(lines, squares int) chart.Figure {
	l := &chart.Listing{Columns: []chart.ListingColumn{{Name: "cost", Width: 60}, {Name: "lanes", Width: 60}}}
	l.Lines = append(l.Lines, chart.ListingLine{Text: "a.comp"})
	for i := range lines {
		l.Lines = append(l.Lines, chart.ListingLine{
			Number: fmt.Sprint(i + 1), Text: "x ^= 2;", Marked: i == 0, Under: fmt.Sprintf("line %d", i+1),
			Cells: []chart.ListingCell{{Text: "5 %", Bar: 0.5, Heat: 1}, {}},
		})
	}
	s := &chart.Strip{Title: "Workgroups", Note: "equal"}
	for i := range squares {
		s.Values, s.Texts = append(s.Values, float64(i)/float64(squares)), append(s.Texts, fmt.Sprintf("group %d", i))
	}
	return chart.Figure{Title: "A kernel", Note: "Counted.", Rows: [][]chart.Chart{{chart.Sentences{Lines: []string{"one", strings.Repeat("long ", 100)}}}, {l}, {s}}}
}

// A figure of its own height has room for all of its lines and squares, from top to bottom and without overlaps.
func TestListing(t *testing.T) {
	for _, n := range []int{1, 40, 300} {
		f := listed(n, 10*n)
		h := f.Height(600)
		for _, ratio := range []float64{1, 2} {
			m, spots := f.Image(chart.Options{Width: 600, Height: h, Ratio: ratio})
			if len(spots) != 11*n {
				t.Fatalf("%d lines: %d spots", n, len(spots))
			}
			for i, s := range spots {
				if s.X < 0 || s.Y < 0 || s.X+s.W > float64(m.Rect.Dx()) || s.Y+s.H > float64(m.Rect.Dy()) {
					t.Fatalf("%d lines: %s is outside: %v", n, s.Text, s)
				}
				if i > 0 && s.Y < spots[i-1].Y-0.01 {
					t.Fatalf("%d lines: %s is above %s", n, s.Text, spots[i-1].Text)
				}
			}
			if last := spots[len(spots)-1]; float64(m.Rect.Dy())-last.Y-last.H > 60*ratio {
				t.Errorf("%d lines: %v pixels are left", n, float64(m.Rect.Dy())-last.Y-last.H)
			}
		}
	}
}

// An SVG file is well formed, and a ^ in a program stays.
func TestListingSVG(t *testing.T) {
	f := listed(3, 3)
	var b bytes.Buffer
	if err := f.SVG(&b, chart.Options{Width: 600, Height: f.Height(600)}); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	letters := func(text string) int {
		f.Rows = [][]chart.Chart{{&chart.Listing{Lines: []chart.ListingLine{{Number: "1", Text: text}}}}}
		b.Reset()
		if err := f.SVG(&b, chart.Options{Width: 600, Height: f.Height(600)}); err != nil {
			t.Fatal(err)
		}
		return strings.Count(b.String(), "<path") + strings.Count(b.String(), "<use")
	}
	if a, b := letters("2^8"), letters("28"); a <= b {
		t.Errorf("%d outlines with ^, %d without", a, b)
	}
}

package inside

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// SheetLine is a line of a sheet: a row of the source, or the heading of an included file.
type SheetLine struct {
	Row   int // -1 for a heading
	File  string
	Depth int
	// Of a heading: whether all rows of the file are listed, how many they are, how many have code, and their part of the cost, from
	// 0 to 1.
	Whole       bool
	Lines, Code int
	Cost        float64
}

// hasCode reports whether subgroups have executed a row.
func (r Row) hasCode() bool { return r.Executions > 0 || r.Instructions > 0 }

// Sheet lists the rows in the order of the source. Included files have headings. They are folded to their rows with code, but for one
// that has half of the cost; in turned are those for which a person has changed that.
func (c *Count) Sheet(turned map[string]bool) (lines []SheetLine) {
	files := map[string]*SheetLine{}
	all := float64(max(1, c.Cost()))
	for _, r := range c.Rows {
		h := files[r.Line.File]
		if h == nil {
			h = &SheetLine{Row: -1, File: r.Line.File, Depth: r.Depth}
			files[r.Line.File] = h
		}
		h.Lines++
		h.Cost += float64(r.Cost) / all
		if r.hasCode() {
			h.Code++
		}
	}
	for i, r := range c.Rows {
		h := files[r.Line.File]
		if h.Whole = h.Cost >= 0.5 != turned[h.File]; r.Depth > 0 && r.Line.Line == 1 {
			lines = append(lines, *h)
		}
		if r.Depth == 0 || h.Whole || r.hasCode() {
			lines = append(lines, SheetLine{Row: i, File: r.Line.File, Depth: r.Depth})
		}
	}
	return lines
}

// Sorted lists the rows that have a number in a column, the greatest first.
func (c *Count) Sorted(cells [][]Cell, column int) (lines []SheetLine) {
	for i, r := range c.Rows {
		if x := cells[i][column]; x.Text != "" && !math.IsNaN(x.Value) {
			lines = append(lines, SheetLine{Row: i, File: r.Line.File})
		}
	}
	slices.SortStableFunc(lines, func(a, b SheetLine) int {
		return cmp.Or(cmp.Compare(cells[b.Row][column].Value, cells[a.Row][column].Value), cmp.Compare(c.Rows[b.Row].Cost, c.Rows[a.Row].Cost))
	})
	return lines
}

// Kind is what a part of a line of source is.
type Kind int

// The kinds.
const (
	Code Kind = iota
	Word      // of the language
	Comment
)

// Span is a part of a line of source.
type Span struct {
	At   int // in letters
	Text string
	Kind Kind
}

var words = strings.Fields(`bool break buffer case const continue coherent default discard do else float for if in inout int ivec2 ivec3 ivec4 layout out
	readonly restrict return shared struct switch true false uint uniform uvec2 uvec3 uvec4 vec2 vec3 vec4 void volatile while writeonly`)

// Spans divides a line of GLSL, without the blanks between its parts.
func Spans(text string) (spans []Span) {
	letters := []rune(text)
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	for i := 0; i < len(letters); {
		from, kind := i, Code
		switch {
		case letters[i] == ' ':
			i++
			continue
		case letters[i] == '/' && i+1 < len(letters) && letters[i+1] == '/':
			i, kind = len(letters), Comment
		case letters[i] == '#' || isWord(letters[i]):
			for i++; i < len(letters) && isWord(letters[i]); i++ {
			}
			if s := string(letters[from:i]); s[0] == '#' || slices.Contains(words, s) {
				kind = Word
			}
		default:
			for i++; i < len(letters) && letters[i] != ' ' && letters[i] != '/' && letters[i] != '#' && !isWord(letters[i]); i++ {
			}
		}
		if n := len(spans) - 1; n >= 0 && kind == Code && spans[n].Kind == Code && spans[n].At+len([]rune(spans[n].Text)) == from {
			spans[n].Text += string(letters[from:i])
			continue
		}
		spans = append(spans, Span{from, string(letters[from:i]), kind})
	}
	return spans
}

// Squares returns how many squares are beside each other, and how wide each is, so that n fill a field of a size; at most a width.
func Squares(n int, width, height, most float64) (columns int, side float64) {
	if n < 1 || width < 1 || height < 1 {
		return 1, 1
	}
	side = max(1, min(most, math.Sqrt(width*height/float64(n))))
	for side > 1 {
		columns = int(width / side)
		if columns > 0 && float64((n+columns-1)/columns)*side <= height {
			return columns, side
		}
		side = max(1, side-0.5)
	}
	return max(1, int(width)), 1
}

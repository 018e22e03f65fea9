package inside_test

import (
	"fmt"
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/report/inside"
)

// Parts of a line are told apart, and none is lost.
func TestSpans(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"    uint v = head[e]; // 1/2 x": "4 1 uint|9 0 v|11 0 =|13 0 head[e];|22 2 // 1/2 x",
		"#include \"a.glsl\"":            "0 1 #include|9 0 \"a.glsl\"",
		"a/b+if_x":                       "0 0 a/b+if_x",
		"x = é/2;":                       "0 0 x|2 0 =|4 0 é/2;",
	} {
		var got []string
		for _, s := range inside.Spans(text) {
			got = append(got, fmt.Sprintf("%d %d %s", s.At, s.Kind, s.Text))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// tower has a kernel that includes a, which includes b, and then c.
func tower() *inside.Count {
	row := func(file string, line, depth int, cost int64) inside.Row {
		return inside.Row{LineCount: simt.LineCount{Line: simt.Line{File: file, Line: line}, Instructions: cost, Executions: cost}, Depth: depth, Cost: cost, Text: file}
	}
	return &inside.Count{Width: 1, Rows: []inside.Row{
		row("k", 1, 0, 0), row("a", 1, 1, 0), row("b", 1, 2, 0), row("b", 2, 2, 3), row("a", 2, 1, 1), row("k", 2, 0, 0), row("c", 1, 1, 0), row("c", 2, 1, 16), row("k", 3, 0, 0),
	}}
}

// Included files are folded to their lines with code below a heading, but for one with half of the cost, and a person changes that.
func TestSheet(t *testing.T) {
	c := tower()
	list := func(turned map[string]bool) string {
		var out []string
		for _, l := range c.Sheet(turned) {
			if l.Row < 0 {
				out = append(out, fmt.Sprintf("[%s %d/%d %.0f%%]", l.File, l.Code, l.Lines, 100*l.Cost))
			} else {
				out = append(out, fmt.Sprintf("%s%d", c.Rows[l.Row].Line.File, c.Rows[l.Row].Line.Line))
			}
		}
		return strings.Join(out, " ")
	}
	for _, x := range []struct {
		turned map[string]bool
		want   string
	}{
		{nil, "k1 [a 1/2 5%] [b 1/2 15%] b2 a2 k2 [c 1/2 80%] c1 c2 k3"},
		{map[string]bool{"a": true, "c": true}, "k1 [a 1/2 5%] a1 [b 1/2 15%] b2 a2 k2 [c 1/2 80%] c2 k3"},
	} {
		if got := list(x.turned); got != x.want {
			t.Errorf("turned %v: %s, want %s", x.turned, got, x.want)
		}
	}
	var sorted []string
	for _, l := range c.Sorted(c.Cells(), 0) {
		sorted = append(sorted, l.File)
	}
	if got := strings.Join(sorted, " "); got != "c b a" {
		t.Errorf("sorted by cost: %s", got)
	}
}

// Squares fill a field without leaving it, and are as large as they may be.
func TestSquares(t *testing.T) {
	for n := 1; n < 3000; n += 7 {
		across, side := inside.Squares(n, 640, 46, 18)
		rows := (n + across - 1) / across
		if float64(across)*side > 640 || float64(rows)*side > 46 || side < 1 || side > 18 {
			t.Fatalf("%d squares: %d beside each other, %g wide, in %d rows", n, across, side, rows)
		}
	}
	if across, side := inside.Squares(0, 0, 0, 9); across != 1 || side != 1 {
		t.Errorf("no squares: %d of %g", across, side)
	}
}

// Subgroups begin together, wait at a barrier for the last one, and lanes are active, masked or waiting.
func TestLanes(t *testing.T) {
	l := inside.NewLanes(3, 4, 6)
	add := func(subgroup int, at int64, active uint64, waits bool) {
		cost, reaches := simt.AccessCost{}, ""
		if at == 1 {
			cost, reaches = simt.AccessCost{Sectors: 2}, "Keys"
		}
		x := simt.Traced{Position: simt.Position{Workgroup: 3, Subgroup: subgroup, Instruction: at}, Line: simt.Line{File: "k", Line: int(at) + 1}, Active: [2]uint64{active}, Waits: waits, Cost: cost, Reaches: reaches}
		if !l.Add(x) {
			t.Fatal("there is no room")
		}
	}
	for at := range int64(4) {
		add(0, at, 0xf, at == 3)
	}
	add(1, 0, 3, false)
	add(1, 1, 1, true)
	add(0, 4, 0xf, false)
	add(1, 2, 3, false)
	if l.Columns != 5 {
		t.Fatalf("%d columns", l.Columns)
	}
	for _, x := range []struct {
		subgroup, column, line int
		ok                     bool
	}{{0, 0, 1, true}, {0, 3, 4, true}, {1, 1, 2, true}, {1, 3, 2, true}, {1, 4, 3, true}, {0, 5, 0, false}} {
		i, ok := l.At(x.subgroup, x.column)
		if ok != x.ok || ok && l.Line(i).Line != x.line {
			t.Errorf("subgroup %d in column %d: %v %v", x.subgroup, x.column, i, ok)
		}
	}
	if at, ok := l.Column(1, 2); at != 4 || !ok {
		t.Errorf("the last instruction of subgroup 1 is in column %d", at)
	}
	states := l.States(1, 3, nil)
	if len(states) != 6 || states[0] != (inside.LaneState{Active: 1, Reaching: 0.5}) || states[4] != (inside.LaneState{Active: 0.5, Reaching: 0.5, Waiting: 0.5}) || states[5] != (inside.LaneState{Masked: 0.5, Waiting: 0.5}) {
		t.Errorf("columns 1 and 2: %+v", states)
	}
}

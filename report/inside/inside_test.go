package inside_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/report/chart"
	"kernelscope/report/inside"
)

//go:generate sh testdata/compile.sh

// count executes a module of testdata with subgroups of 32. Its buffers have 2^16 words, each its index.
func count(t *testing.T, file string, groups int, only []int) inside.Count {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	m, err := simt.Load(string(code))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(simt.Options{Subgroup: 32})
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]uint32, 1<<16), make([]uint32, 1<<16)
	for i := range a {
		a[i] = uint32(i)
	}
	machine := simt.Machine{Observe: simt.Observe{Races: true, Uninitialized: true}}
	executed := groups
	if only != nil {
		executed = len(only)
	}
	c := inside.Begin(&machine, p, executed)
	d := simt.Dispatch{Groups: [3]int{groups, 1, 1}, Buffers: map[simt.Slot][]uint32{{}: a, {Binding: 1}: b}, Only: only}
	if err := machine.Run(t.Context(), p, d); err != nil {
		t.Fatal(err)
	}
	for _, e := range machine.Events() {
		t.Errorf("%v", e)
	}
	out := c.Count()
	out.Grid.X, out.Sample, out.Kernel = groups, only, strings.Split(file, ".")[0]
	return out
}

var groupsForm = regexp.MustCompile(`// groups: (\d+) (\d+)`)

// A shader with a fault has one sentence, by the rule of its name and about the line that says so; mended, it has none.
func TestSentences(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.comp")
	if err != nil || len(sources) < 12 {
		t.Fatalf("%d sources: %v", len(sources), err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".comp")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			faulty, mended := 8, 8
			if m := groupsForm.FindStringSubmatch(string(text)); m != nil {
				fmt.Sscan(m[1]+" "+m[2], &faulty, &mended)
			}
			line := 0
			if before, _, ok := strings.Cut(string(text), "// here"); ok {
				line = 1 + strings.Count(before, "\n")
			}
			c := count(t, name+".faulty.spv", faulty, nil)
			says := c.Sentences()
			if len(says) != 1 || says[0].Rule != name || says[0].Line.Line != line {
				t.Errorf("with the fault, which is at line %d: %q", line, says)
			}
			c = count(t, name+".mended.spv", mended, nil)
			if says := c.Sentences(); len(says) > 0 {
				t.Errorf("mended: %q", says)
			}
			t.Log(says)
		})
	}
}

// The page has each line of the source once, in order, with its numbers, and needs nothing else.
func TestHTML(t *testing.T) {
	c := count(t, "scattered.faulty.spv", 8, nil)
	c.Command = "viewer inside <scattered>"
	var b strings.Builder
	if err := c.HTML(&b); err != nil {
		t.Fatal(err)
	}
	page, at := b.String(), 0
	for i, line := range c.Rows {
		id := fmt.Sprintf(`<tr id="scattered.comp-%d"`, i+1)
		next := strings.Index(page[at:], id)
		if next < 0 || line.Line.Line != i+1 || strings.Count(page, id) != 1 {
			t.Fatalf("line %v is not in its place", line.Line)
		}
		at += next
	}
	for _, want := range []string{
		"viewer inside &lt;scattered&gt;", "8 workgroups of 64 invocations", "subgroups of 32 lanes", "model: 32-byte sectors, 32 banks",
		`for (uint k = 0; k &lt; 16; k&#43;&#43;)`, "<polyline", "32 sectors a request at line scattered.comp:13", `href="#scattered.comp-13"`, "prefers-color-scheme: dark",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "://") || strings.Contains(page, "ZgotmplZ") {
		t.Error("the page refers to others, or a value was refused")
	}
}

// A sample has workgroups at equal distances, and only they are executed.
func TestSample(t *testing.T) {
	if inside.Sample(1<<14, 64) != nil {
		t.Error("2^20 invocations are not all executed")
	}
	s := inside.Sample(1<<14+1, 64)
	if len(s) != 1<<15/64 || s[0] != 0 || s[1] != 32 || s[len(s)-1] >= 1<<14 {
		t.Fatalf("%d workgroups, %v", len(s), s)
	}
	c := count(t, "shifted.mended.spv", 8, []int{1, 3, 7})
	if got := c.SampleText(); got != "3 of 8 workgroups: 1, 3, … 7" || c.Groups() != 3 {
		t.Errorf("%s, %d executed", got, c.Groups())
	}
	for _, r := range c.Rows {
		if strings.Contains(r.Text, "b[i] = sum") && (r.Executions != 3*2 || len(r.Spread) != 3) {
			t.Errorf("%v is executed %d times, %v", r.Line, r.Executions, r.Spread)
		}
	}
}

// Equal workgroups have a level line, also if their number is not a multiple of the stretches.
func TestSpread(t *testing.T) {
	c, lines := count(t, "shifted.mended.spv", 59, nil), 0
	for _, r := range c.Rows {
		if r.Lanes == 0 {
			continue
		}
		lines++
		for _, v := range r.Spread {
			if len(r.Spread) != 32 || v != float64(r.Lanes)/59 {
				t.Fatalf("%v: %v of %d", r.Line, r.Spread, r.Lanes)
			}
		}
	}
	if lines < 4 {
		t.Errorf("%d lines", lines)
	}
}

// A workgroup is as long as its longest subgroup with its waits, and the tail is what slots leave idle.
func TestLengths(t *testing.T) {
	c := count(t, "imbalance.faulty.spv", 8, nil)
	if c.Lengths[3] <= 10*c.Lengths[0] || c.Lengths[0] != c.Lengths[7] || len(c.Works) != 16 || c.Works[6] != c.Lengths[3] {
		t.Errorf("lengths %v, works %v", c.Lengths, c.Works)
	}
	for _, x := range []struct {
		lengths         []int64
		imbalance, tail float64
	}{
		{nil, 0, 0},
		{[]int64{5}, 1, 15. / 16},
		{[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1, 0},
		{[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1, 15. / 32},
		{[]int64{3, 1}, 1.5, 44. / 48},
	} {
		c := inside.Count{Lengths: x.lengths}
		if c.Imbalance() != x.imbalance || c.Tail() != x.tail {
			t.Errorf("%v: imbalance %v, tail %v", x.lengths, c.Imbalance(), c.Tail())
		}
	}
	w := count(t, "waiting.faulty.spv", 1, nil)
	worked, waited := int64(0), int64(0)
	for _, r := range w.Rows {
		worked, waited = worked+r.Worked, waited+r.Waited
	}
	if (worked+waited)%8 != 0 || (worked+waited)/8 >= w.Lengths[0] || waited < 2*worked { // 8 subgroups arrive as late as the last
		t.Errorf("worked %d, waited %d, length %d", worked, waited, w.Lengths[0])
	}
}

// The columns of a count minus its own are zero, and those of a mended kernel are less by what was mended.
func TestSubtract(t *testing.T) {
	faulty, mended := count(t, "banks.faulty.spv", 8, nil), count(t, "banks.mended.spv", 8, nil)
	same := inside.Subtract(&faulty, &faulty, "second", "first")
	for i := range same.Rows {
		if same.Differs(i) {
			t.Errorf("%v differs from itself", same.Rows[i].Line)
		}
	}
	if same.Cost() != 0 || len(same.Dearest(5)) != 0 {
		t.Errorf("the difference costs %d", same.Cost())
	}
	rounds, cost := -1, 0
	for k, column := range inside.Columns {
		if column.Name == "rounds" {
			rounds = k
		}
	}
	d := inside.Subtract(&mended, &faulty, "mended", "faulty")
	for i, cells := range d.Cells() {
		if d.Rows[i].Line.Line == 19 && (cells[rounds].Text != "−31" || cells[rounds].Heat != -1 || cells[cost].Heat != -1) {
			t.Errorf("%v", cells)
		}
	}
	if at := d.Dearest(1); len(at) != 1 || d.Rows[at[0]].Line.Line != 19 {
		t.Errorf("rows %v differ the most", at)
	}
	if s := d.Sentences(); len(s) != 1 || !strings.HasPrefix(s[0].Text, "faulty: 32 rounds at line banks.comp:19, 1 possible") {
		t.Errorf("%v", s)
	}
	var b strings.Builder
	if err := d.HTML(&b); err != nil || !strings.Contains(b.String(), "banks, step 0: mended − faulty") || !strings.Contains(b.String(), "−31") {
		t.Errorf("%v", err)
	}
}

// A picture has a row for each line that costs something, the five dearest of which are marked, and a square for each workgroup.
func TestFigure(t *testing.T) {
	c := count(t, "banks.faulty.spv", 8, nil)
	marked, lines, squares := 0, 0, 0
	for _, row := range c.Figure().Rows {
		switch x := row[0].(type) {
		case *chart.Listing:
			for _, l := range x.Lines {
				if l.Marked {
					marked++
				}
				if l.Number != "" {
					lines++
				}
			}
		case *chart.Strip:
			squares = len(x.Values)
		}
	}
	if marked != 5 || lines < 6 || squares != 8 {
		t.Errorf("%d of %d lines are marked, %d squares", marked, lines, squares)
	}
	c.Dear = 2
	f := c.Figure()
	for _, row := range f.Rows {
		if x, ok := row[0].(*chart.Listing); ok && len(x.Lines)-1 != 2 || !strings.Contains(f.Note, "lines that cost less.") {
			t.Errorf("%d lines of which two are asked for: %s", len(x.Lines)-1, f.Note)
		}
	}
}

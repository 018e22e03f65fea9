package lens_test

import (
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
	"kernelscope/ui/lens"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// scanned is the dispatch of a scan that sums up partitions, with the buffers after it.
type scanned struct {
	in     *onsimt.Inputs
	count  inside.Count
	blocks []lens.Block
}

// scanOf executes the scan of 20,000 values.
func scanOf(t *testing.T) (s scanned) {
	t.Helper()
	i := onsimt.New(32)
	i.Before = func(g compute.Grid, c compute.Call, buffers [][]uint32) {
		if s.in == nil {
			s.in = onsimt.Capture(g, c, buffers)
		}
	}
	be := i.Backend()
	const n = 20000
	sums, err := scan.Sized(be, scan.Kind{}, n, compute.Values{scan.Workgroup: 128})
	if err != nil {
		t.Fatal(err)
	}
	a, b := be.NewBuffer("values", n), be.NewBuffer("sums", n)
	words := make([]uint32, n)
	for k := range words {
		words[k] = uint32(k % 7)
	}
	be.Write(a, 0, words)
	sums.Record(be, a, b, n)
	if err := be.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	on := onsimt.New(32)
	c, buffers := s.in.Call()
	p, err := on.Program(c)
	if err != nil {
		t.Fatal(err)
	}
	counting := inside.Begin(&on.Machine, p, s.in.Grid.X)
	if err := on.Execute(s.in.Grid, c, buffers); err != nil {
		t.Fatal(err)
	}
	s.count = counting.Count()
	s.count.Kernel, s.count.Step, s.count.Dispatch, s.count.Dispatches, s.count.Grid = s.in.Kernel, 1, 1, 1, s.in.Grid
	s.count.Events = []inside.Event{
		{Event: simt.Event{Kind: simt.Race, Line: s.count.Rows[s.count.Dearest(1)[0]].Line, Text: "OpLoad of word 3 in State is not ordered after OpStore", Count: 4}, Reason: "its header says why"},
		{Event: simt.Event{Kind: simt.OutsideBuffer, Line: s.count.Rows[s.count.Dearest(1)[0]].Line, Text: "element 9 of 8 in Sums", Count: 1}},
	}
	for k, name := range s.in.Layout.Bindings {
		block := lens.Block{Name: name, Before: s.in.Buffers[s.in.Of[k]], After: buffers[k]}
		for w := range block.After {
			if block.After[w] != block.Before[w] {
				block.Changed++
			}
		}
		s.blocks = append(s.blocks, block)
	}
	return s
}

// open shows a panel, beside the panel of a view.
func open(t *testing.T, p *lens.Panel) *uitest.Bench {
	t.Helper()
	b := uitest.Open(t, 1180, 620, 1, "Sums")
	b.UI.Lens = p
	b.Frame = func() []watch.Action {
		defer b.Next()
		return b.UI.Frame(b.Input, b.Width, b.Height, func() {
			b.UI.BeginPanel("panel", b.Height)
			imgui.End()
		})
	}
	for range 3 {
		b.Frame()
	}
	return b
}

// While the dispatch is looked for, its progress is shown, and Esc cancels that; else Esc closes the lens.
func TestWaits(t *testing.T) {
	p := &lens.Panel{Title: "Inside a dispatch", Width: 32, Job: &lens.Job{Doing: "Step 7 is replayed on the interpreter", Share: 0.4}, Step: 7, Now: 7}
	b := open(t, p)
	b.Golden("waits")
	uitest.Find[lens.Cancel](t, b.Press(input.KeyEscape))
	p.Job, p.Problem = nil, "step 7 executes no kernel"
	b.Golden("nothing")
	uitest.Find[ui.CloseLens](t, b.Press(input.KeyEscape))
	if !b.UI.Typing() || b.UI.Entering() {
		t.Error("keys belong to the view, or to a field")
	}
}

// The source is listed with its numbers. Keys choose lines, sort, and go to dear lines.
func TestSource(t *testing.T) {
	s := scanOf(t)
	p := &lens.Panel{Width: 32, Step: 1, Now: 2, Choices: []string{"1 of 2: a", "2 of 2: b"}, Note: "Step 1 executes no kernel: this is another."}
	p.Show(&s.count)
	b := open(t, p)
	b.Golden("source")
	row := func() string { return p.Line().String() }
	first := row()
	if want := s.count.Rows[s.count.Dearest(1)[0]].Line.String(); first != want {
		t.Errorf("%s is chosen, not the dearest line %s", first, want)
	}
	b.Press(input.KeyN)
	if second := s.count.Rows[s.count.Dearest(2)[1]].Line.String(); row() != second {
		t.Errorf("N chooses %s, not %s", row(), second)
	}
	b.Press(input.KeyS)
	b.Press(input.KeyHome)
	if row() != first {
		t.Errorf("sorted by cost, %s is the first line", row())
	}
	b.Golden("sorted")
	if a := uitest.Find[lens.SetWidth](t, b.Press(input.KeyRightBracket)); a.Lanes != 64 {
		t.Errorf("] asks for subgroups of %d", a.Lanes)
	}
}

// The lanes of a workgroup are drawn from its recording; keys ask for steps, and zooming shows single instructions.
func TestLanes(t *testing.T) {
	s := scanOf(t)
	p := &lens.Panel{Width: 32, Step: 1, Now: 1}
	p.Show(&s.count)
	b := open(t, p)
	b.Input.Text = "2"
	if a := uitest.Find[lens.OpenGroup](t, b.Frame()); a.Number != 0 {
		t.Errorf("workgroup %d is opened", a.Number)
	}
	on := onsimt.New(32)
	on.Only = []int{0}
	c, buffers := s.in.Call()
	r, err := on.Recording(t.Context(), s.in.Grid, c, buffers, simt.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	lanes := inside.NewLanes(0, 32, s.in.Grid.Size)
	if err := r.Trace(t.Context(), lanes.Add); err != nil {
		t.Fatal(err)
	}
	p.ShowLanes(lanes)
	p.Length = r.Len()
	p.Used, p.Budget = r.Bytes()
	for range 9 {
		if _, err := r.Step(t.Context(), simt.SourceLine); err != nil {
			t.Fatal(err)
		}
	}
	p.State = lens.StateOf(r)
	b.Golden("lanes")
	for key, want := range map[input.Key]lens.Step{
		input.KeyRight: {Unit: simt.SourceLine}, input.KeyLeft: {Unit: simt.SourceLine, Back: true}, input.KeyB: {Unit: simt.Barrier}, input.KeyD: {Unit: simt.Divergence},
	} {
		if a := uitest.Find[lens.Step](t, b.Press(key)); a != want {
			t.Errorf("key %v asks for %+v", key, a)
		}
	}
	b.Input.X, b.Input.Y = 600, 200
	b.Frame()
	for range 12 {
		b.Input.WheelY = 1
		b.Frame()
	}
	b.Frame()
	b.Input.X, b.Input.Y = -1, -1
	b.Golden("zoomed")
	uitest.Find[lens.GoTo](t, b.Drag(700, 220, 700, 220))
}

// The words of a block are shown after the dispatch, and who wrote the chosen one.
func TestMemory(t *testing.T) {
	s := scanOf(t)
	p := &lens.Panel{Width: 32, Step: 1, Now: 1}
	p.Show(&s.count)
	p.Blocks = s.blocks
	b := open(t, p)
	b.Input.Text = "3"
	a := uitest.Find[lens.History](t, b.Frame())
	if block := s.blocks[a.Block]; block.Before[a.Word] == block.After[a.Word] {
		t.Errorf("word %d of %s is shown first, which does not change", a.Word, block.Name)
	}
	p.Writes = []simt.Write{{Writer: simt.Writer{Workgroup: 2, Invocation: 5, Line: s.count.Rows[s.count.Dearest(1)[0]].Line}, Word: a.Word, Old: 0, New: 381}}
	b.Golden("memory")
	if next := uitest.Find[lens.History](t, b.Press(input.KeyRight)); next.Word != a.Word+1 || next.Block != a.Block {
		t.Errorf("Right asks for %+v after %+v", next, a)
	}
}

// Of a large dispatch a sample was executed; a button executes all.
func TestSample(t *testing.T) {
	s := scanOf(t)
	p := &lens.Panel{Width: 32, Step: 1, Now: 1}
	s.count.Grid.X = 20000
	for i := range s.count.Groups() {
		s.count.Sample = append(s.count.Sample, 2000*i)
	}
	p.Show(&s.count)
	b := open(t, p)
	b.Golden("sampled")
	uitest.Find[lens.SetAll](t, b.Drag(950, 104, 950, 104))
	if a := uitest.Find[lens.OpenGroup](t, b.Drag(395, 527, 395, 527)); a.Number != 2000 {
		t.Errorf("the second square is workgroup %d", a.Number)
	}
}

package prepared_test

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/prepared"
)

// counting is a host that compares the bytes that each dispatch declares with the words that it
// changes, and sums them up by kernel. What is recorded is executed anew for each submission.
type counting struct {
	compute.Backend
	t     *testing.T
	moved map[string]int64
}

// second is recorded work.
type second struct{ do func(compute.Encoder) }

func (second) Release()     {}
func (second) Name() string { return "again" }

func (c counting) Record(_ string, do func(compute.Encoder)) compute.Recording { return second{do} }

func (c counting) Submit(r compute.Recording) { r.(second).do(c) }

func (c counting) Dispatch(call compute.Call) {
	before, all := c.contents(call), 0
	c.Backend.Dispatch(call)
	changed := 0
	for i, after := range c.contents(call) {
		all += len(after)
		for j, w := range after {
			if w != before[i][j] {
				changed++
			}
		}
	}
	name, moved := call.Program.Name, call.Moved(compute.GridFor(call.Invocations, call.Workgroup))
	c.moved[name] += moved
	if moved < int64(4*changed) || moved > int64(8*all) {
		c.t.Errorf("%s declares %d bytes, and changes %d words of %d", name, moved, changed, all)
	}
}

// contents returns the contents of a call's buffers.
func (c counting) contents(call compute.Call) (out [][]uint32) {
	for _, b := range call.Buffers {
		words := make([]uint32, b.Len())
		if err := c.Read(c.t.Context(), b, 0, words); err != nil {
			c.t.Fatal(err)
		}
		out = append(out, words)
	}
	return out
}

// word is a word of a buffer.
type word struct {
	buffer byte
	at     int
}

// touched holds the words that are read and the words that are written.
type touched struct{ read, written map[word]bool }

func (s touched) bytes() int64 { return int64(4 * (len(s.read) + len(s.written))) }

// sweepWords are the words that a sweep of some fronts touches.
func sweepWords(d *prepared.Device, fronts []prepared.Front, lanes, list int) touched {
	s := touched{map[word]bool{}, map[word]bool{}}
	for _, f := range fronts {
		for i := range int(f.X) {
			v := int(d.Node[int(f.Row)+i])
			for k := range list {
				s.read[word{'n', list*v + k}] = true
			}
			for lane := range lanes {
				s.written[word{'d', v*lanes + lane}] = true
			}
			for j := range int(f.B) {
				at := int(f.Boundary) + j
				s.read[word{'b', at}], s.read[word{'l', int(f.Base+(f.X+uint32(j))*f.Stride) + i}] = true, true
				for lane := range lanes {
					s.read[word{'d', int(d.BoundaryNode[at])*lanes + lane}] = true
				}
			}
		}
	}
	return s
}

// branchWords are the words that a tree touches after its climb. Fronts above the subtrees are branches of their own.
func branchWords(d *prepared.Device, subtree uint32, resident int) touched {
	s := touched{map[word]bool{}, map[word]bool{}}
	isTop := func(f *prepared.Front) bool {
		return f.Parent == prepared.NoFront || d.List[f.Parent].Below > subtree
	}
	subtrees, size := 0, 128
	for i := range d.List {
		if f := &d.List[i]; isTop(f) && f.Below <= subtree {
			subtrees++
		}
	}
	if 2*size*subtrees <= resident { // a device holds more invocations
		size *= 2
	}
	places := 0
	for number := range d.List {
		f := &d.List[number]
		if isTop(f) {
			turns := 1
			if f.Below <= subtree {
				turns = turnsOf(d, f, size)
			}
			for k := range 8 + 2*turns + 2*int(f.B) { // its record, its turns, its boundary and the distances there
				s.read[word{'r', number<<16 + k}] = true
			}
		}
		for range (int(f.B) + 7) / 8 * 4 {
			places++
			s.read[word{'p', places}] = true
		}
		for i := range int(f.X) {
			v := int(d.Node[int(f.Row)+i])
			s.written[word{'d', v}] = true
			for k := range 5 {
				s.read[word{'n', 5*v + k}] = true
			}
			for j := range int(f.B) {
				s.read[word{'l', int(f.Base+(f.X+uint32(j))*f.Stride) + i}] = true
			}
		}
	}
	return s
}

// turnsOf returns how many turns a workgroup makes for a front and all below it.
func turnsOf(d *prepared.Device, top *prepared.Front, size int) (turns int) {
	nodes := map[uint32]int{} // by depth
	for _, f := range d.List {
		if top.Holds(f.Pre) {
			nodes[f.Depth] += int(f.X)
		}
	}
	for _, n := range nodes {
		turns += (n + size - 1) / size
	}
	return turns
}

// The bytes that dispatches declare are at least the words that they change. Those of sweeps
// are the words that a plain loop touches.
func TestMoved(t *testing.T) {
	for _, m := range made() {
		if m.name == "hubs" && !gputest.Long() {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			for _, shared := range []int{32 << 10, 8 << 10} { // fewer and more fronts are large
				for _, resident := range []int{0, 1 << 12} {
					c := counting{host.New(), t, map[string]int64{}}
					d := open(t, &small{c, shared, resident}, m, compute.Values{prepared.Subtree: 60, prepared.Upper: 1})
					d.ClearLengths()
					d.Customize(m.Graph.Weight)
					checkMoved(t, c, d, resident)
					d.Release()
				}
			}
		})
	}
}

func checkMoved(t *testing.T, c counting, d *prepared.Device, resident int) {
	list := sources(len(d.Node), 3)
	d.Tree(list[1])
	if got, want := c.moved["prepared_branch"], branchWords(d, d.Values()[prepared.Subtree], resident).bytes(); got != want {
		t.Errorf("branches move %d bytes, want %d", got, want)
	}
	climb := c.moved["prepared_climb"]
	path := 0
	for i := d.FrontOf[d.RowOf[list[1]]]; i != prepared.NoFront; i = d.List[i].Parent {
		path += 4 * int(d.List[i].X)
	}
	if climb < int64(path) {
		t.Errorf("a climb moves %d bytes, fewer than the distances of its path", climb)
	}
	b, err := d.NewBatch(16)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	b.Trees(slices.Repeat(list[1:2], 9))
	if got := c.moved["prepared_climb"] - climb; got < climb || got > climb+int64(9*path) {
		t.Errorf("nine climbs from a node move %d bytes, one moves %d", got, climb)
	}
	want, swept := int64(0), make([][]prepared.Front, d.Depths()+1) // by dispatch: the inner fronts of each depth, then the others
	for _, f := range d.List {
		at := d.Depths()
		if f.Kids > 0 {
			at = int(f.Depth)
		}
		swept[at] = append(swept[at], f)
	}
	for _, fronts := range swept {
		want += sweepWords(d, fronts, b.Lanes, 2).bytes()
	}
	if got := c.moved["prepared_sweep"]; got != want {
		t.Errorf("a sweep moves %d bytes, want %d", got, want)
	}
}

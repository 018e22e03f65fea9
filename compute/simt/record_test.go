package simt_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/gen"
	"kernelscope/internal/fault"
)

// turns chooses subgroups at random.
type turns struct{ *rand.Rand }

func (t turns) Next(ready []simt.SubgroupAt) (int, int) { return t.IntN(len(ready)), t.IntN(4) }

// generated compiles a program of package gen, and makes its work.
func generated(t testing.TB, seed uint64, lanes int) (*simt.Program, simt.Dispatch) {
	t.Helper()
	g := gen.Draw(seed, true)
	m, err := simt.Load(g.SPIRV())
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(simt.Options{Subgroup: lanes, Names: seed%2 == 0})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	d := simt.Dispatch{Groups: [3]int{g.Groups, 1, 1}, Push: make([]uint32, gen.PushWords), Buffers: map[simt.Slot][]uint32{}}
	for b, n := range []int{gen.InWords, g.Groups * g.Size[0] * g.Size[1] * gen.Stride, g.Groups * g.Size[0] * g.Size[1] * gen.Stride, gen.SumWords} {
		words := make([]uint32, n)
		for i := range words {
			words[i] = rnd.Uint32N(50)
		}
		d.Buffers[simt.Slot{Binding: uint32(b)}] = words
	}
	return p, d
}

// Whatever moment a recording goes to, and from where, all registers and all memory are what straight execution
// makes of them.
func TestSeek(t *testing.T) {
	for seed := range uint64(24) {
		lanes := []int{1, 4, 8, 32, 128}[seed%5]
		p, d := generated(t, seed, lanes)
		recorder := func() (r simt.Recorder) {
			if seed%3 == 0 {
				r.Scheduler, r.Resident, r.Fine = turns{rand.New(rand.NewPCG(seed, 2))}, 2, seed%2 == 0
			}
			return r
		}
		straight, err := simt.Record(t.Context(), p, d, recorder()) // its only points are the first and the last
		if err != nil {
			t.Fatal(err)
		}
		short := recorder()
		short.Interval = 50 + int64(seed)*10
		r, err := simt.Record(t.Context(), p, d, short)
		if err != nil {
			t.Fatal(err)
		}
		if r.Len() != straight.Len() || r.Len() < 100 || r.Interval() > 5000 {
			t.Fatalf("program %d: %d and %d instructions, %d between points", seed, r.Len(), straight.Len(), r.Interval())
		}
		hashes := make([]uint64, r.Len()+1)
		positions := make([]simt.Position, r.Len()+1)
		for i := range hashes {
			if err := straight.Seek(t.Context(), int64(i)); err != nil {
				t.Fatal(err)
			}
			hashes[i], positions[i] = straight.Hash(), straight.Moment().Position
		}
		rnd := rand.New(rand.NewPCG(seed, 3))
		for range 300 {
			at := rnd.Int64N(r.Len() + 1)
			if rnd.IntN(2) == 0 || at == r.Len() {
				err = r.Seek(t.Context(), at)
			} else {
				err = r.Find(t.Context(), positions[at])
			}
			if err != nil || r.At() != at || r.Hash() != hashes[at] || r.Moment().Position != positions[at] {
				t.Fatalf("program %d, moment %d of %d: at %d, %v: %v", seed, at, r.Len(), r.At(), r.Moment(), err)
			}
		}
		m := simt.Machine{}
		o := recorder()
		m.Scheduler, m.Resident, m.Fine = o.Scheduler, o.Resident, o.Fine
		before := map[simt.Slot][]uint32{}
		for slot, words := range d.Buffers {
			before[slot] = slices.Clone(words)
		}
		if err := m.Run(t.Context(), p, d); err != nil {
			t.Fatal(err)
		}
		if err := r.Seek(t.Context(), r.Len()); err != nil {
			t.Fatal(err)
		}
		if m.Steps == 0 || !slices.EqualFunc(sorted(r.Words()), sorted(contents(d)), slices.Equal) {
			t.Errorf("program %d: the recording ends with other buffers than a machine", seed)
		}
		if err := r.Seek(t.Context(), 0); err != nil || !slices.EqualFunc(sorted(r.Words()), sorted(contents(simt.Dispatch{Buffers: before})), slices.Equal) {
			t.Errorf("program %d: the recording begins with other buffers: %v", seed, err)
		}
	}
}

func contents(d simt.Dispatch) (out [][]uint32) {
	for _, words := range d.Buffers {
		out = append(out, words)
	}
	return out
}

func sorted(list [][]uint32) [][]uint32 {
	slices.SortFunc(list, slices.Compare)
	return list
}

// Steps forwards and backwards visit the same moments, which are those where a unit begins.
func TestSteps(t *testing.T) {
	for seed := range uint64(10) {
		p, d := generated(t, seed, 8)
		r, err := simt.Record(t.Context(), p, d, simt.Recorder{Interval: 50})
		if err != nil {
			t.Fatal(err)
		}
		last := uint32(d.Groups[0] - 1)
		for _, u := range []simt.Unit{simt.Instruction, simt.Barrier, simt.Divergence} {
			if err := r.Find(t.Context(), simt.Position{Workgroup: last}); err != nil {
				t.Fatal(err)
			}
			visited := []int64{r.At()}
			for {
				if ok, err := r.Step(t.Context(), u); err != nil || !ok || r.Moment().Ended || r.Moment().Workgroup != last || r.Moment().Subgroup != 0 {
					break
				}
				visited = append(visited, r.At())
			}
			if err := r.Seek(t.Context(), visited[len(visited)-1]); err != nil {
				t.Fatal(err)
			}
			for k := len(visited) - 2; k >= 0; k-- {
				if ok, err := r.Back(t.Context(), u); err != nil || !ok || r.At() != visited[k] {
					t.Fatalf("program %d, unit %d: back to %d (%v, %v), not to %v", seed, u, r.At(), ok, err, visited[:k+1])
				}
			}
			if u == simt.Instruction && len(visited) < 20 {
				t.Errorf("program %d: %d instructions", seed, len(visited))
			}
		}
	}
}

// A recording keeps to its budget: with less, there are fewer points, down to one. With too little it is refused.
func TestBudget(t *testing.T) {
	p, d := generated(t, 4, 8)
	all, err := simt.Record(t.Context(), p, d, simt.Recorder{Interval: 50})
	if err != nil {
		t.Fatal(err)
	}
	most, _ := all.Bytes()
	last := int64(0)
	for used := most; ; used = used * 3 / 4 {
		r, err := simt.Record(t.Context(), p, d, simt.Recorder{Budget: used, Interval: 50})
		if errors.Is(err, fault.Limit) {
			if last != all.Len() {
				t.Errorf("refused with %d bytes; with the budget before, %d instructions are between points of %d", used, last, all.Len())
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if n, budget := r.Bytes(); n > budget || budget != used || r.Interval() < last {
			t.Errorf("budget %d: %d bytes, %d instructions between points after %d", budget, n, r.Interval(), last)
		}
		last = r.Interval()
		for _, at := range []int64{r.Len(), r.Len() / 3, 7, r.Len() - 1, 0} {
			if err := errors.Join(r.Seek(t.Context(), at), all.Seek(t.Context(), at)); err != nil || r.Hash() != all.Hash() {
				t.Errorf("budget %d, moment %d: %v", budget(r), at, err)
			}
		}
	}
}

func budget(r *simt.Recording) int {
	_, n := r.Bytes()
	return n
}

package sorting_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// networks are the sorts by Batcher's network.
var networks = []sorting.Algorithm{sorting.Batcher{}, sorting.BatcherFused{}}

// batcherFormats are all types, with values and without, in both orders.
func batcherFormats() (out []sorting.Format) {
	for _, t := range sorting.Types() {
		for i := range 4 {
			out = append(out, sorting.Format{Type: t, Payload: i&1 != 0, Descending: i&2 != 0})
		}
	}
	return out
}

// someFormats have elements of one to three words; pipelines take long to make.
var someFormats = []sorting.Format{
	{}, {Type: sorting.F32, Payload: true, Descending: true}, {Type: sorting.U64, Descending: true}, {Type: sorting.U64, Payload: true},
}

// entry is a key with its value.
type entry struct {
	key   uint64
	value uint32
}

// drawnKeys are keys of all kinds, among them many that are equal and, of floats,
// zeros, infinities and NaNs, of both signs. Values are positions.
func drawnKeys(seed uint64, f sorting.Format, n int) []entry {
	rnd := rand.New(rand.NewPCG(seed, uint64(n)))
	special := []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7f800001, 0xff800001, 0x7fffffff, math.MaxUint32, 1, 0x80000001}
	word := func() uint32 {
		switch rnd.IntN(4) {
		case 0:
			return special[rnd.IntN(len(special))]
		case 1:
			return rnd.Uint32N(8)
		}
		return rnd.Uint32()
	}
	out := make([]entry, n)
	for i := range out {
		out[i] = entry{uint64(word()), uint32(i)}
		if f.Words() == 2 {
			out[i].key |= uint64(word()) << 32
		}
	}
	return out
}

// wordsOf are the words of keys, and values.
func wordsOf(f sorting.Format, entries []entry) (keys, values []uint32) {
	for _, e := range entries {
		keys = append(keys, uint32(e.key))
		if f.Words() == 2 {
			keys = append(keys, uint32(e.key>>32))
		}
		if f.Payload {
			values = append(values, e.value)
		}
	}
	return keys, values
}

// entriesOf is the reverse; without values they are zero.
func entriesOf(f sorting.Format, keys, values []uint32) (out []entry) {
	for i := range len(keys) / f.Words() {
		e := entry{key: uint64(keys[f.Words()*i])}
		if f.Words() == 2 {
			e.key |= uint64(keys[2*i+1]) << 32
		}
		if f.Payload {
			e.value = values[i]
		}
		out = append(out, e)
	}
	return out
}

func byOrder(f sorting.Format) func(a, b entry) int {
	return func(a, b entry) int {
		switch x, y := f.Order(a.key), f.Order(b.key); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
}

// checkSorted compares what a sort left with what a stable sort makes. Without
// values, keys that differ and are equal in order may stand in any order.
func checkSorted(t testing.TB, f sorting.Format, before, after []entry) {
	t.Helper()
	want := slices.Clone(before)
	if !f.Payload {
		for i := range want {
			want[i].value = 0
		}
	}
	slices.SortStableFunc(want, byOrder(f))
	if slices.Equal(want, after) {
		return
	}
	for i := range want {
		if f.Payload || f.Order(want[i].key) != f.Order(after[i].key) {
			if want[i] != after[i] {
				t.Fatalf("entry %d is %x, want %x", i, after[i], want[i])
			}
		}
	}
	byBits := func(a, b entry) int { return int(int64(a.key) - int64(b.key)) }
	slices.SortFunc(want, byBits)
	after = slices.Clone(after)
	slices.SortFunc(after, byBits)
	if !slices.Equal(want, after) {
		t.Fatal("the keys are not those that were given")
	}
}

// sortOn sorts some entries of room for more, and returns what is there then.
func sortOn(t testing.TB, s *sorting.Sort, entries []entry) []entry {
	t.Helper()
	be := s.Backend
	keys, values := wordsOf(s.Format, entries)
	if err := s.Write(keys, values); err != nil {
		t.Fatal(err)
	}
	s.Record(be)
	k, p := s.Sorted()
	keys, values, err := s.Read(context.Background(), k, p, len(entries))
	if err != nil {
		t.Fatal(err)
	}
	return entriesOf(s.Format, keys, values)
}

func prepareSort(t testing.TB, a sorting.Algorithm, be compute.Backend, f sorting.Format, capacity int, v compute.Values) *sorting.Sort {
	t.Helper()
	s, err := a.Prepare(be, f, capacity, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// smallTile are values that make passes of all kinds at some thousand keys: a
// tile has 64 of them.
var smallTile = compute.Values{sorting.Workgroup: 32, sorting.Items: 2}

// Sorts at the edges of workgroups, tiles and runs; with room to spare too. All formats are
// sorted in the long form, and in lockstep below.
func TestBatcher(t *testing.T) {
	d := gputest.Open(t)
	formats := someFormats
	if gputest.Long() {
		formats = batcherFormats()
	}
	sizes := []int{0, 1, 2, 3, 31, 33, 63, 64, 65, 127, 128, 129, 191, 1000, 4096, 4097}
	for _, a := range networks {
		for _, f := range formats {
			t.Run(fmt.Sprintf("%s/%v", a.Name(), f), func(t *testing.T) {
				s := prepareSort(t, a, d, f, 5000, smallTile)
				for _, n := range sizes {
					entries := drawnKeys(1, f, n)
					checkSorted(t, f, entries, sortOn(t, s, entries))
				}
				exact := prepareSort(t, a, d, f, 321, smallTile)
				entries := drawnKeys(2, f, 321)
				checkSorted(t, f, entries, sortOn(t, exact, entries))
			})
		}
	}
}

// The default settings, over tiles of columns and passes of all kinds.
func TestBatcherDefaults(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range someFormats {
		s := prepareSort(t, sorting.BatcherFused{}, d, f, 100003, nil)
		for _, n := range []int{8191, 8193, 100003} {
			entries := drawnKeys(3, f, n)
			checkSorted(t, f, entries, sortOn(t, s, entries))
		}
	}
	s := prepareSort(t, sorting.Batcher{}, d, sorting.Format{}, 100003, nil)
	entries := drawnKeys(4, s.Format, 100003)
	checkSorted(t, s.Format, entries, sortOn(t, s, entries))
}

// Every dispatch leaves on the device what its mirror leaves.
func TestBatcherLockstep(t *testing.T) {
	d := gputest.Open(t)
	for _, a := range networks {
		for i, f := range batcherFormats() {
			v := maps.Clone([]compute.Values{smallTile, {sorting.Workgroup: 64, sorting.Items: 8}}[i%2])
			v[sorting.Mapping] = uint32(1 + i/2%2) // of the form with a stage to a step
			for _, n := range []int{2, []int{65, 1500, 2100, 4096}[i/2%4]} {
				lock := host.NewLockstep(context.Background(), d)
				s := prepareSort(t, a, lock, f, n+i%3, v)
				entries := drawnKeys(5, f, n)
				checkSorted(t, f, entries, sortOn(t, s, entries))
				if lock.Dispatches == 0 {
					t.Error("nothing was compared")
				}
			}
		}
	}
}

// After every length of runs that both make, the arrays are the same.
func TestBatcherFusedIsBatcher(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range someFormats {
		const n = 3001
		entries := drawnKeys(6, f, n)
		for i := range entries {
			entries[i].value %= 7 // equal keys with equal values too
		}
		plain := runsOf(t, prepareSort(t, sorting.Batcher{}, d, f, n, nil), entries)
		for _, v := range []compute.Values{smallTile, {sorting.Workgroup: 32, sorting.Items: 8}, {sorting.Workgroup: 128, sorting.Items: 4}} {
			fused := runsOf(t, prepareSort(t, sorting.BatcherFused{}, d, f, n, v), entries)
			if len(fused) < 4 {
				t.Fatalf("only %d lengths of runs", len(fused))
			}
			for run, got := range fused {
				if !slices.Equal(got, plain[run]) {
					t.Fatalf("%v, %v: runs of %d differ", f, v, run)
				}
			}
		}
	}
}

// runsOf sorts step by step and returns the array whenever runs are done.
func runsOf(t *testing.T, s *sorting.Sort, entries []entry) map[int][]entry {
	t.Helper()
	keys, values := wordsOf(s.Format, entries)
	if err := s.Write(keys, values); err != nil {
		t.Fatal(err)
	}
	out := map[int][]entry{}
	for _, step := range s.Steps {
		step.Record(s.Backend)
		if step.LastStride > 1 {
			continue
		}
		k, v, err := s.Read(context.Background(), step.Keys, step.Payload, len(entries))
		if err != nil {
			t.Fatal(err)
		}
		out[step.Run] = entriesOf(s.Format, k, v)
	}
	return out
}

// The steps of both are the network's strides, each once, in its order.
func TestBatcherSteps(t *testing.T) {
	for _, a := range networks {
		for _, capacity := range []int{0, 1, 2, 3, 64, 65, 100, 4096, 1 << 20, 1<<30 - 1} {
			s, err := a.Prepare(noBuffers{host.New()}, sorting.Format{}, capacity, nil)
			if err != nil {
				t.Fatal(err)
			}
			run, stride := 1, 0 // done so far
			for _, step := range s.Steps {
				if stride == 0 && step.Stride == step.Run/2 && step.LastStride == 1 && step.Run > 2 && run == 1 {
					run = step.Run // blocks
					continue
				}
				if stride == 0 {
					run, stride = 2*run, run
				}
				if step.Run != run || step.Stride != stride || step.Title == "" || step.LastStride > stride {
					t.Fatalf("%s, %d keys: step %q is of runs %d, strides %d to %d; next are %d, %d",
						a.Name(), capacity, step.Title, step.Run, step.Stride, step.LastStride, run, stride)
				}
				stride = step.LastStride / 2
			}
			if run < capacity || stride != 0 {
				t.Errorf("%s: %d keys end in runs of %d", a.Name(), capacity, run)
			}
			t.Logf("%s: %d keys in %d steps", a.Name(), capacity, len(s.Steps))
		}
	}
}

// noBuffers is a host that has buffers of one word only, for looking at plans.
type noBuffers struct{ *host.Host }

func (h noBuffers) NewBuffer(name string, _ int) compute.Buffer { return h.Host.NewBuffer(name, 1) }

// A network that sorts all sequences of zeros and ones sorts everything (Knuth,
// The Art of Computer Programming 3, 5.3.4, theorem Z).
func TestBatcherZeroOne(t *testing.T) {
	f := sorting.Format{}
	for _, a := range networks {
		for n := range gputest.Count(13, 17) {
			s := prepareSort(t, a, host.New(), f, n, smallTile)
			for set := range 1 << n {
				entries := make([]entry, n)
				ones := 0
				for i := range entries {
					entries[i].key = uint64(set >> i & 1)
					ones += set >> i & 1
				}
				for i, e := range sortOn(t, s, entries) {
					if (e.key == 1) != (i >= n-ones) {
						t.Fatalf("%s: %0*b is not sorted", a.Name(), n, set)
					}
				}
			}
		}
	}
}

// What is too large is refused, in words that help.
func TestBatcherRefuses(t *testing.T) {
	for _, a := range networks {
		for _, n := range []int{1 << 30, math.MaxInt32} {
			if _, err := a.Prepare(host.New(), sorting.Format{}, n, nil); !errors.Is(err, fault.Limit) {
				t.Errorf("%s: %d keys: %v", a.Name(), n, err)
			}
		}
		if _, err := a.Prepare(host.New(), sorting.Format{Type: sorting.U64}, 1<<29+1, nil); !errors.Is(err, fault.Limit) {
			t.Errorf("%s: %v", a.Name(), err)
		}
	}
}

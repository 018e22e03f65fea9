package sorting_test

import (
	"context"
	"fmt"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
)

// Steps in several dispatches leave what their mirrors leave, and sort: stages of comparators, of
// elements, of tiles of every kind, and passes of radix sorts.
func TestPartsLockstep(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Work: 300}})
	for i, c := range []struct {
		a sorting.Algorithm
		v compute.Values
	}{
		{sorting.Batcher{}, compute.Values{sorting.Workgroup: 32, sorting.Mapping: 1}},
		{sorting.Batcher{}, compute.Values{sorting.Workgroup: 64, sorting.Mapping: 2}},
		{sorting.Radix{}, compute.Values{sorting.Workgroup: 32, sorting.Items: 2}},
		{sorting.Radix4{}, compute.Values{sorting.Workgroup: 32, sorting.Items: 2, sorting.Counters: 1}},
		{sorting.Radix4{}, compute.Values{sorting.Workgroup: 32, sorting.Items: 2, sorting.Counters: 2}},
		{sorting.BatcherFused{}, smallTile}, {sorting.BatcherFused{}, compute.Values{sorting.Workgroup: 64, sorting.Items: 8}},
	} {
		for _, f := range []sorting.Format{{}, {Type: sorting.U64, Payload: true}} {
			const n = 2100
			lock := host.NewLockstep(context.Background(), d)
			s := prepareSort(t, c.a, lock, f, n+i, c.v)
			if got, least := len(s.Submissions()), len(s.Steps)+3; got < least {
				t.Errorf("%s %v: %d submissions of %d steps", c.a.Name(), c.v, got, len(s.Steps))
			}
			entries := drawnKeys(7, f, n)
			checkSorted(t, f, entries, sortOn(t, s, entries))
		}
	}
}

// Submissions have all parts, in order, no more stages than were asked for, and no more work
// than takes a quarter of a second, as far as a part allows.
func TestSubmissions(t *testing.T) {
	for _, c := range []struct {
		a        sorting.Algorithm
		capacity int
		batch    uint32
		most     int // parts of a submission
	}{
		{sorting.Batcher{}, 1 << 22, 0, 4}, {sorting.Batcher{}, 1 << 26, 0, 1}, {sorting.Batcher{}, 1000, 0, 55}, {sorting.Batcher{}, 1 << 26, 7, 14},
		{sorting.Batcher{}, 1000, 10, 10}, {sorting.Batcher{}, 0, 0, 0}, {sorting.BatcherFused{}, 1 << 22, 0, 2},
		{sorting.Radix{}, 1 << 26, 0, 1}, {sorting.Radix4{}, 1 << 20, 0, 9},
	} {
		t.Run(fmt.Sprintf("%s %d %d", c.a.Name(), c.capacity, c.batch), func(t *testing.T) {
			v := compute.Values{}
			if c.batch > 0 {
				v[sorting.Batch] = c.batch
			}
			s, err := c.a.Prepare(noBuffers{host.New()}, sorting.Format{}, c.capacity, v)
			if err != nil {
				t.Fatal(err)
			}
			var all, got []int
			for _, step := range s.Steps {
				for _, p := range step.Parts {
					all = append(all, p.Work)
				}
			}
			most := 0
			for _, submission := range s.Submissions() {
				work := 0
				for _, p := range submission {
					got, work = append(got, p.Work), work+p.Work
				}
				most = max(most, len(submission))
				if c.batch == 0 && len(submission) > 1 && work > 1<<24 {
					t.Errorf("a submission of %d parts has %d work", len(submission), work)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(all) {
				t.Errorf("submissions have %d, steps %d", got, all)
			}
			if most != c.most {
				t.Errorf("a submission has %d parts, want %d", most, c.most)
			}
			t.Logf("%d steps, %d submissions", len(s.Steps), len(s.Submissions()))
		})
	}
}

// A stage starts an invocation for each element and half of them at most are at work, or one
// for each comparator of the two runs, of which few are idle.
func TestIdle(t *testing.T) {
	for _, n := range []int{2, 3, 16, 100, 1000, 4096} {
		for mapping := uint32(1); mapping <= 2; mapping++ {
			s, err := sorting.Batcher{}.Prepare(noBuffers{host.New()}, sorting.Format{}, n, compute.Values{sorting.Mapping: mapping})
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range s.Steps {
				comparators := 0
				for low := range n - step.Stride {
					part, parts := low%step.Run/step.Stride, step.Run/step.Stride
					if parts == 2 && part == 0 || parts > 2 && part%2 == 1 && part < parts-1 {
						comparators++
					}
				}
				if got := step.Invocations - step.Idle; got != comparators {
					t.Fatalf("%d keys, %s: %d comparators, want %d", n, step.Title, got, comparators)
				}
				if mapping == 2 && (step.Invocations != n || 2*step.Idle < n) {
					t.Errorf("%d keys, %s: %d of %d elements are idle", n, step.Title, step.Idle, step.Invocations)
				}
			}
		}
	}
}

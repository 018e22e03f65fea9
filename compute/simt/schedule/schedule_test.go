package schedule_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/fault"
)

// run lets subgroups of three workgroups, two each, execute some blocks, and returns who executed each.
func run(s simt.Scheduler, blocks int) (order []simt.SubgroupAt) {
	var ready []simt.SubgroupAt
	left := map[simt.SubgroupAt]int{}
	for g := range uint32(3) {
		for k := range 2 {
			at := simt.SubgroupAt{Workgroup: g, Subgroup: k}
			ready, left[at] = append(ready, at), blocks
		}
	}
	for len(ready) > 0 {
		i, n := s.Next(ready)
		at := ready[i]
		if n == 0 {
			n = blocks
		}
		for ; n > 0 && left[at] > 0; n-- {
			order = append(order, at)
			left[at]--
		}
		if left[at] == 0 {
			ready = slices.Delete(slices.Clone(ready), i, i+1)
		}
	}
	return order
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Every kind lets all subgroups end, and does the same for the same numbers.
func TestKinds(t *testing.T) {
	for _, kind := range schedule.Kinds() {
		var runs [2][]simt.SubgroupAt
		for i := range runs {
			s, err := schedule.New(kind, random(5))
			if err != nil {
				t.Fatal(err)
			}
			runs[i] = run(s, 20)
		}
		if len(runs[0]) != 6*20 || !slices.Equal(runs[0], runs[1]) {
			t.Errorf("%s: %d blocks; the same again: %v", kind, len(runs[0]), slices.Equal(runs[0], runs[1]))
		}
	}
	if _, err := schedule.New("fair", random(1)); !errors.Is(err, fault.Usage) {
		t.Errorf("an unknown kind: %v", err)
	}
}

// A starved workgroup begins when all others have ended; reversed, the last subgroup is the first; in turns, no workgroup is two blocks
// ahead; one subgroup of each workgroup ends before the other.
func TestOrders(t *testing.T) {
	for seed := range uint64(20) {
		make := func(kind string) []simt.SubgroupAt {
			s, err := schedule.New(kind, random(seed))
			if err != nil {
				t.Fatal(err)
			}
			return run(s, 10)
		}
		starved := make("starved")
		victim := starved[len(starved)-1].Workgroup
		if i := slices.IndexFunc(starved, func(s simt.SubgroupAt) bool { return s.Workgroup == victim }); i != 40 {
			t.Errorf("seed %d: the starved workgroup begins at block %d", seed, i)
		}
		ahead := make("ahead")
		for g := range uint32(3) {
			var members []int
			for _, s := range ahead {
				if s.Workgroup == g {
					members = append(members, s.Subgroup)
				}
			}
			last := members[len(members)-1]
			first := slices.Index(members, 1-last) // runs through once it begins
			if n := slices.Index(members[first:], last); n != 10 && n != -1 {
				t.Errorf("seed %d: the favourite of workgroup %d stops after %d blocks", seed, g, n)
			}
		}
	}
	in := func(kind string) []simt.SubgroupAt {
		s, _ := schedule.New(kind, random(1))
		return run(s, 10)
	}
	if reversed := in("reversed"); reversed[0] != (simt.SubgroupAt{Workgroup: 2, Subgroup: 1}) || reversed[59] != (simt.SubgroupAt{}) {
		t.Errorf("reversed: %v", reversed)
	}
	count := map[uint32]int{}
	for i, s := range in("turns") {
		count[s.Workgroup]++
		if n := count[s.Workgroup]; n > i/3+1 {
			t.Fatalf("in turns, workgroup %d has %d blocks of %d", s.Workgroup, n, i+1)
		}
	}
}

// A schedule that was recorded can be repeated, and is shrunk to the two choices that a failure needs.
func TestShrink(t *testing.T) {
	r := &schedule.Recorded{Scheduler: schedule.Random(random(3))}
	first := run(r, 20)
	if again := run(&schedule.Replay{Choices: r.Choices}, 20); !slices.Equal(first, again) {
		t.Error("the repetition differs")
	}
	choices := make([]schedule.Choice, 1000)
	for i := range choices {
		choices[i] = schedule.Choice{Index: int32(i % 5), Blocks: 1}
	}
	calls := 0
	fails := func(c []schedule.Choice) bool {
		calls++
		return len(c) > 700 && c[300].Blocks == 1 && c[700].Blocks == 1
	}
	got := schedule.Shrink(choices, 400, fails)
	if len(got) != 701 || schedule.Preemptions(got) != 2 || !fails(got) || calls > 401 {
		t.Errorf("after %d calls, %d choices of which %d are not in order", calls, len(got), schedule.Preemptions(got))
	}
	if got := schedule.Shrink(choices, 3, fails); !fails(got) {
		t.Error("after three calls it no longer fails")
	}
}

package gpu

import (
	"math/rand/v2"
	"testing"

	vk "github.com/vulkan-go/vulkan"
)

const (
	computing = stages(vk.PipelineStageComputeShaderBit)
	indirect  = stages(vk.PipelineStageDrawIndirectBit)
	reads     = shaderRead
	writes    = shaderWrite
)

func TestPlanner(t *testing.T) {
	r, w := use{1, computing, reads, 0}, use{1, computing, 0, writes}
	other := use{2, computing, reads, writes}
	byIndirect := use{1, indirect, accesses(vk.AccessIndirectCommandReadBit), 0}
	cases := []struct {
		name     string
		commands [][]use
		want     []bool
	}{
		{"reads need none", [][]use{{r}, {r}}, []bool{false, false}},
		{"read after write", [][]use{{w}, {r}, {r}}, []bool{false, true, false}},
		{"write after write", [][]use{{w}, {w}}, []bool{false, true}},
		{"write after read", [][]use{{r}, {w}}, []bool{false, true}},
		{"another buffer", [][]use{{w}, {other}}, []bool{false, false}},
		{"one barrier for two buffers", [][]use{{w}, {other}, {r}, {other}}, []bool{false, false, true, false}},
		{"another stage sees nothing yet", [][]use{{w}, {r}, {byIndirect}}, []bool{false, true, true}},
		{"both stages at once", [][]use{{w}, {r, byIndirect}, {byIndirect}, {r}}, []bool{false, true, false, false}},
		{"a read between", [][]use{{w}, {r}, {w}, {r}}, []bool{false, true, true, true}},
	}
	for _, c := range cases {
		var p planner
		for i, uses := range c.commands {
			if _, got := p.plan(uses, false); got != c.want[i] {
				t.Errorf("%s: barrier before command %d: %v, want %v", c.name, i, got, c.want[i])
			}
		}
	}
}

// Commands beside each other wait for what was before all of them.
func TestPlannerBeside(t *testing.T) {
	r, w := use{1, computing, reads, 0}, use{1, computing, 0, writes}
	both, other := use{1, computing, reads, writes}, use{2, computing, reads, 0}
	for _, c := range []struct {
		name     string
		commands [][]use // the last one beside the one before it
		want     bool
	}{
		{"writes", [][]use{{both}, {both}}, false},
		{"reads and a write", [][]use{{r}, {w}}, true},
		{"a write that only the last one does not wait for", [][]use{{use{2, computing, 0, writes}}, {both}, {both, other}}, true},
		{"another stage", [][]use{{{1, transferStage, 0, transferWrite}}, {both}}, true},
	} {
		var p planner
		for i, uses := range c.commands {
			last := i == len(c.commands)-1
			if _, got := p.plan(uses, last); last && got != c.want {
				t.Errorf("%s: barrier %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// Between any two commands of a random sequence that touch a buffer, one of
// them writing, stands a barrier from the first one's stage to the second's,
// and it makes the write available and visible. Commands beside each other have none.
func TestPlannerCoversHazards(t *testing.T) {
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		var p planner
		var commands [][]use
		var barriers []barrier // before each command
		var first []int        // of those that each command runs beside
		for range 12 {
			var uses []use
			for range 1 + rnd.IntN(3) {
				u := []use{
					{stage: computing, reads: reads}, {stage: computing, writes: writes}, {stage: computing, reads: reads, writes: writes},
					{stage: transferStage, reads: transferRead}, {stage: transferStage, writes: transferWrite},
					{stage: indirect, reads: accesses(vk.AccessIndirectCommandReadBit)},
				}[rnd.IntN(6)]
				u.buffer = uint64(rnd.IntN(3))
				uses = append(uses, u)
			}
			beside := rnd.IntN(3) == 0
			b, needed := p.plan(uses, beside)
			if first = append(first, len(commands)); beside && len(commands) > 0 {
				first[len(commands)] = first[len(commands)-1]
			}
			if !needed {
				b = barrier{}
			}
			commands, barriers = append(commands, uses), append(barriers, b)
		}
		for j := range commands {
			for i := range first[j] {
				for _, a := range commands[i] {
					for _, b := range commands[j] {
						if a.buffer == b.buffer && (a.writes|b.writes) != 0 && !ordered(barriers[i+1:j+1], a, b) {
							t.Fatalf("seed %d: commands %d %+v and %d %+v are not ordered", seed, i, a, j, b)
						}
					}
				}
			}
		}
	}
}

// ordered reports whether barriers chain a to b: one makes what a wrote available,
// and from there stages wait for each other until b's does.
func ordered(barriers []barrier, a, b use) bool {
	available, after := false, a.stage
	for _, x := range barriers {
		if x.from&after == 0 {
			continue
		}
		if x.from&a.stage != 0 && x.fromAccess&a.writes == a.writes {
			available = true
		}
		if available {
			after |= x.to
			if do := b.reads | b.writes; x.to&b.stage != 0 && x.toAccess&do == do {
				return true
			}
		}
	}
	return false
}

package simt_test

import (
	"math/rand/v2"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/schedule"
)

// orders are the litmus tests of testdata/late/order.comp by number: of results and X, whether invocations see each other's stores, and
// what Vulkan's memory model forbids then.
var orders = []struct {
	name      string
	isChain   func(r []uint32) bool
	isAgainst func(r []uint32, x uint32) bool
}{
	{"A: r0=X; Y=1, B: r1=Y; X=1", func(r []uint32) bool { return r[0] == 1 || r[1] == 1 }, func(r []uint32, _ uint32) bool { return r[0] == 1 && r[1] == 1 }},
	{"A: X=1; Y=1, B: r1=Y; r2=X", func(r []uint32) bool { return r[1] == 1 }, func(r []uint32, _ uint32) bool { return r[2] == 0 }},
	{"A: r0=X; Y=1, B: r1=Y; Z=1, C: r2=Z; X=1", func(r []uint32) bool { return r[1] == 1 && r[2] == 1 }, func(r []uint32, _ uint32) bool { return r[0] == 1 }},
	{"A: X=1; Y=1, B: r0=Y; Z=1, C: r1=Z; r2=X", func(r []uint32) bool { return r[0] == 1 && r[1] == 1 }, func(r []uint32, _ uint32) bool { return r[2] == 0 }},
	{"A: r0=X; Y=1, B: r1=Y; r2=X, C: X=1", func(r []uint32) bool { return r[0] == 1 && r[1] == 1 }, func(r []uint32, _ uint32) bool { return r[2] == 0 }},
	{"A: r0=X; Y=1, B: r1=Y; X=2, C: X=1", func(r []uint32) bool { return r[0] == 1 && r[1] == 1 }, func(_ []uint32, x uint32) bool { return x == 1 }},
	{"A: r0=X; Y=1, B: r1=Y; r2=X, C: X=1, all apart", func(r []uint32) bool { return r[0] == 1 && r[1] == 1 }, func(r []uint32, _ uint32) bool { return r[2] == 0 }},
}

// Orders of one workgroup hold, also by way of others, while loads wait past its memory barriers.
func TestOrders(t *testing.T) {
	const instances = 16
	for number, test := range orders {
		p := load(t, "late/order.spv", simt.Options{Subgroup: 1, Constants: map[uint32]uint64{0: uint64(number)}})
		chains, against := 0, 0
		for seed := range uint64(300) {
			m := simt.Machine{Resident: 12, Fine: true, Scheduler: schedule.Random(rand.New(rand.NewPCG(seed, 1))), Weak: rand.New(rand.NewPCG(seed, 2))}
			xs, results := make([]uint32, instances), make([]uint32, 4*instances)
			d := simt.Dispatch{Groups: [3]int{3 * instances, 1, 1}, Buffers: map[simt.Slot][]uint32{
				{}: xs, {Binding: 1}: make([]uint32, instances), {Binding: 2}: make([]uint32, instances), {Binding: 3}: results,
			}}
			if err := m.Run(t.Context(), p, d); err != nil {
				t.Fatal(err)
			}
			for i, x := range xs {
				if r := results[4*i:][:4]; test.isChain(r) {
					if chains++; test.isAgainst(r, x) {
						against++
					}
				}
			}
		}
		t.Logf("%s: %d of %d", test.name, chains, 300*instances)
		if chains == 0 || against > 0 {
			t.Errorf("%s: of %d instances whose invocations see each other's stores, %d have an outcome that is forbidden", test.name, chains, against)
		}
	}
}

// A late load is observed at its place, but learns when it is executed: right kernels have no race.
func TestLateIsNoted(t *testing.T) {
	for _, name := range []string{"noted", "learned"} {
		p := load(t, "late/"+name+".spv", simt.Options{Subgroup: 4})
		for seed := range uint64(20) {
			m := simt.Machine{Observe: everything, Resident: 8, Fine: true, Scheduler: schedule.Random(rand.New(rand.NewPCG(seed, 1))), Weak: rand.New(rand.NewPCG(seed, 2))}
			d := simt.Dispatch{Groups: [3]int{8 / p.Size[0], 1, 1}, Buffers: map[simt.Slot][]uint32{{}: make([]uint32, 16), {Binding: 1}: make([]uint32, 2)}}
			if err := m.Run(t.Context(), p, d); err != nil {
				t.Fatal(err)
			}
			if e := m.Events(); len(e) > 0 {
				t.Errorf("%s, seed %d: reported is %v", name, seed, e)
				break
			}
		}
	}
}

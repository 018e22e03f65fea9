package simt_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/schedule"
)

// A step of testdata/late/random.comp is a kind, and a word or a form of memory barrier.
type step uint32

const (
	nothing, loads, stores, exchanges, ofWorkgroup, ofDevice = 0, 1, 2, 3, 4, 5 // kinds, in steps of 4
)

func (s step) kind() int      { return int(s / 4) }
func (s step) at() int        { return int(s % 4) } // the word
func (s step) reads() bool    { return s.kind() == loads || s.kind() == exchanges }
func (s step) writes() bool   { return s.kind() == stores || s.kind() == exchanges }
func (s step) acquires() bool { return s.kind() >= ofWorkgroup && s.at() != 2 }
func (s step) releases() bool { return s.kind() >= ofWorkgroup && s.at() != 1 }

func (s step) String() string {
	word := string("XYZ"[s.at()%3])
	return [...]string{"-", "load " + word, "store " + word, "exchange " + word, "workgroup", "device"}[s.kind()] + [...]string{"", " acquire", " release"}[s.at()%3*min(1, s.kind()/ofWorkgroup)]
}

// program has four steps of each of four invocations, two in a workgroup.
type program [16]step

// randomProgram returns a program in whose invocations a memory barrier stands between an access of a word and an access of another one, which
// another invocation accesses first: most are litmus tests of two to four invocations.
func randomProgram(rnd *rand.Rand) (p program) {
	n, first := 2+rnd.IntN(3), rnd.IntN(3)
	for k, invocation := range rnd.Perm(4) {
		s := p[4*invocation:][:4]
		s[0], s[1], s[2] = randomAccess(rnd, first+k), randomBarrier(rnd), randomAccess(rnd, first+(k+1)%n)
		switch rnd.IntN(8) {
		case 0:
			s[3] = randomAccess(rnd, rnd.IntN(3))
		case 1:
			s[1], s[2], s[3] = randomAccess(rnd, rnd.IntN(3)), s[1], s[2]
		case 2:
			s[2], s[3] = randomBarrier(rnd), s[2]
		case 3:
			s[1] = nothing
		}
	}
	return p
}

func randomAccess(rnd *rand.Rand, word int) step {
	return step(4*[]int{loads, loads, loads, stores, stores, stores, exchanges}[rnd.IntN(7)] + word%3)
}

func randomBarrier(rnd *rand.Rand) step {
	return step(4*[]int{ofWorkgroup, ofDevice}[rnd.IntN(2)] + []int{0, 0, 0, 1, 2}[rnd.IntN(5)])
}

func (p program) String() string {
	var b strings.Builder
	for i, s := range p {
		fmt.Fprintf(&b, "%s%v", []string{"; ", "\n"}[min(1, max(0, 1-i%4))], s)
	}
	return b.String()
}

// relation is a set of pairs of steps.
type relation [16]uint16

func (r *relation) add(a, b int)      { r[a] |= 1 << b }
func (r *relation) has(a, b int) bool { return r[a]>>b&1 != 0 }

// close adds what follows by transitivity. It reports whether no step is related to itself.
func (r *relation) close() bool {
	for k := range r {
		for a := range r {
			if r.has(a, k) {
				r[a] |= r[k]
			}
		}
	}
	for a := range r {
		if r.has(a, a) {
			return false
		}
	}
	return true
}

// isPermitted reports whether Vulkan's memory model permits an outcome (Vulkan specification, appendix Memory Model): what the steps read,
// and the last values of words. Step i stores the value i+1.
func (p program) isPermitted(read [16]uint32, last [3]uint32) bool {
	from := func(i int) int { return int(read[i]) - 1 } // the step whose value step i reads, or -1
	var before relation                                 // happens before
	for i := range p {
		for k := i + 1; k%4 != 0; k++ {
			before.add(i, k)
		}
		if p[i].reads() && from(i) >= 0 && (!p[from(i)].writes() || p[from(i)].at() != p[i].at()) {
			return false
		}
	}
	for i := range p {
		for w := i; p[i].reads() && from(w) >= 0; {
			w = from(w)
			p.synchronize(&before, w, i)
			if p[w].kind() != exchanges { // which continue the release sequence of what they read
				break
			}
			if w == i {
				return false
			}
		}
	}
	if !before.close() {
		return false
	}
	for at := range 3 {
		var all []int
		for i, s := range p {
			if s.writes() && s.at() == at {
				all = append(all, i)
			}
		}
		if !p.hasOrder(before, at, all, read, int(last[at])-1) {
			return false
		}
	}
	return true
}

// synchronize adds what happens before by memory barriers before a store, and after a load of its value.
func (p program) synchronize(before *relation, w, r int) {
	for f := w / 4 * 4; f < w; f++ {
		for g := r + 1; g%4 != 0; g++ {
			isNear := f/8 == g/8
			if p[f].releases() && p[g].acquires() && (isNear || p[f].kind() == ofDevice && p[g].kind() == ofDevice) {
				before.add(f, g)
			}
		}
	}
}

// hasOrder reports whether the stores of a word have a modification order.
func (p program) hasOrder(before relation, at int, left []int, read [16]uint32, last int) bool {
	if len(left) == 0 {
		return last == -1
	}
	var try func(order, left []int) bool
	try = func(order, left []int) bool {
		if len(left) == 0 {
			return order[len(order)-1] == last && p.isCoherent(before, at, order, read)
		}
		for k, w := range left {
			rest := slices.Delete(slices.Clone(left), k, k+1)
			if try(append(slices.Clone(order), w), rest) {
				return true
			}
		}
		return false
	}
	return try(nil, left)
}

// isCoherent reports whether a modification order of a word agrees with what was read and what happens before.
func (p program) isCoherent(before relation, at int, order []int, read [16]uint32) bool {
	var r relation
	for i, w := range order {
		for _, x := range order[i+1:] {
			r.add(w, x)
		}
	}
	for i, s := range p {
		if s.kind() < loads || s.kind() > exchanges || s.at() != at {
			continue
		}
		for k, o := range p {
			if before.has(i, k) && o.kind() >= loads && o.kind() <= exchanges && o.at() == at {
				r.add(i, k)
			}
		}
		if !s.reads() {
			continue
		}
		w := slices.Index(order, int(read[i])-1)
		if w >= 0 {
			r.add(order[w], i)
		}
		for _, x := range order[w+1:] { // it reads before these store
			if x != i {
				r.add(i, x)
			}
		}
		if s.kind() == exchanges && slices.Index(order, i) != w+1 {
			return false
		}
	}
	return r.close()
}

// Random programs have no outcome that Vulkan forbids.
func TestRandomPrograms(t *testing.T) {
	programs := 60
	if os.Getenv("KERNELSCOPE_LONG") != "" {
		programs = 3000
	}
	const instances = 24
	rnd := rand.New(rand.NewPCG(1, 1))
	outcomes := 0
	for range programs {
		p := randomProgram(rnd)
		constants := map[uint32]uint64{}
		for i, s := range p {
			constants[uint32(i)] = uint64(s)
		}
		code := load(t, "late/random.spv", simt.Options{Subgroup: 1, Constants: constants})
		seen := map[[19]uint32]bool{}
		for seed := range uint64(20) {
			m := simt.Machine{Resident: 12, Fine: true, Scheduler: schedule.Random(rand.New(rand.NewPCG(seed, 1))), Weak: rand.New(rand.NewPCG(seed, 2))}
			words, results := [3][]uint32{}, make([]uint32, 16*instances)
			d := simt.Dispatch{Groups: [3]int{2 * instances, 1, 1}, Buffers: map[simt.Slot][]uint32{{Binding: 3}: results}}
			for at := range words {
				words[at] = make([]uint32, instances)
				d.Buffers[simt.Slot{Binding: uint32(at)}] = words[at]
			}
			if err := m.Run(t.Context(), code, d); err != nil {
				t.Fatal(err)
			}
			for i := range instances {
				seen[[19]uint32(append(slices.Clone(results[16*i:][:16]), words[0][i], words[1][i], words[2][i]))] = true
			}
		}
		for o := range seen {
			outcomes++
			if !p.isPermitted([16]uint32(o[:16]), [3]uint32(o[16:])) {
				t.Errorf("%v\nread %v, and the words are %v, which is forbidden", p, o[:16], o[16:])
				break
			}
		}
	}
	t.Logf("%d outcomes of %d programs", outcomes, programs)
}

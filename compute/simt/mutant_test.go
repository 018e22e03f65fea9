package simt_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// mutate changes a few words of a module: to another word of it, by a small amount, or to anything.
// It may also repeat, drop or cut instructions.
func mutate(code string, rnd *rand.Rand) string {
	b := []byte(code)
	words := len(b) / 4
	at := func() int { // the first half of a module is names and source text
		if rnd.IntN(4) == 0 {
			return 4 * (5 + rnd.IntN(words-5))
		}
		return 4 * (words/2 + rnd.IntN(words-words/2))
	}
	for range 1 + rnd.IntN(3) {
		i := at()
		w := binary.LittleEndian.Uint32(b[i:])
		switch rnd.IntN(5) {
		case 0:
			w = binary.LittleEndian.Uint32(b[at():])
		case 1:
			w += uint32(rnd.IntN(5)) - 2
		case 2:
			w = rnd.Uint32()
		case 3:
			w ^= 1 << rnd.IntN(32)
		case 4:
			j := at()
			copy(b[i:], b[j:min(len(b), j+4*rnd.IntN(20))])
			continue
		}
		binary.LittleEndian.PutUint32(b[i:], w)
	}
	if rnd.IntN(20) == 0 {
		b = b[:at()]
	}
	return string(b)
}

// modules returns all modules of the program and of tests.
func modules(t *testing.T) (modules []string) {
	for _, pattern := range []string{"testdata/*.spv", "testdata/images/*.spv", "testdata/named/*.spv", "gen/testdata/precision/*.spv", "gen/testdata/*.spv", "gen/testdata/lavapipe/*.spv"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			modules = append(modules, string(code))
		}
	}
	for _, name := range shaders.Names() {
		if strings.HasSuffix(name, ".comp") {
			for _, basic := range []bool{false, true} {
				code, err := shaders.SPIRV(name, basic)
				if err != nil {
					t.Fatal(err)
				}
				modules = append(modules, code)
			}
		}
	}
	return modules
}

// A damaged module is refused or executed, within its bounds. It never panics. KERNELSCOPE_SEED makes other mutants.
func TestMutants(t *testing.T) {
	seed, _ := strconv.ParseUint(os.Getenv("KERNELSCOPE_SEED"), 10, 64) // 0 if there is none
	rnd := rand.New(rand.NewPCG(31, seed))
	modules := modules(t)
	refused, limited, ran := 0, 0, 0
	for n := range mutants() {
		err := execute(t, n, mutate(modules[n%len(modules)], rnd), rnd)
		switch {
		case err == nil:
			ran++
		case errors.Is(err, fault.Limit):
			limited++
		case errors.Is(err, fault.Input):
			refused++
		default:
			t.Fatalf("mutant %d: %v", n, err)
		}
	}
	t.Logf("%d are refused, %d reach a bound, %d run", refused, limited, ran)
	if refused == 0 || ran == 0 {
		t.Error("mutants are all alike")
	}
}

// execute loads, compiles and runs a module.
func execute(t *testing.T, n int, code string, rnd *rand.Rand) (err error) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("mutant %d: %v\n%s", n, r, debug.Stack())
			err = fault.Input
		}
	}()
	m, err := simt.Load(code)
	var p *simt.Program
	if err == nil {
		p, err = m.Compile(simt.Options{Subgroup: 8, Constants: map[uint32]uint64{0: 16}, Names: n%2 == 0, Precision: n%4 == 1})
	}
	if err == nil {
		machine := simt.Machine{Observe: everything, Bounds: simt.Bounds{Rounds: 50, Steps: 50_000}}
		d := simt.Dispatch{Groups: [3]int{2, 1, 1}, Push: make([]uint32, 64), Buffers: map[simt.Slot][]uint32{}, Images: map[simt.Slot]*simt.Image{}}
		words := make([]uint32, 300)
		for i := range words {
			words[i] = rnd.Uint32N(20)
		}
		images := []*simt.Image{{Width: 5, Height: 3, Format: simt.Rgba8, Words: make([]uint32, 15)}, {Width: 5, Height: 3, Format: simt.R32ui, Words: words[:15]}}
		for set := range uint32(2) {
			for binding := range uint32(20) {
				d.Buffers[simt.Slot{Set: set, Binding: binding}] = words
				d.Images[simt.Slot{Set: set, Binding: binding}] = images[int(binding+set)%2]
			}
		}
		if n%4 == 0 {
			r, err := simt.Record(t.Context(), p, d, simt.Recorder{Bounds: machine.Bounds, Interval: 100})
			if err != nil {
				return err
			}
			return r.Seek(t.Context(), r.Len()/2)
		}
		err = machine.Run(t.Context(), p, d)
	}
	return err
}

// mutants is how many there are.
func mutants() int {
	if os.Getenv("KERNELSCOPE_LONG") != "" {
		return 200_000
	}
	return 10_000
}

package inside_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt"
)

// scale is how much more a pair has to do on a GPU: times by its constant TIMES, if it has one, and by workgroups.
type scale struct{ times, groups int }

// scaled are pairs of another scale than usual. The workgroups of empty grow with its constant, alone and imbalance must have few.
var scaled = map[string]scale{"alone": {64, 1}, "empty": {4096, 4096}, "imbalance": {1000, 1}, "front": {64, 8192}, "size": {1024, 4096}}

// usual gives 4096 workgroups.
var usual = scale{64, 512}

// pairWords is the size of both buffers: no pair reads more than 16 words for each of 4096 workgroups of 256.
const pairWords = 1 << 24

// pair is a shader with a fault, or mended.
type pair struct {
	rule, form string
	groups     int
	size       int // invocations of a workgroup
	constants  []string
}

func (p pair) file() string { return p.rule + "." + p.form }

// pairs lists each shader with its fault and mended.
func pairs(t *testing.T) (out [][2]pair) {
	t.Helper()
	sources, err := filepath.Glob("testdata/*.comp")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		groups := [2]int{8, 8}
		if m := groupsForm.FindStringSubmatch(string(text)); m != nil {
			fmt.Sscan(m[1]+" "+m[2], &groups[0], &groups[1])
		}
		var both [2]pair
		for i, form := range []string{"faulty", "mended"} {
			p := pair{rule: strings.TrimSuffix(filepath.Base(source), ".comp"), form: form, groups: groups[i]}
			if strings.Contains(string(text), "TIMES") {
				p.constants = []string{"Times"}
			}
			code := p.code(t)
			m, err := simt.Load(code)
			if err != nil {
				t.Fatal(err)
			}
			compiled, err := m.Compile(simt.Options{Subgroup: 32})
			if err != nil {
				t.Fatal(err)
			}
			p.size = compiled.Size[0]
			both[i] = p
		}
		out = append(out, both)
	}
	return out
}

func (p pair) code(t *testing.T) string {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("testdata", p.file()+".spv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

// call is a dispatch of the shader with more to do.
func (p pair) call(by scale, a, b compute.Buffer) compute.Call {
	program := &compute.Program{Name: p.file(), Layout: compute.Layout{Bindings: []string{"A", "B"}, Constants: p.constants}}
	c := compute.Call{Program: program, Workgroup: p.size, Invocations: p.groups * by.groups * p.size, Buffers: []compute.Buffer{a, b}}
	if len(p.constants) > 0 {
		c.Constants = []uint32{uint32(by.times)}
	}
	return c
}

// median is how long a dispatch takes: of 15 submissions of several.
func (p pair) median(t *testing.T, d *gpu.Device, by scale, several int, a, b compute.Buffer) time.Duration {
	t.Helper()
	c, taken := p.call(by, a, b), []time.Duration{}
	for range 16 {
		before := d.Elapsed()
		for range several {
			d.Dispatch(c)
		}
		if err := d.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		taken = append(taken, (d.Elapsed()-before)/time.Duration(several))
	}
	taken = taken[1:] // the first compiles
	slices.Sort(taken)
	return taken[len(taken)/2]
}

// Each pair does the same on the device as on the interpreter. On a GPU each is timed, with enough work: how much the mended one is
// faster is logged, and decides nothing. KERNELSCOPE_TEST_DEVICE names the device.
func TestPairsOnDevice(t *testing.T) {
	code := func(source string, _ bool) (string, error) {
		text, err := os.ReadFile(filepath.Join("testdata", strings.TrimSuffix(source, ".comp")+".spv"))
		return string(text), err
	}
	d := gputest.OpenWith(t, gpu.Options{Code: code})
	words, several := 1<<16, 1
	if !d.Limits().IsSoftware {
		words, several = pairWords, 20
	}
	a, b := d.NewBuffer("a", words), d.NewBuffer("b", words)
	defer a.Release()
	defer b.Release()
	given := make([]uint32, words)
	for i := range given {
		given[i] = uint32(i)
	}
	d.Write(a, 0, given)
	for _, both := range pairs(t) {
		var taken [2]time.Duration
		for i, p := range both {
			d.Fill(b, 0, words, 0)
			d.Dispatch(p.call(scale{1, 1}, a, b))
			got := make([]uint32, 1<<16)
			if err := d.Read(t.Context(), b, 0, got); err != nil {
				t.Fatalf("%s: %v", p.file(), err)
			}
			if want := p.interpreted(t, given[:1<<16], d.Limits().Subgroup); !slices.Equal(got, want) {
				t.Errorf("%s: the device differs from the interpreter", p.file())
			}
			by := scale{1, 1}
			if !d.Limits().IsSoftware {
				by = cmp.Or(scaled[p.rule], usual)
			}
			taken[i] = p.median(t, d, by, several, a, b)
		}
		us := func(x time.Duration) float64 { return float64(x.Nanoseconds()) / 1e3 }
		t.Logf("%s, %s: faulty %.1f µs, mended %.1f µs, ratio %.2f", d.Info().Name, both[0].rule, us(taken[0]), us(taken[1]), us(taken[0])/us(taken[1]))
	}
}

// interpreted is what the shader writes on the interpreter, with subgroups as wide as the device's.
func (p pair) interpreted(t *testing.T, a []uint32, lanes int) []uint32 {
	t.Helper()
	m, err := simt.Load(p.code(t))
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := m.Compile(simt.Options{Subgroup: lanes})
	if err != nil {
		t.Fatal(err)
	}
	b := make([]uint32, len(a))
	d := simt.Dispatch{Groups: [3]int{p.groups, 1, 1}, Buffers: map[simt.Slot][]uint32{{}: slices.Clone(a), {Binding: 1}: b}}
	if err := new(simt.Machine).Run(t.Context(), compiled, d); err != nil {
		t.Fatal(err)
	}
	return b
}

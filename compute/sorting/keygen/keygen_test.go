package keygen

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
)

// orders returns the place of every key in the ascending order of its type.
func orders(t sorting.Type, words []uint32) (out []uint64) {
	f := sorting.Format{Type: t}
	for i := 0; i < len(words); i += f.Words() {
		key := uint64(words[i])
		if f.Words() == 2 {
			key |= uint64(words[i+1]) << 32
		}
		out = append(out, f.Order(key))
	}
	return out
}

func keys(t *testing.T, name string, f sorting.Format, n int, seed uint64) []uint32 {
	t.Helper()
	words, err := KeysOf(name, f, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	if len(words) != n*f.Words() {
		t.Fatalf("%s %v: %d words for %d keys", name, f.Type, len(words), n)
	}
	return words
}

// The same keys come out on any number of processors, and others with another seed.
func TestSame(t *testing.T) {
	const n = 200_001
	for _, name := range Distributions() {
		for _, typ := range sorting.Types() {
			f := sorting.Format{Type: typ}
			want := keys(t, name, f, n, 5)
			old := runtime.GOMAXPROCS(1)
			one := keys(t, name, f, n, 5)
			runtime.GOMAXPROCS(old)
			if !slices.Equal(one, want) {
				t.Errorf("%s %v: one processor makes other keys", name, typ)
			}
			seedless := name == "sorted" || name == "reversed" || name == "killer"
			if slices.Equal(keys(t, name, f, n, 6), want) != seedless {
				t.Errorf("%s %v: the seed matters: %v", name, typ, seedless)
			}
			for _, few := range []int{0, 1, 2} {
				keys(t, name, f, few, 1)
			}
		}
	}
}

// Distributions are what their names say, in the order of each type.
func TestShapes(t *testing.T) {
	const n = 50_000
	for _, typ := range sorting.Types() {
		of := func(name string) []uint64 { return orders(typ, keys(t, name, sorting.Format{Type: typ}, n, 3)) }
		distinct := func(x []uint64) int { slices.Sort(x); return len(slices.Compact(x)) }
		if x := of("sorted"); !slices.IsSorted(x) || distinct(x) < n*9/10 {
			t.Errorf("%v: sorted is not", typ)
		}
		x := of("reversed")
		slices.Reverse(x)
		if !slices.IsSorted(x) {
			t.Errorf("%v: reversed is not", typ)
		}
		if got := distinct(of("constant")); got != 1 {
			t.Errorf("%v: constant has %d keys", typ, got)
		}
		if got := distinct(of("few")); got != 16 {
			t.Errorf("%v: few has %d keys", typ, got)
		}
		if got := distinct(of("uniform")); got < n*9/10 {
			t.Errorf("%v: uniform has %d keys", typ, got)
		}
		falls := 0
		x = of("nearly")
		for i := 1; i < n; i++ {
			if x[i] < x[i-1] {
				falls++
			}
		}
		if falls < n/200 || falls > n/50 {
			t.Errorf("%v: nearly falls %d times", typ, falls)
		}
		top := 64
		if typ != sorting.U64 {
			top = 32
		}
		middle := 0
		for _, o := range of("gaussian") {
			if share := float64(o) / math.Pow(2, float64(top)); share > 0.4 && share < 0.6 {
				middle++
			}
		}
		if middle < n*6/10 || middle > n*3/4 { // a bell has 67 % within a deviation of 0.102
			t.Errorf("%v: gaussian has %d of %d in the middle", typ, middle, n)
		}
	}
}

// A few random keys are numbers from 1 to 99, of every type.
func TestSmall(t *testing.T) {
	for _, typ := range sorting.Types() {
		few := keys(t, "random", sorting.Format{Type: typ}, maxSmall, 3)
		for i := range maxSmall {
			text := typ.Text(typ.KeyAt(few, i))
			if x, err := strconv.Atoi(text); err != nil || x < 1 || x > 99 {
				t.Errorf("%v: key %d is %s", typ, i, text)
			}
		}
		if many := keys(t, "random", sorting.Format{Type: typ}, 500, 3); !slices.Equal(many, keys(t, "uniform", sorting.Format{Type: typ}, 500, 3)) {
			t.Errorf("%v: 500 keys are not uniform", typ)
		}
	}
}

// Every pass of a radix sort by bytes finds neighbours in turn in eight digits of
// one bank.
func TestKiller(t *testing.T) {
	x := orders(sorting.U32, keys(t, "killer", sorting.Format{}, 1<<15, 0))
	for pass := range 4 {
		digit := func(k uint64) uint64 { return k >> (8 * pass) & 0xff }
		for i := range 1 << 12 {
			if want := uint64(i) % 8 * 32; digit(x[i]) != want {
				t.Fatalf("pass %d: key %d has digit %d, want %d", pass, i, digit(x[i]), want)
			}
		}
		slices.SortStableFunc(x, func(a, b uint64) int { return int(digit(a)) - int(digit(b)) })
	}
}

// Only special has floats that are not finite, and it has them all.
func TestFloats(t *testing.T) {
	for _, name := range Distributions() {
		seen := map[uint32]bool{}
		for _, w := range keys(t, name, sorting.Format{Type: sorting.F32}, 100_000, 9) {
			x := float64(math.Float32frombits(w))
			if name != "special" && (math.IsNaN(x) || math.IsInf(x, 0)) {
				t.Fatalf("%s has %08x", name, w)
			}
			seen[w] = true
		}
		for _, w := range []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000} {
			if name == "special" && !seen[w] {
				t.Errorf("special lacks %08x", w)
			}
		}
	}
	if lo, hi := finite(0), finite(math.MaxUint32); lo != 0xff7fffff || hi != 0x7f7fffff {
		t.Errorf("the finite floats are %08x to %08x", lo, hi)
	}
}

// With fewer bits the others are the same in all keys.
func TestBits(t *testing.T) {
	for _, name := range Distributions() {
		for _, typ := range sorting.Types() {
			for _, bits := range []int{1, 7, 24, 31} {
				f := sorting.Format{Type: typ, Bits: bits}
				words := keys(t, name, f, 3000, 2)
				for i, w := range words {
					if low := i%f.Words() == 0; low && w>>bits != 0 || !low && w != 0 {
						t.Fatalf("%s %v, %d bits: word %d is %08x", name, typ, bits, i, w)
					}
				}
				if name == "sorted" && !slices.IsSorted(orders(typ, words)) {
					t.Errorf("%v, %d bits: sorted is not", typ, bits)
				}
			}
		}
	}
	if _, err := Keys("hard", sorting.U32, 1, 1); err == nil || !strings.Contains(err.Error(), "uniform") {
		t.Errorf("an unknown name gives %v", err)
	}
}

// What is written is read again; what is cut off is refused, with the place.
func TestFiles(t *testing.T) {
	ctx := context.Background()
	words := keys(t, "uniform", sorting.Format{Type: sorting.U64}, 300_000, 1)
	var b bytes.Buffer
	if err := Write(ctx, &b, words); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "keys.bin")
	whole := b.Bytes()
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, typ := range []sorting.Type{sorting.U32, sorting.U64} {
		if got, err := ReadFile(ctx, path, typ); err != nil || !slices.Equal(got, words) {
			t.Errorf("%v: %d words, %v", typ, len(got), err)
		}
	}
	got, err := Read(ctx, iotest.HalfReader(bytes.NewReader(whole)), sorting.U64)
	if err != nil || !slices.Equal(got, words) {
		t.Errorf("a pipe gives %d words, %v", len(got), err)
	}
	for _, c := range []struct {
		bytes int
		typ   sorting.Type
		want  string
	}{
		{13, sorting.U32, "byte 13, after 1 of the 4 bytes of u32 key 3"},
		{12, sorting.U64, "byte 12, after 4 of the 8 bytes of u64 key 1"},
		{1<<20 + 3, sorting.F32, "after 3 of the 4 bytes of f32 key 262144"},
	} {
		_, err := Read(ctx, bytes.NewReader(whole[:c.bytes]), c.typ)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d bytes of %v: %v", c.bytes, c.typ, err)
		}
		if err := os.WriteFile(path, whole[:c.bytes], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(ctx, path, c.typ); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("a file of %d bytes of %v: %v", c.bytes, c.typ, err)
		}
	}
	if _, err := ReadFile(ctx, path+"x", sorting.U32); !errors.Is(err, fault.Input) {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := ReadFile(ctx, filepath.Dir(path), sorting.U32); !errors.Is(err, fault.Input) {
		t.Errorf("a folder gives %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := Write(cancelled, &b, words); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled writing gives %v", err)
	}
	if _, err := Read(cancelled, bytes.NewReader(whole), sorting.U32); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled reading gives %v", err)
	}
}

func BenchmarkKeys(b *testing.B) {
	for _, name := range Distributions() {
		b.Run(name, func(b *testing.B) {
			const n = 1 << 24
			b.SetBytes(4 * n)
			for b.Loop() {
				if _, err := Keys(name, sorting.U32, n, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

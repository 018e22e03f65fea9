package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// The range of numbers and their levels agree with mirrors and with plain loops, for all types and strides.
func TestValuesLockstep(t *testing.T) {
	d := gputest.Open(t)
	be := host.NewLockstep(t.Context(), d)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, of := range []ValueType{ValuesU32, ValuesI32, ValuesF32} {
		for _, n := range []int{1, 63, 64, 65, 255, 256, 257, 5000} {
			const at, stride = 2, 3
			words := make([]uint32, at+stride*n)
			for i := range words {
				if words[i] = rnd.Uint32(); of == ValuesF32 && i%7 > 0 { // some of the others are NaN
					words[i] = math.Float32bits(float32(rnd.NormFloat64()))
				} else if of == ValuesF32 {
					words[i] = 0x7f800000 | words[i]&1<<22
				}
			}
			words[at] = math.Float32bits(1.5) // never no finite number
			v := Values{be.NewBuffer("values", len(words)), of, at, stride, n}
			be.Write(v.Words, 0, words)
			l := NewLevels(be)
			got, ok, err := l.Range(v)
			want := Scale{math.Inf(1), math.Inf(-1)}
			for i := range n {
				if x := of.number(words[at+stride*i]); !math.IsNaN(x) && !math.IsInf(x, 0) {
					want = Scale{min(want.Low, x), max(want.High, x)}
				}
			}
			if err != nil || !ok || got != want {
				t.Fatalf("type %d, %d numbers: %v, %v, %v; want %v", of, n, got, ok, err, want)
			}
			s := Scale{want.Low, max(want.High, want.Low+1)}
			l.Place(be, v, s)
			levels := make([]uint32, n)
			if err := be.Read(t.Context(), l.Buffer, 0, levels); err != nil {
				t.Fatal(err)
			}
			for i, level := range levels {
				x := of.number(words[at+stride*i])
				if want := MaxLevel * (x - s.Low) / (s.High - s.Low); !math.IsNaN(x) && !math.IsInf(x, 0) && math.Abs(float64(level)-want) > 2 {
					t.Fatalf("type %d, number %v on %v: level %d, want %v", of, x, s, level, want)
				}
			}
			l.Release()
			v.Words.Release()
		}
	}
	v := Values{be.NewBuffer("values", 1), ValuesF32, 0, 1, 1}
	defer v.Words.Release()
	be.Write(v.Words, 0, []uint32{math.Float32bits(float32(math.NaN()))})
	l := NewLevels(be)
	defer l.Release()
	if s, ok, err := l.Range(v); ok || err != nil {
		t.Errorf("no numbers: %v, %v", s, err)
	}
}

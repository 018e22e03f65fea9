package inflate

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
)

// deflated compresses with the standard library.
func deflated(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// samples are bytes of several distributions: those of a sample are below a limit, and it repeats
// itself at some distances.
func samples(r *rand.Rand) (all [][]byte) {
	for _, n := range []int{0, 1, 2, 7, 300, 5000, 200000} {
		for _, limit := range []int{1, 2, 20, 100, 256} {
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(r.IntN(limit) * r.IntN(limit) / limit)
			}
			for at := 0; at+600 < n; at += 1 + r.IntN(2000) {
				distance := 1 + r.IntN(min(at+1, 1<<r.IntN(16)))
				for k := at + 1; k < at+1+r.IntN(500) && k >= distance; k++ {
					data[k] = data[k-distance]
				}
			}
			all = append(all, data)
		}
	}
	return all
}

func TestZlib(t *testing.T) {
	var r Reader
	for _, data := range samples(rand.New(rand.NewPCG(1, 1))) {
		for _, level := range []int{zlib.NoCompression, zlib.BestSpeed, zlib.DefaultCompression, zlib.BestCompression, zlib.HuffmanOnly} {
			packed := deflated(t, data, level)
			got := make([]byte, len(data))
			if err := r.Zlib(got, append(packed, 1, 2, 3)); err != nil || !bytes.Equal(got, data) {
				t.Fatalf("%d bytes at level %d: %v", len(data), level, err)
			}
			if err := r.Zlib(make([]byte, len(data)+1), packed); err != ErrSize {
				t.Errorf("%d bytes, one more claimed: %v", len(data), err)
			}
			if len(data) > 0 {
				if err := r.Zlib(got[:len(data)-1], packed); err != ErrSize {
					t.Errorf("%d bytes, one less claimed: %v", len(data), err)
				}
			}
			for range 20 {
				if cut := rand.IntN(len(packed)); r.Zlib(got, packed[:cut]) == nil {
					t.Errorf("%d bytes at level %d, cut to %d of %d bytes: no error", len(data), level, cut, len(packed))
				}
			}
		}
	}
}

// FuzzZlib compares with the standard library, which must agree on what is valid, too.
func FuzzZlib(f *testing.F) {
	for _, data := range samples(rand.New(rand.NewPCG(2, 2))) {
		if len(data) < 10000 {
			f.Add(deflated(f, data, zlib.DefaultCompression), uint16(len(data)))
			f.Add(deflated(f, data, zlib.HuffmanOnly), uint16(len(data)))
			f.Add(deflated(f, data, zlib.NoCompression), uint16(len(data)))
		}
	}
	f.Fuzz(func(t *testing.T, packed []byte, size uint16) {
		var r Reader
		got := make([]byte, size)
		err := r.Zlib(got, packed)
		var want []byte
		z, theirs := zlib.NewReader(bytes.NewReader(packed))
		if theirs == nil {
			want, theirs = io.ReadAll(io.LimitReader(z, 1<<16))
		}
		if valid := theirs == nil && len(want) == int(size); valid != (err == nil) {
			t.Fatalf("%v; the standard library: %v, %d bytes of %d", err, theirs, len(want), size)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatal("other contents")
		}
	})
}

package keygen

import (
	"bytes"
	"testing"

	"kernelscope/compute/sorting"
)

// FuzzRead: a file of keys is read and written as it is, or it ends within a key.
func FuzzRead(f *testing.F) {
	for _, b := range []string{"", "abc", "abcd", "abcdefgh", "abcdefghi", "\xff\xff\xff\xff\x00\x00\xc0\x7f"} {
		f.Add([]byte(b))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, kind := range []sorting.Type{sorting.U32, sorting.F32, sorting.U64} {
			size := 4 * sorting.Format{Type: kind}.Words()
			keys, err := Read(t.Context(), bytes.NewReader(b), kind)
			if (err == nil) != (len(b)%size == 0) {
				t.Errorf("%d bytes of %v: %v", len(b), kind, err)
			}
			var again bytes.Buffer
			if err == nil && (Write(t.Context(), &again, keys) != nil || !bytes.Equal(again.Bytes(), b)) {
				t.Errorf("%v: %q became %q", kind, b, again.Bytes())
			}
		}
	})
}

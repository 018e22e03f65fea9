package keygen

import (
	"bytes"
	"strings"
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
			var second bytes.Buffer
			if err == nil && (Write(t.Context(), &second, keys) != nil || !bytes.Equal(second.Bytes(), b)) {
				t.Errorf("%v: %q became %q", kind, b, second.Bytes())
			}
		}
	})
}

// FuzzList: whatever is typed as a list of keys is a key for each comma and one more, which
// read the same when they are written, or is refused.
func FuzzList(f *testing.F) {
	for _, text := range []string{"1", "3,1,2", " 5 , -7", "1e9", "nan,-inf,0x1p-3", "4294967296", "", ",", "18446744073709551615", "-0", "1_000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range sorting.Types() {
			words, err := List(text, kind)
			keys, each := strings.Count(text, ",")+1, sorting.Format{Type: kind}.Words()
			if err == nil && len(words) != keys*each || err != nil && words != nil {
				t.Errorf("%q has %d words of %v: %v", text, len(words), kind, err)
			}
		}
	})
}

package keygen

import (
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/sorting"
)

// Lists are read as the words of their keys, and what is wrong is named by its place.
func TestList(t *testing.T) {
	for _, c := range []struct {
		text string
		typ  sorting.Type
		want []uint32
	}{
		{"10,25,39,92,1,5,68,23,21,10", sorting.U32, []uint32{10, 25, 39, 92, 1, 5, 68, 23, 21, 10}},
		{" 7 , 0", sorting.U32, []uint32{7, 0}},
		{"-1", sorting.I32, []uint32{1<<32 - 1}},
		{"1,-0,inf", sorting.F32, []uint32{0x3f800000, 1 << 31, 0x7f800000}},
		{"4294967297,2", sorting.U64, []uint32{1, 1, 2, 0}},
	} {
		if got, err := List(c.text, c.typ); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v %s: %#x, %v", c.typ, c.text, got, err)
		}
	}
	for text, says := range map[string]string{"": "key 0", "1,,2": "key 1", "1,2,": "key 2", "1;2": "not a key of u32", "4294967296": "outside of the range"} {
		if _, err := List(text, sorting.U32); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

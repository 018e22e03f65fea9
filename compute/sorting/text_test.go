package sorting

import (
	"math/rand/v2"
	"testing"
)

// What Text writes Parse reads, and other text is refused.
func TestText(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, typ := range Types() {
		for range 1000 {
			key := rnd.Uint64() >> rnd.IntN(64)
			if typ != U64 {
				key &= 1<<32 - 1
			}
			got, err := typ.Parse(typ.Text(key))
			if nan := typ == F32 && typ.Text(key) == "NaN"; err != nil || got != key && !nan {
				t.Fatalf("%v: %#x is written %s and read %#x, %v", typ, key, typ.Text(key), got, err)
			}
		}
		for _, text := range []string{"", "x", "1 2", "99999999999999999999", "1e99", "0x10"} {
			if key, err := typ.Parse(text); err == nil && (typ != F32 || text != "99999999999999999999") {
				t.Errorf("%v: %q is read as %#x", typ, text, key)
			}
		}
	}
	for typ, text := range map[Type]string{U32: "-1", I32: "2147483648", U64: "1.5"} {
		if key, err := typ.Parse(text); err == nil {
			t.Errorf("%v: %s is read as %#x", typ, text, key)
		}
	}
}

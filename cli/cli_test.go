package cli

import (
	"testing"
)

func TestCount(t *testing.T) {
	for text, want := range map[string]int{"1000000": 1e6, "1e6": 1e6, "2^20": 1 << 20, "0": 0, "1.5e3": 1500, "4294967295": MaxCount, "10^9": 1e9} {
		if got, err := Count("-n", text); err != nil || got != want {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1.5", "-3", "2^", "^3", "2^-1", "NaN", "1e-3", "inf", "1e300", "4294967296"} {
		if got, err := Count("-n", text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

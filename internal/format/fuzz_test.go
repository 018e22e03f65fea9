package format

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

// FuzzParseCount: what is typed as a number is that number, by exact arithmetic, or refused.
func FuzzParseCount(f *testing.F) {
	for _, text := range []string{"1000000", "1e6", "2^20", "0", "-1", "1.5", "1e400", "2^64", "0^0", "1^18446744073709551615", "0x10", "1_0", "\u0663", "nan", "18446744073709551615", "18446744073709551616"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseCount(text)
		if err != nil {
			if !errors.Is(err, strconv.ErrRange) && !errors.Is(err, strconv.ErrSyntax) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if strings.ContainsAny(text, "^eExXpP_.") || len(text) > 30 {
			return // other ways to write it
		}
		if want, ok := new(big.Int).SetString(text, 10); !ok || want.Cmp(new(big.Int).SetUint64(n)) != 0 {
			t.Errorf("%q is %d", text, n)
		}
	})
}

// FuzzCell: no cell of CSV is a formula.
func FuzzCell(f *testing.F) {
	for _, text := range []string{"=1+1", "+1", "-1", "@x", "a,b", "a\"b", "a\nb", "", " =1", "\t=1", "-1.5e3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := Cell(text)
		if _, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); err != nil && cell != "" && !strings.Contains(cell, ",") && strings.ContainsAny(cell[:1], "=+-@\t\r") {
			t.Errorf("%q is written as %q", text, cell)
		}
	})
}

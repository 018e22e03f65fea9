package format

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// ParseCount parses a whole number such as 1000000, 1e6 or 2^20. Errors wrap strconv.ErrRange
// if the number does not fit, and strconv.ErrSyntax otherwise.
func ParseCount(text string) (uint64, error) {
	if base, exponent, ok := strings.Cut(text, "^"); ok {
		return power(text, base, exponent)
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n, nil
	}
	switch x, err := strconv.ParseFloat(text, 64); {
	case err != nil || x != math.Trunc(x) || !(x >= 0):
		return 0, countError(text, strconv.ErrSyntax)
	case x >= 1<<64:
		return 0, countError(text, strconv.ErrRange)
	default:
		return uint64(x), nil
	}
}

func power(text, base, exponent string) (uint64, error) {
	b, err := strconv.ParseUint(base, 10, 64)
	if err != nil {
		return 0, countError(text, strconv.ErrSyntax)
	}
	e, err := strconv.ParseUint(exponent, 10, 64)
	if err != nil {
		return 0, countError(text, strconv.ErrSyntax)
	}
	if b < 2 && e > 0 {
		return b, nil // 0 and 1 to any power
	}
	n := uint64(1)
	for range min(e, 64) {
		over, product := bits.Mul64(n, b)
		if over > 0 {
			return 0, countError(text, strconv.ErrRange)
		}
		n = product
	}
	return n, nil
}

func countError(text string, err error) error {
	return fmt.Errorf("%q is not a number such as 1000000, 1e6 or 2^20: %w", text, err)
}

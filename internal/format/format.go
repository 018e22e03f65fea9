// Package format writes numbers for people: in panels, tables, charts and messages. Files
// that programs read have numbers in full.
package format

import (
	"fmt"
	"math"
)

// Thousands writes a number in groups of three digits: 1,234,567.
func Thousands[N ~int | ~int32 | ~uint32 | ~uint64 | ~int64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number of things: 1 node, 1,234 nodes.
func Count[N ~int | ~int32 | ~uint32 | ~uint64 | ~int64](n N, thing string) string {
	return Plural(int(n), thing, thing+"s")
}

// Shortened truncates a text that is too long for its place.
func Shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-2]) + ".."
	}
	return s
}

// Things returns the noun for a number of things, without the number: node, nodes.
func Things(n int, thing string) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}

// Power writes a power of two from 2^10 to 2^32 as such, and any other number in full.
func Power(n int) string {
	for e := 10; e <= 32; e++ {
		if n == 1<<e {
			return fmt.Sprintf("2^%d", e)
		}
	}
	return fmt.Sprint(n)
}

// Scale writes the number at a tick of a scale: 0.001, 1, 10,000, 10^6.
func Scale(v float64) string {
	switch {
	case v >= 99999:
		e := math.Floor(math.Log10(v) + 1e-9)
		m := v / math.Pow(10, e)
		if math.Abs(m-1) < 1e-9 {
			return fmt.Sprintf("10^%.0f", e)
		}
		return fmt.Sprintf("%.3g×10^%.0f", m, e)
	case v >= 1000:
		s := fmt.Sprintf("%.0f", v)
		return s[:len(s)-3] + "," + s[len(s)-3:]
	}
	return fmt.Sprintf("%.6g", v)
}

// Short writes a measured value with three digits: 0.0123, 1.23, 12.3, 1,234.
func Short(v float64) string {
	switch a := math.Abs(v); {
	case a == 0 || math.IsNaN(v):
		return fmt.Sprint(v)
	case a >= 1000:
		return Scale(math.Round(v))
	case a >= 99.95:
		return fmt.Sprintf("%.0f", v)
	case a < 0.001:
		return fmt.Sprintf("%.2g", v)
	default:
		digits := 2 - int(math.Floor(math.Log10(a)))
		return fmt.Sprintf("%.*f", digits, v)
	}
}

// Rate writes a number per second with three digits and the prefix of its unit, which
// follows: 25.1 G, 4.30 M, 12.0 k.
func Rate(perSecond float64) string {
	for _, unit := range []struct {
		size   float64
		prefix string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if perSecond >= unit.size {
			return Short(perSecond/unit.size) + " " + unit.prefix
		}
	}
	return Short(perSecond) + " "
}

// Bytes writes an amount of memory with four digits: 512 B, 1.5 KiB, 16 MiB, 139.8 GiB.
func Bytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.4g GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}

// Milliseconds writes a measured time: 0.123 ms, 123.4 ms.
func Milliseconds(ms float64) string {
	if ms < 100 {
		return fmt.Sprintf("%.3f ms", ms)
	}
	return fmt.Sprintf("%.1f ms", ms)
}

// Clock writes seconds as minutes and seconds, from an hour on as hours too:
// 2:05 min, 1:02:05 h.
func Clock(seconds float64) string {
	s := int(seconds + 0.5)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d min", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d h", s/3600, s/60%60, s%60)
}

// Plural returns a number of things, such as "1 query" or "1,000 queries".
func Plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + several
}

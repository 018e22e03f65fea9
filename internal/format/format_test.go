package format_test

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"kernelscope/internal/format"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{format.Thousands(0), "0"}, {format.Thousands(999), "999"}, {format.Thousands(1234567), "1,234,567"},
		{format.Thousands(int64(-1000)), "-1,000"}, {format.Thousands(-999), "-999"}, {format.Thousands(uint32(1<<32 - 1)), "4,294,967,295"},
		{format.Count(1, "node"), "1 node"}, {format.Count(0, "node"), "0 nodes"}, {format.Count(1234, "node"), "1,234 nodes"},
		{format.Power(1 << 9), "512"}, {format.Power(1 << 10), "2^10"}, {format.Power(1<<10 + 1), "1025"}, {format.Power(1 << 32), "2^32"}, {format.Power(0), "0"},
		{format.Rate(25.14e9), "25.1 G"}, {format.Rate(4.3e6), "4.30 M"}, {format.Rate(12e3), "12.0 k"}, {format.Rate(999), "999 "}, {format.Rate(0), "0 "},
		{format.Bytes(0), "0 B"}, {format.Bytes(1023), "1023 B"}, {format.Bytes(1536), "1.5 KiB"}, {format.Bytes(16 << 20), "16 MiB"}, {format.Bytes(1<<30 - 1), "1024 MiB"}, {format.Bytes(150108831744), "139.8 GiB"},
		{format.Milliseconds(0.1234), "0.123 ms"}, {format.Milliseconds(99.9994), "99.999 ms"}, {format.Milliseconds(123.44), "123.4 ms"},
		{format.Clock(0.4), "0:00 min"}, {format.Clock(125), "2:05 min"}, {format.Clock(3599.4), "59:59 min"}, {format.Clock(3599.5), "1:00:00 h"}, {format.Clock(3725), "1:02:05 h"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		v            float64
		scale, short string
	}{
		{0.001, "0.001", "0.00100"}, {0.5, "0.5", "0.500"}, {1, "1", "1.00"}, {10, "10", "10.0"}, {99.96, "99.96", "100"},
		{1000, "1,000", "1,000"}, {12345, "12,345", "12,345"}, {1e5, "10^5", "10^5"}, {2e6, "2×10^6", "2×10^6"}, {0, "0", "0"}, {4.2e-5, "4.2e-05", "4.2e-05"},
	} {
		if got := format.Scale(c.v); got != c.scale {
			t.Errorf("Scale(%g) is %q, want %q", c.v, got, c.scale)
		}
		if got := format.Short(c.v); got != c.short {
			t.Errorf("Short(%g) is %q, want %q", c.v, got, c.short)
		}
	}
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1000000": 1e6, "1e6": 1e6, "2^20": 1 << 20, "2.5e1": 25, "10^3": 1000, "0^0": 1, "0^9": 0, "1^999999999999": 1,
		"2^63": 1 << 63, "18446744073709551615": math.MaxUint64,
	} {
		if got, err := format.ParseCount(text); err != nil || got != want {
			t.Errorf("%s is %d, want %d (%v)", text, got, want, err)
		}
	}
	for text, want := range map[string]error{
		"": strconv.ErrSyntax, "-1": strconv.ErrSyntax, "2.5": strconv.ErrSyntax, "NaN": strconv.ErrSyntax, "^2": strconv.ErrSyntax,
		"2^": strconv.ErrSyntax, "2^-1": strconv.ErrSyntax, "2^2^2": strconv.ErrSyntax, "many": strconv.ErrSyntax,
		"1e20": strconv.ErrRange, "2^64": strconv.ErrRange, "18446744073709551616": strconv.ErrRange, "10^99": strconv.ErrRange,
	} {
		if got, err := format.ParseCount(text); !errors.Is(err, want) {
			t.Errorf("%q is %d, error %v, want %v", text, got, err, want)
		}
	}
}

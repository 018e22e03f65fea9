package attack

import (
	"bytes"
	"math/rand/v2"
	"regexp"
)

// oddNumbers take the place of numbers in damaged files.
var oddNumbers = []string{"", "0", "-0", "-1", "1", "nan", "NaN", "inf", "-inf", "1e999", "-1e999", "1e308", "1e38", "1e-320", "4294967295",
	"4294967296", "2147483648", "18446744073709551615", "9223372036854775807", "99999999999999999999999", "0x10", "1_000", "1e", ".", "--1",
	"\xff\xfe", "\x00", "\ufeff", "1e6", "65536", "0.0000001", "\u0661"}

var number = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`)

// maxMutant is the size at which a mutant is cut.
const maxMutant = 4 << 20

// mutate damages a file in one of the usual ways, or in a few. Tokens are pieces of its
// language.
func mutate(r *rand.Rand, b []byte, tokens ...string) []byte {
	b = bytes.Clone(b)
	for range pick(r, []int{1, 1, 1, 2, 3, 8}) {
		b = damage(r, b, tokens)
		if len(b) > maxMutant {
			b = b[:maxMutant]
		}
	}
	return b
}

func damage(r *rand.Rand, b []byte, tokens []string) []byte {
	if len(b) == 0 {
		return noise(r, r.IntN(64))
	}
	at := r.IntN(len(b))
	insert := func(more []byte) []byte { return append(b[:at:at], append(more, b[at:]...)...) }
	switch r.IntN(12) {
	case 0:
		b[at] ^= 1 << r.IntN(8)
	case 1:
		b[at] = byte(r.IntN(256))
	case 2:
		return append(b[:at:at], b[min(len(b), at+pick(r, []int{1, 2, 8, 64, 1024})):]...)
	case 3:
		return b[:at]
	case 4:
		piece := b[at:min(len(b), at+pick(r, []int{1, 8, 64, 4096}))]
		return insert(bytes.Repeat(piece, pick(r, []int{1, 2, 100})))
	case 5, 6, 7:
		if all := number.FindAllIndex(b, 10000); all != nil {
			n := pick(r, all)
			return append(b[:n[0]:n[0]], append([]byte(pick(r, oddNumbers)), b[n[1]:]...)...)
		}
	case 8:
		return insert([]byte(pick(r, oddNumbers)))
	case 9:
		if len(tokens) > 0 {
			return insert([]byte(pick(r, tokens)))
		}
	case 10:
		return shuffled(r, b)
	case 11:
		return insert(noise(r, pick(r, []int{1, 4, 100})))
	}
	return b
}

// shuffled repeats a line, mixes all lines, or changes how they end.
func shuffled(r *rand.Rand, b []byte) []byte {
	lines := bytes.Split(b, []byte("\n"))
	switch r.IntN(3) {
	case 0:
		r.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	case 1:
		lines = append(lines, pick(r, lines))
	default:
		return bytes.ReplaceAll(b, []byte("\n"), []byte(pick(r, []string{"\r\n", "\r", "", "\n\n"})))
	}
	return bytes.Join(lines, []byte("\n"))
}

func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return b
}

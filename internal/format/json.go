package format

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
)

// Schema is the version of all JSON that the program prints and writes (docs/json.md). It grows
// where a field changes its name, its unit or its meaning.
const Schema = 1

// JSON is a writer of JSON that rounds fractions to the digits that are known: by the name of
// their field (docs/json.md), and else to ten significant digits, which no sum of ours
// exceeds. Values are written whole, as json.Encoder does.
func JSON(w io.Writer) *json.Encoder { return json.NewEncoder(&rounding{w}) }

// decimals are the decimals of fields whose names end so.
var decimals = []struct {
	ending string
	places int
}{
	{"_ms", 6}, // timestamps count nanoseconds
	{"_per_s", 0},
	{"_s", 3},
	{"_m", 2},                                         // the grid of coordinates has 9 mm
	{"lon", 7}, {"lat", 7}, {"box", 7}, {"stated", 7}, // as files have them
	{"efficiency", 6}, {"mean", 6}, {"mean_rounds", 6}, {"mean_weight", 6}, {"mean_degree", 6}, {"sharing", 6}, {"imbalance", 6}, // ratios of counts
	{"us_per_pair", 3},
}

// digits are significant at most of all other fractions.
const digits = 10

// rounding is a writer of whole JSON values.
type rounding struct{ w io.Writer }

// Write writes a value.
func (r *rounding) Write(p []byte) (int, error) {
	if _, err := r.w.Write(RoundJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// RoundJSON returns a JSON value with its fractions rounded as JSON does.
func RoundJSON(p []byte) []byte {
	if bytes.IndexByte(p, '.') < 0 {
		return p
	}
	out := make([]byte, 0, len(p))
	name := ""
	for i := 0; i < len(p); {
		switch c := p[i]; {
		case c == '"':
			end := endOfString(p, i)
			name = string(p[i+1 : end-1])
			out = append(out, p[i:end]...)
			i = end
		case c == '-' || c >= '0' && c <= '9':
			end := i
			for end < len(p) && strings.IndexByte("+-.eE0123456789", p[end]) >= 0 {
				end++
			}
			out = append(out, rounded(p[i:end], name)...)
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

// endOfString returns the index after a string that begins at i.
func endOfString(p []byte, i int) int {
	for i++; i < len(p) && p[i] != '"'; i++ {
		if p[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(p))
}

// rounded is a number of a field.
func rounded(number []byte, name string) []byte {
	if bytes.IndexByte(number, '.') < 0 {
		return number
	}
	x, err := strconv.ParseFloat(string(number), 64)
	if err != nil {
		return number
	}
	x = roundTo(x, name)
	b, err := json.Marshal(x)
	if err != nil {
		return number
	}
	return b
}

// roundTo rounds to the decimals of a field.
func roundTo(x float64, name string) float64 {
	for _, d := range decimals {
		if strings.HasSuffix(name, d.ending) {
			scale := math.Pow10(d.places)
			return math.Round(x*scale) / scale
		}
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return short
}

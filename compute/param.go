package compute

import (
	"cmp"
	"math/bits"
)

// Param is a parameter that people turn.
type Param struct {
	Name  string // as on the command line, and in Values
	Label string
	Help  string // what it does to the algorithm
	Min   uint32
	Max   uint32 // inclusive
	// Default is used for zero; where it is zero too the algorithm chooses, and
	// panels offer "auto".
	Default uint32
	// PowerOfTwo restricts the values.
	PowerOfTwo bool
}

// Values are settings of parameters by name; an absent one is zero.
type Values map[string]uint32

// Chosen returns a value for each parameter: the given one, else the default, else the
// automatic one, within the parameter's bounds.
func Chosen(params []Param, auto, given Values) Values {
	out := Values{}
	for _, p := range params {
		x := cmp.Or(given[p.Name], p.Default, auto[p.Name])
		if p.PowerOfTwo && x > 0 {
			x = 1 << (bits.Len32(x) - 1)
		}
		out[p.Name] = max(p.Min, min(p.Max, x))
	}
	return out
}

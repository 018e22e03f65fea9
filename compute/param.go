package compute

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// ErrValue is wrapped by errors about values that a parameter does not allow.
var ErrValue = errors.New("value not allowed")

// Param describes a parameter of an algorithm. Flags, panels and sessions are made from
// the description and share its checks.
type Param struct {
	Name  string // as on the command line, and in Values
	Short string // one-letter flag; empty for none
	Label string // in a panel
	Unit  string // of the values, such as "rounds"
	// Help defines the parameter in its first sentence, then describes its effect on the
	// algorithm.
	Help string
	Min  uint32 // at least 1, since zero leaves the choice to the algorithm
	Max  uint32 // inclusive
	// PowerOfTwo restricts the values; Min and Max are powers of two then.
	PowerOfTwo bool
	// Choices names the values of an enumeration, the first one Min, the last one Max; it is
	// nil for numbers.
	Choices []string
	// Default is used for zero if the algorithm chooses nothing for its input.
	Default uint32
	Auto    string // says how the value is chosen for zero, in a sentence
	// Limit returns the bounds that a device adds; it is nil if there are none.
	Limit func(Limits) (least, most uint32)
}

// WorkgroupLimit is the Limit of the invocations of a workgroup.
func WorkgroupLimit(l Limits) (least, most uint32) { return 1, uint32(l.Workgroup) }

// SubgroupLimit is the Limit of the invocations of a workgroup that consists of whole
// subgroups.
func SubgroupLimit(l Limits) (least, most uint32) { return uint32(l.Subgroup), uint32(l.Workgroup) }

// Bounds returns the least and the greatest value on a device, or on any device for the zero
// Limits.
func (p Param) Bounds(l Limits) (least, most uint32) {
	least, most = p.Min, p.Max
	if p.Limit != nil && l != (Limits{}) {
		low, high := p.Limit(l)
		least, most = max(least, low), min(most, high)
	}
	if p.PowerOfTwo {
		least, most = 1<<bits.Len32(least-1), floor2(most)
	}
	return least, max(least, most)
}

// floor2 returns the greatest power of two that is at most x, and 1 for zero.
func floor2(x uint32) uint32 { return 1 << max(0, bits.Len32(x)-1) }

// nearest returns the allowed values around x, only x if it is allowed.
func (p Param) nearest(l Limits, x uint32) []uint32 {
	least, most := p.Bounds(l)
	switch below := floor2(x); {
	case x < least:
		return []uint32{least}
	case x > most:
		return []uint32{most}
	case p.PowerOfTwo && x != below:
		return []uint32{below, 2 * below}
	}
	return []uint32{x}
}

// Rule describes the values allowed on a device, as part of a sentence.
func (p Param) Rule(l Limits) string {
	least, most := p.Bounds(l)
	rule := fmt.Sprintf("a number from %d to %d", least, most)
	if p.PowerOfTwo {
		rule = fmt.Sprintf("a power of two from %d to %d", least, most)
	} else if p.Choices != nil {
		rule = "one of " + strings.Join(p.Choices[least-p.Min:most-p.Min+1], ", ")
	}
	if low, high := p.Bounds(Limits{}); low != least || high != most {
		rule += " on " + l.Device
	}
	return rule
}

// Check returns an error that wraps ErrValue if a value is not allowed on a device. It names
// the nearest allowed values. Zero is always allowed.
func (p Param) Check(l Limits, x uint32) error {
	if near := p.nearest(l, x); x != 0 && near[0] != x {
		return p.refuse(l, p.Text(x), near...)
	}
	return nil
}

func (p Param) refuse(l Limits, text string, nearest ...uint32) error {
	var near []string
	for _, x := range nearest {
		near = append(near, p.Text(x))
	}
	rule := p.Rule(l)
	if len(near) > 0 && p.Choices == nil {
		rule += "; nearest " + strings.Join(near, " and ")
	}
	return fmt.Errorf("%w: %s %s: %s", ErrValue, p.Name, text, rule)
}

// Text writes a value as Parse reads it.
func (p Param) Text(x uint32) string {
	if x == 0 {
		return "auto"
	}
	if i := int(x) - int(p.Min); i >= 0 && i < len(p.Choices) {
		return p.Choices[i]
	}
	return fmt.Sprint(x)
}

// Parse reads a value and checks it on a device. "auto" is zero.
func (p Param) Parse(l Limits, text string) (uint32, error) {
	if text == "auto" {
		return 0, nil
	}
	if i := slices.Index(p.Choices, text); i >= 0 {
		x := p.Min + uint32(i)
		return x, p.Check(l, x)
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if p.Choices != nil || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, p.refuse(l, strconv.Quote(text))
	}
	x := uint32(min(n, math.MaxUint32))
	if near := p.nearest(l, x); near[0] != x || uint64(x) != n {
		return 0, p.refuse(l, text, near...)
	}
	return x, nil
}

// Values are settings of parameters by name; an absent one is zero.
type Values map[string]uint32

// ParamOf returns the parameter of a name; ok is false if there is none.
func ParamOf(params []Param, name string) (p Param, ok bool) {
	i := slices.IndexFunc(params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return p, false
	}
	return params[i], true
}

// With returns the values with one changed, or an error that wraps ErrValue if no
// parameter allows it on a device.
func (v Values) With(params []Param, l Limits, name string, x uint32) (Values, error) {
	p, ok := ParamOf(params, name)
	if !ok {
		return nil, fmt.Errorf("%w: there is no parameter %q", ErrValue, name)
	}
	out := Values{}
	maps.Copy(out, v)
	out[name] = x
	return out, p.Check(l, x)
}

// Allowed returns the values to keep for another algorithm: all but those that its parameters
// do not allow on a device. Values of other parameters are kept for the next change.
func (v Values) Allowed(params []Param, l Limits) Values {
	out := Values{}
	for name, x := range v {
		if p, ok := ParamOf(params, name); !ok || p.Check(l, x) == nil {
			out[name] = x
		}
	}
	return out
}

// Equal reports whether values are the same as others. Zero and no value both leave it to the algorithm.
func (v Values) Equal(other Values) bool {
	for _, pair := range [][2]Values{{v, other}, {other, v}} {
		for name, x := range pair[0] {
			if x != pair[1][name] {
				return false
			}
		}
	}
	return true
}

// Chosen returns a value for each parameter: the given one, else the automatic one, else the
// default. Given values are checked, and an error wraps ErrValue; the others are clamped to the
// bounds of the device.
func Chosen(params []Param, l Limits, auto, given Values) (Values, error) {
	out := Values{}
	for _, p := range params {
		x := given[p.Name]
		if err := p.Check(l, x); err != nil {
			return nil, err
		}
		if x == 0 {
			least, most := p.Bounds(l)
			x = max(least, min(most, cmp.Or(auto[p.Name], p.Default)))
			if p.PowerOfTwo {
				x = floor2(x)
			}
		}
		out[p.Name] = x
	}
	return out, nil
}

// FitShared lowers the values of some parameters, in this order, until a workgroup's shared
// memory suffices. Given values are not lowered: if they do not fit, the error wraps ErrValue
// and names the greatest value that does.
func FitShared(params []Param, l Limits, given, v Values, words func(Values) int, names ...string) error {
	fits := func() bool { return 4*words(v) <= l.SharedBytes }
	for _, fixed := range []bool{false, true} {
		for _, name := range names {
			if (given[name] != 0) != fixed {
				continue
			}
			p, _ := ParamOf(params, name)
			for least, _ := p.Bounds(l); !fits() && v[name] > least; {
				if v[name]--; p.PowerOfTwo {
					v[name] = floor2(v[name])
				}
			}
			if fixed && v[name] != given[name] {
				err := fmt.Errorf("%w: %s %d: a workgroup would need more than the %d KiB of shared memory of %s",
					ErrValue, name, given[name], l.SharedBytes>>10, l.Device)
				if fits() {
					err = fmt.Errorf("%w; nearest %d", err, v[name])
				}
				return err
			}
		}
	}
	return nil
}

// ParamState is a parameter with its value, for panels.
type ParamState struct {
	Param
	Value  uint32 // in use
	IsAuto bool   // it was left to the algorithm
}

// States returns the parameters with the values in use, given the requested ones.
func States(params []Param, given, used Values) (out []ParamState) {
	for _, p := range params {
		out = append(out, ParamState{p, cmp.Or(used[p.Name], given[p.Name]), given[p.Name] == 0})
	}
	return out
}

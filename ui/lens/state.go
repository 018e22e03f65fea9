package lens

import (
	"fmt"
	"slices"

	"kernelscope/compute/simt"
)

// State is a place in the recording of a workgroup.
type State struct {
	At     simt.Moment
	Index  int64 // of the instruction among all subgroups'
	Values []Value
}

// Value is the value of a name in all lanes.
type Value struct {
	Name, Type string
	Lanes      []simt.Value // by lane; one if all have the same
}

// namesFirst is the order in which names are listed.
var namesFirst = []simt.Memory{simt.InResult, simt.InVariable, simt.InShared, simt.InInput, simt.InPush, simt.InBuffer, simt.InConstant}

// StateOf describes where a recording is.
func StateOf(r *simt.Recording) *State {
	s := &State{At: r.Moment(), Index: r.At()}
	if s.At.Ended {
		return s
	}
	s.Values = instruction(r, s.At)
	names := r.Names()
	slices.SortStableFunc(names, func(a, b simt.Name) int { return slices.Index(namesFirst, a.In) - slices.Index(namesFirst, b.In) })
	for _, n := range names {
		v := Value{Name: n.Name, Type: n.Type}
		lanes := s.At.Of
		if n.In != simt.InResult && n.In != simt.InVariable && n.In != simt.InInput { // all have the same
			lanes = 1
		}
		for lane := range lanes {
			x, err := r.Eval(n.Name, lane)
			if err != nil { // it has no value as a whole
				break
			}
			v.Lanes = append(v.Lanes, x)
		}
		if len(v.Lanes) == lanes {
			s.Values = append(s.Values, v)
		}
	}
	return s
}

// instruction returns what the next instruction has: its operands, and where it reaches memory.
func instruction(r *simt.Recording, at simt.Moment) (values []Value) {
	value := func(words ...uint32) simt.Value {
		return simt.Value{Words: words, Text: fmt.Sprint(words[0]), Known: true}
	}
	for lane := range at.Of {
		for k, x := range r.Operands(lane) {
			if k == len(values) {
				values = append(values, Value{Name: fmt.Sprintf("operand %d", k+1), Type: "bits", Lanes: make([]simt.Value, at.Of)})
			}
			values[k].Lanes[lane] = value(uint32(x))
		}
	}
	a, ok := r.Access()
	if !ok {
		return values
	}
	name, bytes := a.Name+": sector", int64(32)
	switch {
	case a.Atomic:
		name, bytes = a.Name+": address", 1
	case a.In == simt.InShared:
		name, bytes = a.Name+": bank", 4
	}
	reaches := Value{Name: name, Type: "number", Lanes: make([]simt.Value, at.Of)}
	for lane, address := range a.Addresses {
		if number := address / bytes; address >= 0 {
			if bytes == 4 {
				number %= banks
			}
			reaches.Lanes[lane] = value(uint32(number))
		}
	}
	return append(values, reaches)
}

// banks of shared memory.
const banks = 32

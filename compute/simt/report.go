package simt

import (
	"cmp"
	"fmt"
	"slices"

	"kernelscope/shaders/spirv"
)

// Kind is a kind of undefined or suspicious behaviour.
type Kind uint8

// The kinds.
const (
	OutsideBuffer Kind = iota + 1
	OutsideArray
	Misaligned
	DivisionByZero
	SignedOverflow
	WideShift
	InvalidConversion
	DivergentBarrier
	DependsOnActive
	InactiveLane
	LongLoop
	Uninitialized
	Race
	Imprecise
	OutsideImage
	Incoherent
)

var kindNames = [...]string{
	OutsideBuffer: "access outside a buffer", OutsideArray: "access outside an array", Misaligned: "misaligned access",
	DivisionByZero: "division by zero", SignedOverflow: "quotient too large", WideShift: "shift beyond width",
	InvalidConversion: "invalid float conversion", DivergentBarrier: "barrier in divergent flow",
	DependsOnActive: "subgroup operation depends on active lanes", InactiveLane: "value of an inactive lane", LongLoop: "loop beyond bound",
	Uninitialized: "uninitialized memory read", Race: "data race", Incoherent: "memory that is not coherent",
	OutsideImage: "access outside an image", Imprecise: "result depends on the precision of floats",
}

// String returns the kind in words.
func (k Kind) String() string { return kindNames[k] }

// Invocation is the place of an invocation in a dispatch.
type Invocation struct {
	Workgroup [3]uint32
	Subgroup  int
	Lane      int
	Local     int // index in the workgroup
}

// String names the invocation.
func (i Invocation) String() string {
	return fmt.Sprintf("invocation %d of workgroup %d,%d,%d", i.Local, i.Workgroup[0], i.Workgroup[1], i.Workgroup[2])
}

// Event is a behaviour at one instruction: its first occurrence, and how often it occurred.
type Event struct {
	Kind  Kind
	Line  Line
	Op    string
	First Invocation
	Text  string // values
	Count int
	// Of a race, the other access.
	OtherLine Line
	Other     Invocation
	Memory    string // block or variable
}

// String describes the event in a line.
func (e Event) String() string {
	s := fmt.Sprintf("%v: %v: %s (%v", e.Line, e.Kind, e.Text, e.First)
	if e.Count > 1 {
		s += fmt.Sprintf(", %d times", e.Count)
	}
	return s + ")"
}

type eventKey struct {
	kind        Kind
	line, other int32
	op          uint16
}

// events collects reports.
type events struct {
	byKey map[eventKey]*Event
}

// Most different events that are kept.
const maxEvents = 1000

// note counts an event, and returns it if it is new and there is room.
func (e *events) note(k eventKey) *Event {
	if v := e.byKey[k]; v != nil {
		v.Count++
		return nil
	}
	if len(e.byKey) >= maxEvents {
		return nil
	}
	v := &Event{Kind: k.kind, Count: 1}
	if e.byKey == nil {
		e.byKey = map[eventKey]*Event{}
	}
	e.byKey[k] = v
	return v
}

// list returns the events by line.
func (e *events) list() []Event {
	var out []Event
	for _, v := range e.byKey {
		out = append(out, *v)
	}
	slices.SortFunc(out, func(a, b Event) int {
		return cmp.Or(a.Line.compare(b.Line), int(a.Kind)-int(b.Kind), cmp.Compare(a.Text, b.Text))
	})
	return out
}

// invocation returns the place of a lane.
func (s *subgroup) invocation(l int) Invocation {
	return Invocation{Workgroup: s.g.id, Subgroup: s.id, Lane: l, Local: s.id*s.w + l}
}

// report notes behaviour of an instruction.
func (s *subgroup) report(in *inst, l uint8, k Kind, a, b uint64) {
	s.describe(in.line, in.op, int(l), k, "", func() string { return valuesOf(k, a, b) })
}

// describe notes behaviour with its values, and the memory that it concerns, if any.
func (s *subgroup) describe(line int32, op uint16, l int, k Kind, memory string, text func() string) {
	e := s.g.m.events.note(eventKey{kind: k, line: line, op: op})
	if e == nil {
		return
	}
	e.Line, e.First, e.Text, e.Memory = s.g.p.Module.lines[line], s.invocation(l), text(), memory
	if op != 0 {
		e.Op = nameOfOp(op)
	}
}

func valuesOf(k Kind, a, b uint64) string {
	switch k {
	case DivisionByZero, SignedOverflow:
		return fmt.Sprintf("%d / %d", a, b)
	case WideShift:
		return fmt.Sprintf("%d by %d bits", a, b)
	case InvalidConversion:
		return fmt.Sprintf("the bits %#x", a)
	case DependsOnActive, DivergentBarrier:
		return fmt.Sprintf("%d of %d lanes are active", a, b)
	case InactiveLane:
		return fmt.Sprintf("lane %d", a)
	case LongLoop:
		return fmt.Sprintf("more than %d rounds", a)
	case Misaligned:
		return fmt.Sprintf("byte %d is not a multiple of %d", a, b)
	case OutsideArray:
		return fmt.Sprintf("index %d of %d", a, b)
	}
	return fmt.Sprintf("%d, %d", a, b)
}

// reportOutside describes an access beyond the end by its index.
func (s *subgroup) reportOutside(in *inst, l uint8) {
	acc := in.acc
	k := OutsideArray
	size := uint64(4 * acc.v.t.words)
	if acc.v.reg == nil {
		size = uint64(4 * len(s.g.spaces[acc.space]))
		if acc.v.explicit {
			k = OutsideBuffer
		}
	}
	s.describe(in.line, in.op, int(l), k, acc.v.block(), func() string {
		for i := range acc.terms {
			t := &acc.terms[i]
			if n := s.regs[int(t.r)+int(l)]; n >= t.limit(size) {
				return fmt.Sprintf("element %d of %d in %s", n, t.limit(size), acc.v.name)
			}
		}
		return fmt.Sprintf("beyond the end of %s, which has %d bytes", acc.v.name, size)
	})
}

func (s *subgroup) reportBlock(b *block, k Kind, a uint64) {
	s.describe(b.line, 0, int(s.lanes[0]), k, "", func() string { return valuesOf(k, a, 0) })
}

func (s *subgroup) reportBarrier(b *block, a, n uint64) {
	s.describe(b.barrier.line, opControlBarrier, int(s.lanes[0]), DivergentBarrier, "", func() string { return valuesOf(DivergentBarrier, a, n) })
}

func nameOfOp(op uint16) string { return "Op" + spirv.Name("op", uint32(op)) }

package prove

import (
	"cmp"
	"fmt"
	"slices"

	"kernelscope/compute/simt"
	"kernelscope/shaders/spirv"
)

// Mutant is a module with one fault, at a line of its source.
type Mutant struct {
	What string // such as "< is <="
	At   simt.Line
	Code string
}

// Opcodes of the SPIR-V specification, version 1.3.
const (
	opName, opString, opLine                                = 5, 7, 8
	opEntryPoint, opTypePointer                             = 15, 32
	opFunction, opFunctionCall, opVariable                  = 54, 57, 59
	opAccessChain, opInBoundsAccessChain, opAtomicXor       = 65, 66, 242
	opConstant, opDecorate, opMemberDecorate                = 43, 71, 72
	opLoad, opStore                                         = 61, 62
	opIAdd, opISub                                          = 128, 130
	opOr, opAnd                                             = 197, 199
	opControlBarrier, opMemoryBarrier                       = 224, 225
	opAtomicLoad, opAtomicStore                             = 227, 228
	opAtomicExchange, opAtomicIAdd, opAtomicAnd, opAtomicOr = 229, 234, 240, 241
)

// swaps are instructions that are replaced by others with the same operands.
var swaps = map[uint16]struct {
	to   uint16
	what string
}{
	170: {171, "== is !="}, 171: {170, "!= is =="},
	172: {174, "> is >="}, 174: {172, ">= is >"}, 173: {175, "> is >="}, 175: {173, ">= is >"},
	176: {178, "< is <="}, 178: {176, "<= is <"}, 177: {179, "< is <="}, 179: {177, "<= is <"},
	opIAdd: {opISub, "+ is -"}, opISub: {opIAdd, "- is +"}, opAnd: {opOr, "& is |"}, opOr: {opAnd, "| is &"},
	194: {196, ">> is <<"}, 196: {194, "<< is >>"},
	236: {238, "atomicMin is atomicMax"}, 237: {239, "atomicMin is atomicMax"}, 238: {236, "atomicMax is atomicMin"}, 239: {237, "atomicMax is atomicMin"},
}

// Decorations of memory that others see.
const coherent, volatile = 23, 21

// Scopes of memory.
const deviceScope, workgroupScope = 1, 2

// LostTail is the fault of a kernel whose dispatches lose their last workgroup.
const LostTail = "no last workgroup"

// Mutants returns the mutants of a module: without a barrier, with a memory barrier of the workgroup's scope, with an atomic that is a
// plain access, with memory that is not coherent, and with another comparison, sum, mask or shift. Instructions of one line that get the
// same fault get it together, since functions may be inlined. Functions that are never called have no mutants, and neither has the
// coherence of memory that needs none.
func Mutants(code string) ([]Mutant, error) {
	m, err := spirv.Parse(code)
	if err != nil {
		return nil, err
	}
	found, at, narrow := map[site][]int{}, simt.Line{}, uint32(0)
	all := make([]spirv.Instruction, 0, 1000)
	for _, in := range m.Instructions() {
		all = append(all, in)
	}
	names, files, constants, shared, called, function := map[uint32]string{}, map[uint32]string{}, map[uint32]uint32{}, needsCoherence(all), called(all), uint32(0)
	for i, in := range all {
		switch in.Op {
		case opName:
			names[in.Args[0]], _ = spirv.Text(in.Args[1:])
		case opConstant:
			if constants[in.Args[1]] = in.Args[2]; in.Args[2] == workgroupScope {
				narrow = in.Args[1]
			}
		case opDecorate, opMemberDecorate:
			if kind := in.Args[1:][in.Op-opDecorate]; (kind == coherent || kind == volatile) && shared[in.Args[0]] {
				s := site{names[in.Args[0]] + " is not coherent", simt.Line{}}
				found[s] = append(found[s], i)
			}
		case opString:
			files[in.Args[0]], _ = spirv.Text(in.Args[1:])
		case opLine:
			at = simt.Line{File: files[in.Args[0]], Line: int(in.Args[1])}
		case opFunction:
			function = in.Args[1]
		default:
			what := faultOf(in.Op)
			if !called[function] {
				continue
			}
			if what != "" {
				found[site{what, at}] = append(found[site{what, at}], i)
			}
			if in.Op == opMemoryBarrier && constants[in.Args[0]] == deviceScope && narrow != 0 {
				found[site{narrower, at}] = append(found[site{narrower, at}], i)
			}
		}
	}
	out := []Mutant{{What: LostTail, Code: code}}
	for s, places := range found {
		out = append(out, Mutant{s.what, s.at, faulty(m, all, places, s.what, narrow)})
	}
	slices.SortFunc(out, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.What, b.What))
	})
	return out, nil
}

// site is a fault and its line.
type site struct {
	what string
	at   simt.Line
}

// faulty returns a module with a fault at some of its instructions. narrow is the constant of the workgroup's scope.
func faulty(m spirv.Module, all []spirv.Instruction, places []int, what string, narrow uint32) string {
	w := spirv.NewWriter(m.Version, m.Bound)
	for i, in := range all {
		switch {
		case !slices.Contains(places, i):
			w.Add(in.Op, in.Args...)
		case what == narrower:
			w.Add(opMemoryBarrier, narrow, in.Args[1])
		default:
			mutate(w, in)
		}
	}
	return w.Code()
}

// called returns the functions that the first entry point calls, with itself.
func called(all []spirv.Instruction) map[uint32]bool {
	calls, function, out := map[uint32][]uint32{}, uint32(0), map[uint32]bool{}
	var walk func(f uint32)
	walk = func(f uint32) {
		if out[f] {
			return
		}
		out[f] = true
		for _, g := range calls[f] {
			walk(g)
		}
	}
	for _, in := range all {
		switch in.Op {
		case opFunction:
			function = in.Args[1]
		case opFunctionCall:
			calls[function] = append(calls[function], in.Args[2])
		}
	}
	for _, in := range all {
		if in.Op == opEntryPoint {
			walk(in.Args[1])
			return out
		}
	}
	return out
}

// needsCoherence returns the variables and their structures that are read and written, and not by atomic instructions alone. Coherence
// makes no difference for others.
func needsCoherence(all []spirv.Instruction) map[uint32]bool {
	base, to, of := map[uint32]uint32{}, map[uint32]uint32{}, map[uint32]uint32{} // variables of pointers; types of pointers and of variables
	plain, reads, writes := map[uint32]bool{}, map[uint32]bool{}, map[uint32]bool{}
	for _, in := range all {
		a := in.Args
		switch {
		case in.Op == opTypePointer:
			to[a[0]] = a[2]
		case in.Op == opVariable:
			base[a[1]], of[a[1]] = a[1], to[a[0]]
		case in.Op == opAccessChain || in.Op == opInBoundsAccessChain:
			base[a[1]] = base[a[2]]
		case in.Op == opLoad:
			plain[base[a[2]]], reads[base[a[2]]] = true, true
		case in.Op == opStore:
			plain[base[a[0]]], writes[base[a[0]]] = true, true
		case in.Op == opAtomicLoad:
			reads[base[a[2]]] = true
		case in.Op == opAtomicStore:
			writes[base[a[0]]] = true
		case in.Op > opAtomicStore && in.Op <= opAtomicXor:
			reads[base[a[2]]], writes[base[a[2]]] = true, true
		}
	}
	out := map[uint32]bool{}
	for v, kind := range of {
		if plain[v] && reads[v] && writes[v] {
			out[v], out[kind] = true, true
		}
	}
	return out
}

// narrower is the fault of a memory barrier of the device.
const narrower = "a memory barrier of the workgroup"

// faultOf names the fault that an instruction can get, or nothing.
func faultOf(op uint16) string {
	switch op {
	case opControlBarrier, opMemoryBarrier:
		return fmt.Sprintf("no %s", map[uint16]string{opControlBarrier: "barrier", opMemoryBarrier: "memory barrier"}[op])
	case opAtomicLoad, opAtomicStore, opAtomicExchange, opAtomicIAdd, opAtomicAnd, opAtomicOr:
		return "an atomic is plain"
	}
	return swaps[op].what
}

// mutate writes an instruction with its fault.
func mutate(w *spirv.Writer, in spirv.Instruction) {
	a := in.Args
	switch in.Op {
	case opControlBarrier, opMemoryBarrier, opDecorate, opMemberDecorate:
	case opAtomicLoad:
		w.Add(opLoad, a[0], a[1], a[2])
	case opAtomicStore:
		w.Add(opStore, a[0], a[3])
	case opAtomicExchange:
		w.Add(opLoad, a[0], a[1], a[2])
		w.Add(opStore, a[2], a[5])
	case opAtomicIAdd, opAtomicAnd, opAtomicOr:
		sum := w.ID()
		w.Add(opLoad, a[0], a[1], a[2])
		w.Add(map[uint16]uint16{opAtomicIAdd: opIAdd, opAtomicAnd: opAnd, opAtomicOr: opOr}[in.Op], a[0], sum, a[1], a[5])
		w.Add(opStore, a[2], sum)
	default:
		w.Add(swaps[in.Op].to, a...)
	}
}

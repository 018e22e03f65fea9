package simt

import (
	"slices"

	"kernelscope/shaders/spirv"
)

// reader reads the instructions of a module in order.
type reader struct {
	*Module
	ids    map[uint32]bool // results so far
	bound  uint32
	line   int32
	lineOf map[Line]int32
	f      *function
	b      *rawBlock
	source string // file whose text SourceContinued goes on with
}

// Forms of instructions. Those in neither list have a result type and a result (section 2.3).
var (
	onlyResult = []uint16{
		opString, opExtInstImport, opTypeVoid, opTypeBool, opTypeInt, opTypeFloat, opTypeVector, opTypeMatrix, opTypeImage, opTypeSampler,
		opTypeSampledImage, opTypeArray, opTypeRuntimeArray, opTypeStruct, opTypePointer, opTypeFunction, opDecorationGroup, opLabel,
	}
	noResult = []uint16{
		opNop, opSourceContinued, opSource, opSourceExtension, opName, opMemberName, opLine, opExtension, opMemoryModel, opEntryPoint,
		opExecutionMode, opCapability, opFunctionEnd, opStore, opCopyMemory, opDecorate, opMemberDecorate, opGroupDecorate, opGroupMemberDecorate,
		opImageWrite, opControlBarrier, opMemoryBarrier, opAtomicStore, opLoopMerge, opSelectionMerge, opBranch, opBranchConditional, opSwitch,
		opReturn, opReturnValue, opUnreachable, opNoLine, opModuleProcessed, opExecutionModeId, opDecorateId,
	}
)

// read reads one instruction.
func (r *reader) read(op uint16, w []uint32, number int32) {
	in := &instruction{op: op, args: w, line: r.line, number: number}
	if !supported[op] {
		refuse("%s is not supported", r.at(in))
	}
	switch {
	case slices.Contains(noResult, op):
	case slices.Contains(onlyResult, op):
		in.result, in.args = r.arg(in, 0), w[1:]
	default:
		in.kind, in.result, in.args = r.arg(in, 0), r.arg(in, 1), w[2:]
	}
	if in.result != 0 {
		if in.result >= r.bound || r.ids[in.result] {
			refuse("%s: its result %%%d is beyond the bound, or defined twice", r.at(in), in.result)
		}
		r.ids[in.result] = true
	}
	switch {
	case r.debug(in):
	case r.header(in):
	case r.f != nil || op == opFunction:
		r.inFunction(in)
	default:
		r.defs[in.result] = in
		r.globals = append(r.globals, in)
	}
}

// debug reads names, sources and lines.
func (r *reader) debug(in *instruction) bool {
	switch in.op {
	case opName:
		r.names[r.arg(in, 0)], _ = spirv.Text(in.args[1:])
	case opMemberName:
		r.arg(in, 1)
		r.memberNames[[2]uint32{in.args[0], in.args[1]}], _ = spirv.Text(in.args[2:])
	case opString:
		r.strings[in.result], _ = spirv.Text(in.args)
	case opSource:
		r.arg(in, 1)
		if len(in.args) > 3 {
			r.source = r.strings[in.args[2]]
			r.sources[r.source], _ = spirv.Text(in.args[3:])
		}
	case opSourceContinued:
		more, _ := spirv.Text(in.args)
		r.sources[r.source] += more
	case opLine:
		r.setLine(Line{r.strings[r.arg(in, 0)], int(r.arg(in, 1))})
	case opNoLine: // what follows keeps the line before, which is the nearest
	case opNop, opSourceExtension, opModuleProcessed:
	default:
		return false
	}
	return true
}

func (r *reader) setLine(l Line) {
	if r.lineOf == nil {
		r.lineOf = map[Line]int32{}
	}
	n, ok := r.lineOf[l]
	if !ok {
		n = int32(len(r.lines))
		r.lineOf[l] = n
		r.lines = append(r.lines, l)
	}
	r.line = n
}

// header reads what comes before types and functions.
func (r *reader) header(in *instruction) bool {
	switch in.op {
	case opCapability:
		r.allow(in, "capability", capabilities, 0)
	case opExtension:
		if name, _ := spirv.Text(in.args); !slices.Contains(extensions, name) {
			refuse("%s %q is not supported", r.at(in), name)
		}
	case opExtInstImport:
		name, _ := spirv.Text(in.args)
		if name != "GLSL.std.450" {
			refuse("%s %q is not supported", r.at(in), name)
		}
		r.glsl = in.result
	case opMemoryModel:
		const logical = 0
		if r.arg(in, 0) != logical {
			refuse("%s: only logical addressing is supported", r.at(in))
		}
	case opEntryPoint:
		const compute = 5
		if r.arg(in, 0) != compute {
			refuse("%s: only compute shaders are executed", r.at(in))
		}
		if r.entry == 0 {
			r.entry = r.arg(in, 1)
		}
	case opExecutionMode, opExecutionModeId:
		r.allow(in, "mode", modes, 1)
		if in.args[0] == r.entry {
			r.modes[in.args[1]] = append(r.modes[in.args[1]], in.args[2:]...)
		}
	case opDecorate, opDecorateId:
		r.decorate(r.arg(in, 0), in, 1)
	case opMemberDecorate:
		r.arg(in, 1)
		r.decorateMember([2]uint32{in.args[0], in.args[1]}, in, 2)
	case opDecorationGroup:
	case opGroupDecorate:
		for _, id := range in.args[min(1, len(in.args)):] {
			r.decorations[id] = append(r.decorations[id], r.decorations[in.args[0]]...)
		}
	case opGroupMemberDecorate:
		for i := 1; i+1 < len(in.args); i += 2 {
			k := [2]uint32{in.args[i], in.args[i+1]}
			r.members[k] = append(r.members[k], r.decorations[in.args[0]]...)
		}
	default:
		return false
	}
	return true
}

// allow refuses an enumerant that is not in a list.
func (r *reader) allow(in *instruction, kind string, list []uint32, i int) {
	if n := r.arg(in, i); !slices.Contains(list, n) {
		refuse("%s %s is not supported", r.at(in), spirv.Name(kind, n))
	}
}

func (r *reader) decorate(id uint32, in *instruction, i int) {
	r.allow(in, "decoration", decorationsAllowed, i)
	r.decorations[id] = append(r.decorations[id], decoration{in.args[i], in.args[i+1:]})
}

func (r *reader) decorateMember(k [2]uint32, in *instruction, i int) {
	r.allow(in, "decoration", decorationsAllowed, i)
	r.members[k] = append(r.members[k], decoration{in.args[i], in.args[i+1:]})
}

// inFunction reads an instruction of a function.
func (r *reader) inFunction(in *instruction) {
	switch in.op {
	case opFunction:
		if r.f != nil {
			refuse("%s in a function", r.at(in))
		}
		r.f = &function{id: in.result, result: in.kind, blocks: map[uint32]*rawBlock{}, results: map[uint32]*instruction{}}
		r.functions[in.result] = r.f
	case opFunctionParameter:
		r.f.params = append(r.f.params, in)
	case opFunctionEnd:
		if r.b != nil {
			refuse("%s in a block", r.at(in))
		}
		r.f = nil
	case opLabel:
		if r.b != nil {
			refuse("%s: the block before has no end", r.at(in))
		}
		r.b = &rawBlock{label: in.result}
		r.f.blocks[in.result] = r.b
		if r.f.first == 0 {
			r.f.first = in.result
		}
	default:
		if r.b == nil {
			refuse("%s outside a block", r.at(in))
		}
		r.inBlock(in)
	}
}

func (r *reader) inBlock(in *instruction) {
	if in.kind != 0 {
		r.f.results[in.result] = in
	}
	switch in.op {
	case opPhi:
		if len(r.b.body) > 0 {
			refuse("%s after other instructions of its block", r.at(in))
		}
		r.b.phis = append(r.b.phis, in)
	case opSelectionMerge:
		r.b.merge = r.arg(in, 0)
	case opLoopMerge:
		r.b.merge, r.b.continueAt, r.b.isLoop = r.arg(in, 0), r.arg(in, 1), true
		r.b.line = in.line
	case opBranch, opBranchConditional, opSwitch, opReturn, opReturnValue, opUnreachable:
		r.b.end, r.b = in, nil
	default:
		if r.b.merge != 0 {
			refuse("%s after the merge instruction of its block", r.at(in))
		}
		r.b.body = append(r.b.body, in)
	}
}

// finish checks what only the end of a module shows.
func (r *reader) finish() {
	if r.f != nil {
		refuse("the module is cut off in a function")
	}
	if f := r.functions[r.entry]; f == nil || len(f.params) > 0 {
		refuse("the module has no entry point for compute")
	}
	for _, f := range r.functions {
		if f.first == 0 {
			refuse("function %%%d has no body", f.id)
		}
	}
}

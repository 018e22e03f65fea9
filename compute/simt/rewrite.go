package simt

import (
	"encoding/binary"
	"slices"

	"kernelscope/shaders/spirv"
)

// rewriter copies a module's instructions and adds its own.
type rewriter struct {
	*spirv.Writer
	version uint32
	binding int
	raw     map[uint32]*rawBlock // by label
	blocks  []*rawBlock          // in order of the module
	added   [3]bool              // names, decorations, types and constants

	uint, boolean                         uint32   // types of words and booleans, 0 if the module lacks them
	scope                                 uint32   // the device's
	counters, block, list, pointer, field uint32   // the buffer, its types, and the type of a pointer to a word
	zero, one, subgroup, device           uint32   // constants
	indices                               []uint32 // constants: the numbers of the counters
}

// rewrite copies a module with counters.
func rewrite(m *Module, code spirv.Module) *rewriter {
	w := &rewriter{Writer: spirv.NewWriter(code.Version, code.Bound), version: code.Version, raw: map[uint32]*rawBlock{}, scope: 1}
	for _, list := range m.decorations {
		for _, d := range list {
			if d.kind == decBinding {
				w.binding = max(w.binding, int(d.args[0])+1)
			}
		}
	}
	for _, f := range m.functions {
		for label, b := range f.blocks {
			w.raw[label] = b
		}
	}
	w.find(code)
	for _, id := range []*uint32{
		&w.counters, &w.block, &w.list, &w.pointer, &w.field, &w.zero, &w.one, &w.subgroup, &w.device,
	} {
		*id = w.ID()
	}
	first := false // among the first instructions of a block
	for _, in := range code.Instructions() {
		w.before(in)
		if first && !slices.Contains([]uint16{opPhi, opVariable, opLine, opNoLine}, in.Op) {
			w.count()
			first = false
		}
		if in.Op == opEntryPoint && w.version >= 0x10400 { // lists all global variables
			in.Args = append(slices.Clip(in.Args), w.counters)
		}
		w.Add(in.Op, in.Args...)
		if in.Op == opLabel {
			w.blocks, first = append(w.blocks, w.raw[in.Args[0]]), true
		}
	}
	return w
}

// find finds what the module has already, and adds the capability that it lacks.
func (w *rewriter) find(code spirv.Module) {
	const groupNonUniform, vulkan, queueFamily = 61, 3, 5
	has := false
	for _, in := range code.Instructions() {
		switch {
		case in.Op == opCapability:
			has = has || in.Args[0] == groupNonUniform
		case in.Op == opMemoryModel && in.Args[1] == vulkan:
			w.scope = queueFamily // the device's needs another capability
		case in.Op == opTypeBool:
			w.boolean = in.Args[0]
		case in.Op == opTypeInt && in.Args[1] == 32 && in.Args[2] == 0:
			w.uint = in.Args[0]
		}
	}
	if !has {
		w.Add(opCapability, groupNonUniform)
	}
}

// before adds names, decorations, and types with constants where the layout of modules has them (section 2.4).
func (w *rewriter) before(in spirv.Instruction) {
	names := []uint16{opName, opMemberName, opModuleProcessed}
	decorations := []uint16{opDecorate, opMemberDecorate, opDecorationGroup, opGroupDecorate, opGroupMemberDecorate, opDecorateId}
	isType := in.Op >= opTypeVoid && in.Op <= opTypeFunction
	if slices.Contains(names, in.Op) || slices.Contains(decorations, in.Op) || isType {
		w.once(0, w.names)
	}
	if isType {
		w.once(1, w.decorate)
	}
	if in.Op == opFunction {
		w.once(2, w.declare)
	}
}

func (w *rewriter) once(part int, add func()) {
	if !w.added[part] {
		w.added[part] = true
		add()
	}
}

func (w *rewriter) names() {
	text := make([]byte, (len(CountersName)/4+1)*4)
	copy(text, CountersName)
	args := []uint32{w.block}
	for ; len(text) > 0; text = text[4:] {
		args = append(args, binary.LittleEndian.Uint32(text))
	}
	w.Add(opName, args...)
}

func (w *rewriter) decorate() {
	w.Add(opDecorate, w.list, decArrayStride, 4)
	w.Add(opDecorate, w.block, decBlock)
	w.Add(opMemberDecorate, w.block, 0, decOffset, 0)
	w.Add(opDecorate, w.counters, decDescriptorSet, 0)
	w.Add(opDecorate, w.counters, decBinding, uint32(w.binding))
}

func (w *rewriter) declare() {
	const storageBuffer, subgroup = 12, 3
	if w.uint == 0 {
		w.uint = w.ID()
		w.Add(opTypeInt, w.uint, 32, 0)
	}
	if w.boolean == 0 {
		w.boolean = w.ID()
		w.Add(opTypeBool, w.boolean)
	}
	w.Add(opTypeRuntimeArray, w.list, w.uint)
	w.Add(opTypeStruct, w.block, w.list)
	w.Add(opTypePointer, w.pointer, storageBuffer, w.block)
	w.Add(opTypePointer, w.field, storageBuffer, w.uint)
	w.Add(opVariable, w.pointer, w.counters, storageBuffer)
	w.Add(opConstant, w.uint, w.zero, 0)
	w.Add(opConstant, w.uint, w.one, 1)
	w.Add(opConstant, w.uint, w.subgroup, subgroup)
	w.Add(opConstant, w.uint, w.device, w.scope)
	for i := range uint32(2 * len(w.raw)) {
		w.indices = append(w.indices, w.ID())
		w.Add(opConstant, w.uint, w.indices[i], i)
	}
}

// count counts an execution of the last block: each lane, and the first lane for the subgroup. It has no branch,
// which would need blocks of its own.
func (w *rewriter) count() {
	n := 2 * (len(w.blocks) - 1)
	first, isFirst := w.ID(), w.ID()
	w.Add(opGroupNonUniformElect, w.boolean, isFirst, w.subgroup)
	w.Add(opSelect, w.uint, first, isFirst, w.one, w.zero)
	for i, value := range []uint32{first, w.one} {
		at, old := w.ID(), w.ID()
		w.Add(opAccessChain, w.field, at, w.counters, w.zero, w.indices[n+i])
		w.Add(opAtomicIAdd, w.uint, old, at, w.device, w.zero, value)
	}
}

package simt

import (
	"fmt"

	"kernelscope/internal/fault"
)

// Options specialize a module.
type Options struct {
	Subgroup  int               // lanes of a subgroup: a power of two up to 128; 32 if zero
	Constants map[uint32]uint64 // specialization constants by number, those not named keep their default
	Names     bool              // keep the values of names, for a recording
	Precision bool              // report what depends on the freedom that Vulkan leaves to floats
}

// Program is a module compiled for a subgroup width and specialization constants. It does not
// change; machines run it.
type Program struct {
	Module   *Module
	Size     [3]int // invocations of a workgroup
	Subgroup int
	blocks   []block
	regs     int
	fixed    []fixedReg // registers with the same word in all lanes
	inputs   []input
	spaces   []space
	shared   int // words of a workgroup
	locals   []reg
	loops    int
	vars     []*variable
	precise  bool
	results  int // that have names
	accesses int // memory instructions
	memory   []memoryInst
}

// memoryInst is a memory instruction, by its number.
type memoryInst struct {
	line int32
	op   uint16
}

type fixedReg struct {
	r    reg
	word uint32
}

// block is straight code under one mask.
type block struct {
	code    []inst
	kind    ending
	a       reg // of a branch or switch: what decides
	wide    reg
	edges   []edge   // of a branch: if true, if false; of a switch: the default first
	cases   []uint64 // of a switch: the values of edges[1:]
	loop    int32    // number of the loop whose header this is, or -1
	barrier *barrier
	line    int32
	endLine int32
	endAt   int32 // number of its last instruction in the module
	lines   []lineCount
	label   uint32
	index   int32
}

type lineCount struct{ line, instructions int32 }

type ending uint8

const (
	jumps ending = iota
	branches
	switches
	waits // at a barrier, then jumps
	ends
)

// edge leads to a block, after its phis are set.
type edge struct {
	to    int32
	moves []move
	block *block
}

type move struct{ d, s reg }

// inst is a compiled instruction. The registers are multiplied by the width of a subgroup when
// compiling ends.
type inst struct {
	run            func(*subgroup, *inst)
	d, a, b, c, e  reg // low words of the result and operands
	dh, ah, bh, ch reg // high words of wide ones: zero, or dump for the result
	f              *fn
	acc            *access
	bar            *barrier
	line           int32
	source         int32 // number of the instruction in the module
	op             uint16
	aux            uint32
	more           *follower // if precision is followed
	number         int32     // of a memory instruction
	until          int32     // of a load: the instruction of its block before which it must be executed, in weak memory
	past           int32     // the same, if it may wait past a memory barrier of the workgroup; otherwise 0
}

// compiler compiles a module.
type compiler struct {
	m       *Module
	o       Options
	types   map[uint32]*typ
	globals map[uint32]*value
	words   map[uint32]reg // of constants
	known   map[reg]uint32 // the words of constants
	regs    reg
	size    [3]int
	inputs  map[[2]uint32]reg
	spaces  []space
	shared  uint32
	slots   map[Slot]int
	vars    []*variable
	locals  uint32
	isLocal map[reg]bool
	kept    map[uint32]*variable // registers of named results and of variables, by id, if names are kept
	inits   []privateInit
	blocks  []*block
	cur     *block
	calls   map[uint32]bool // functions that are being inlined
	loops   int32
	results uint32 // that have names
	line    int32
	source  int32
	code    int
	// If precision is followed: the types of the first operand and of the result of the next instruction, whether it may
	// not be contracted, whether it is a copy, and the products so far.
	from, to *typ
	exact    bool
	isMove   bool
	products map[reg]product
}

// Most compiled instructions: inlining could multiply them.
const maxCode = 1 << 20

// Shared returns the shared memory of a workgroup, in words.
func (p *Program) Shared() int { return p.shared }

// Compile specializes a module and compiles it. Errors wrap fault.Input, or fault.Limit where the
// workgroup is larger than 1024 invocations.
func (m *Module) Compile(o Options) (p *Program, err error) {
	defer refused(&err)
	if o.Subgroup == 0 {
		o.Subgroup = 32
	}
	if o.Subgroup < 1 || o.Subgroup > maxLanes || o.Subgroup&(o.Subgroup-1) != 0 {
		return nil, fault.Usage.Errorf("simt: a subgroup of %d lanes; powers of two up to %d are possible", o.Subgroup, maxLanes)
	}
	c := &compiler{
		m: m, o: o, types: map[uint32]*typ{}, globals: map[uint32]*value{}, words: map[uint32]reg{}, known: map[reg]uint32{zero: 0},
		regs: firstFree, inputs: map[[2]uint32]reg{}, slots: map[Slot]int{}, calls: map[uint32]bool{}, isLocal: map[reg]bool{},
		kept: map[uint32]*variable{}, products: map[reg]product{},
	}
	c.spaces = []space{{name: "push constants"}, {name: "shared memory"}}
	c.workgroup()
	for _, in := range m.globals {
		if in.op == opVariable {
			c.global(in.result)
		}
	}
	c.cur = c.newBlock(0)
	c.blocks = append(c.blocks, c.cur)
	for _, p := range c.inits {
		c.storeTo(p.in, p.to, p.from)
	}
	if v := c.inline(m.functions[m.entry], nil); v != nil && v.t.shape != isVoid {
		refuse("the entry point returns a value")
	}
	c.cur.kind = ends
	c.keepConstants()
	return c.link(), nil
}

// workgroup finds the size of a workgroup: the constant WorkgroupSize, or an execution mode.
func (c *compiler) workgroup() {
	const localSize, localSizeID = 17, 38
	c.size = [3]int{1, 1, 1}
	set := func(i int, n uint32) {
		if n == 0 || n > 1024 {
			panic(&refusal{fmt.Sprintf("a workgroup of %d invocations in a dimension; 1 to 1024 are possible", n), fault.Limit})
		}
		c.size[i] = int(n)
	}
	for i, w := range c.m.modes[localSize] {
		if i < 3 {
			set(i, w)
		}
	}
	for i, id := range c.m.modes[localSizeID] {
		if i < 3 {
			set(i, c.constantWord(id))
		}
	}
	for _, in := range c.m.globals {
		if (in.op == opSpecConstantComposite || in.op == opConstantComposite) && c.has(in.result, decBuiltIn) && c.word(in.result, decBuiltIn) == isWorkgroupSize {
			for i, id := range in.args {
				if i < 3 {
					set(i, c.constantWord(id))
				}
			}
		}
	}
	if n := c.size[0] * c.size[1] * c.size[2]; n > 1024 {
		panic(&refusal{fmt.Sprintf("a workgroup of %d invocations; at most 1024 are possible", n), fault.Limit})
	}
}

func (c *compiler) newBlock(label uint32) *block { return &block{label: label, loop: -1, line: c.line} }

// emit adds an instruction to the block.
func (c *compiler) emit(in inst) {
	in.line, in.source = c.line, c.source
	if c.code++; c.code > maxCode {
		refuse("the kernel has more than %d instructions after inlining", maxCode)
	}
	if in.dh == 0 {
		in.dh = dump
	}
	if c.o.Precision {
		c.precise(&in)
	}
	c.cur.code = append(c.cur.code, in)
}

// copy copies registers.
func (c *compiler) copy(to, from []reg) {
	c.isMove = true
	defer func() { c.isMove = false }()
	for i := range to {
		if to[i] != from[i] {
			c.emit(inst{run: moveWord, d: to[i], a: from[i]})
		}
	}
}

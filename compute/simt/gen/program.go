// Package gen generates random compute shaders whose results are defined, and writes them as SPIR-V:
// loops are bounded, indices masked, floats exact, and barriers and subgroup operations are in uniform
// control flow. Any two devices with subgroups of the same width give the same results.
//
// A program is a tree of statements and expressions, so that one on which two sides differ can be
// reduced (Reduce).
package gen

// kind is the type of a value.
type kind byte

const (
	isBool  kind = 'b'
	isUint  kind = 'u'
	isInt   kind = 'i'
	isFloat kind = 'f'
	isWide  kind = 'w' // 64 bits, unsigned
)

// Program is a compute shader.
type Program struct {
	Size   [2]int // invocations of a workgroup; the first is specialization constant 0
	Groups int
	Wide   bool // has integers of 64 bits
	main   []*stmt
	called []*stmt // the body of a function, called by statements of main
}

// Variables of an invocation: how many there are of a kind. A function has its own.
var variables = []struct {
	k kind
	n int
}{{isUint, 3}, {isInt, 2}, {isFloat, 2}, {isBool, 1}, {isWide, 1}}

// Words of the buffers, and entries of the arrays. Out has Stride words for each invocation: some that
// statements use, and the variables as they are at the end.
const (
	InWords   = 256
	own       = 8
	Stride    = own + 3 + 2 + 2 + 1 + 2
	SumWords  = len(sums) * entries
	entries   = 8
	PushWords = 2
)

// sums are the atomic operations on buffer Sums and on shared memory; each has words of its own, so
// their order does not matter.
const sums = "+&|^uUsS"

// sumOps has their instructions.
var sumOps = map[byte]string{
	'+': "AtomicIAdd", '&': "AtomicAnd", '|': "AtomicOr", '^': "AtomicXor", 'u': "AtomicUMin", 'U': "AtomicUMax", 's': "AtomicSMin", 'S': "AtomicSMax",
}

// expr is an expression: an operation on others, or what op names.
type expr struct {
	k    kind
	op   string // of SPIR-V or GLSL.std.450, or one of those below
	n    uint64 // number of a variable, word of a constant, component
	args []*expr
	// lanes is the number of components if the operation is one of vectors: each component has its own
	// operands, and the result is component n, or the one that the last operand picks.
	lanes int
	guard bool // makes its operand one that has a defined result
}

// Expressions that are not operations.
const (
	opConstant = "constant"
	opVariable = "variable"
	opCounter  = "counter" // of the loop at depth n
	opIn       = "in"      // a word of buffer In
	opArray    = "array"   // an entry of the array
	opOwn      = "own"     // own word n of the invocation in Out
	opPush     = "push"
	opBuiltIn  = "built-in" // number n/4, component n%4
	opDynamic  = "dynamic"  // a component of a vector that the last operand picks
)

type stmtKind int

const (
	set    stmtKind = iota // variable n of kind k = e[0]
	store                  // the array's entry e[0] = e[1]
	keep                   // own word n = e[0]
	mine                   // variable = atomic op on own word n
	add                    // atomic op on buffer Sums
	branch                 // if e[0] then blocks[0] else blocks[1]
	loop                   // at most e[0] times blocks[0]; tested at its end if n is 1
	choose                 // switch e[0]; the default is the last block, bit i of n: block i falls through
	leave                  // loop
	again                  // continue the loop
	give                   // return
	call                   // variable n = the function of e[0], e[1] and variable 0
	trade                  // give e[0] to the workgroup, by shared memory or buffer, and take the value of invocation e[1]
	tally                  // atomic op on shared memory, then a read
	lanes                  // variable = an operation of the subgroup
)

// stmt is a statement.
type stmt struct {
	kind   stmtKind
	k      kind // of the variable that it sets
	to     int
	n      uint32
	op     string
	e      []*expr
	blocks [][]*stmt
}

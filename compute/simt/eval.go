package simt

import (
	"slices"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
)

// Name is something in a program that has a value.
type Name struct {
	Name string
	Type string // as in GLSL
	In   Memory
}

// Memory is where the value of a name is.
type Memory uint8

// The memories.
const (
	InConstant Memory = iota // of the program
	InVariable               // of an invocation
	InResult                 // of an instruction that has a name
	InInput                  // such as gl_LocalInvocationID
	InShared                 // by a workgroup
	InPush                   // constants
	InBuffer                 // a member of a block
	InImage
)

// Names lists what Eval can be asked for, in order of the module. Results and constants have names if the
// program was compiled with Names, and unless an optimizer removed them.
func (p *Program) Names() (out []Name) {
	for _, v := range p.names() {
		t := v.v.t
		if v.member >= 0 {
			t = t.members[v.member]
		}
		out = append(out, Name{v.name, t.text(), v.in})
	}
	return out
}

// Names lists what Eval can be asked for.
func (r *Recording) Names() []Name { return r.p.Names() }

// named is a name with what it stands for: a variable, or the member of a block.
type named struct {
	name   string
	in     Memory
	v      *variable
	member int // or -1
}

func (p *Program) names() (out []named) {
	count := map[string]int{}
	add := func(n named) {
		if count[n.name]++; count[n.name] > 1 {
			n.name += "#" + strconv.Itoa(count[n.name])
		}
		out = append(out, n)
	}
	seen := map[uint32]bool{}
	for _, v := range p.vars {
		if seen[v.id] || v.t.shape == isImage || v.t.shape == isSampledImage {
			continue // its other calls share its registers; images have no names yet
		}
		seen[v.id] = true
		if v.name == "" && !v.explicit {
			continue // no text can name it
		}
		if v.explicit && p.Module.names[v.id] == "" { // an anonymous block: its members are names
			for i := range v.t.members {
				add(named{p.Module.memberNames[[2]uint32{v.t.id, uint32(i)}], memories[v.class], v, i})
			}
			continue
		}
		add(named{v.name, memories[v.class], v, -1})
	}
	return out
}

var memories = map[uint32]Memory{
	isConstant: InConstant, inPrivate: InVariable, inFunction: InVariable, isResult: InResult, inInput: InInput, inWorkgroup: InShared,
	inPushConstant: InPush, inUniform: InBuffer, inStorageBuffer: InBuffer, inUniformConstant: InImage,
}

// Value is the value of a name for a lane.
type Value struct {
	Type  string   // as in GLSL
	Words []uint32 // scalars in order: two words for 64 bits, one for fewer
	Text  string
	Known bool // false for the result of an instruction that the lane has not executed
}

// Eval returns the value of a path in a lane of the subgroup whose turn it is. A path is a name with members
// and elements: dist[3], own[i].x, control.counts[lane]. An index is a number, or a path of its own. Memory
// that nobody wrote is 0xdeadbeef; the elements of a runtime array end with its buffer. Only elements of a
// runtime array have values, not all of it.
func (r *Recording) Eval(path string, lane int) (v Value, err error) {
	defer refused(&err)
	s := r.x.s
	if s == nil || lane < 0 || lane >= s.n {
		return v, fault.Usage.Errorf("simt: the recording has no lane %d here", lane)
	}
	e := evaluator{s: s, names: r.names, lane: lane, rest: path, c: &compiler{m: r.p.Module, words: map[uint32]reg{}, known: map[reg]uint32{zero: 0}, regs: firstFree}}
	p := e.path()
	if e.rest != "" {
		refuse("%q after a path", e.rest)
	}
	words := e.read(p)
	return Value{Type: p.t.text(), Words: words, Text: p.t.format(words), Known: e.known(p.v)}, nil
}

// evaluator reads a path.
type evaluator struct {
	s     *subgroup
	names []named
	c     *compiler
	lane  int
	rest  string
}

// word takes an identifier or a number.
func (e *evaluator) word() string {
	n := strings.IndexFunc(e.rest, func(r rune) bool { return strings.ContainsRune(".[] ", r) })
	if n < 0 {
		n = len(e.rest)
	}
	w := e.rest[:n]
	e.rest = e.rest[n:]
	return w
}

func (e *evaluator) path() *pointer {
	name := e.word()
	i := slices.IndexFunc(e.names, func(n named) bool { return n.name == name })
	if i < 0 {
		refuse("the kernel has no name %q", name)
	}
	p := &pointer{v: e.names[i].v, t: e.names[i].v.t, base: e.names[i].v.base}
	if m := e.names[i].member; m >= 0 {
		e.element(p, m)
	}
	for e.rest != "" && e.rest[0] != ']' {
		mark := e.rest[0]
		e.rest = e.rest[1:]
		switch mark {
		case '.':
			e.element(p, e.member(p.t, e.word()))
		case '[':
			e.element(p, e.index())
			if e.rest == "" {
				refuse("a bracket is not closed")
			}
			e.rest = e.rest[1:]
		default:
			refuse("%q in a path", mark)
		}
	}
	return p
}

// index reads the inside of brackets.
func (e *evaluator) index() int {
	if e.rest != "" && e.rest[0] >= '0' && e.rest[0] <= '9' {
		n, err := strconv.ParseUint(e.word(), 0, 31)
		if err != nil {
			refuse("an index is not a number: %v", err)
		}
		return int(n)
	}
	p := e.path()
	if p.t.shape != isInt || p.t.width > 32 {
		refuse("an index is not an integer of 32 bits")
	}
	return int(e.read(p)[0])
}

// member returns the number of a member, or of a component.
func (e *evaluator) member(t *typ, name string) int {
	if t.shape == isVector && len(name) == 1 {
		return strings.Index("xyzw", name)
	}
	for i := range t.members {
		if e.s.g.p.Module.memberNames[[2]uint32{t.id, uint32(i)}] == name {
			return i
		}
	}
	refuse("%s has no member %q", t.text(), name)
	return 0
}

// element makes a pointer point to an element.
func (e *evaluator) element(p *pointer, i int) {
	n := p.t.count
	if p.t.shape == isRuntimeArray {
		n = int(elements(e.bytes(p.v), p.base, p.t.stride))
	}
	if i < 0 || i >= n {
		refuse("element %d of %s, which has %d", i, p.t.text(), n)
	}
	if p.t.shape == isRuntimeArray {
		p.base += uint32(i) * p.t.stride
		p.t = p.t.elem
		return
	}
	e.c.step(&instruction{}, p, e.c.constantIndex(i))
}

// bytes returns the size of a variable's memory.
func (e *evaluator) bytes(v *variable) uint64 {
	if v.reg != nil {
		return 4 * uint64(v.t.words)
	}
	return 4 * uint64(len(e.s.g.spaces[v.space]))
}

// read returns the words of a value.
func (e *evaluator) read(p *pointer) (out []uint32) {
	if p.t.words == 0 || p.t.words > maxValue {
		refuse("%s has no value as a whole", p.t.text())
	}
	for _, l := range e.c.leaves(*p, make([]reg, p.t.words), nil) {
		if uint64(l.offset+l.size) > e.bytes(p.v) {
			refuse("byte %d of %s, which has %d", l.offset, p.v.name, e.bytes(p.v))
		}
		x := uint64(0)
		if p.v.reg != nil {
			for k := range l.size / 4 {
				x |= uint64(e.s.regs[int(p.v.reg[l.offset/4+k])+e.lane]) << (32 * k)
			}
		} else {
			x = load(e.s.g.spaces[p.v.space], l.offset, l.size)
		}
		if out = append(out, uint32(x)); l.size == 8 {
			out = append(out, uint32(x>>32))
		}
	}
	return out
}

// known reports whether a lane has the value of a variable.
func (e *evaluator) known(v *variable) bool {
	return v.class != isResult || e.s.kept[v.number].has(e.lane)
}

// Buffer returns the contents of a buffer at the moment, which are the recording's own.
func (r *Recording) Buffer(s Slot) []uint32 {
	for i, x := range r.p.spaces {
		if x.isBuffer && x.slot == s {
			return r.x.groups[0].spaces[i]
		}
	}
	return nil
}

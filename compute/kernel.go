package compute

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
)

// Workgroup bounds the number of invocations of a workgroup. Min and Max are powers of two.
type Workgroup struct{ Default, Min, Max int }

// Grid is the extent of a dispatch. Kernels of this program use two dimensions, since one holds at
// most 65,535 workgroups.
type Grid struct {
	X, Y int // workgroups
	Z    int // workgroups of a third dimension; zero is one
	Size int // invocations of a workgroup
}

// Rows returns a grid of at least as many workgroups, none or a few more, with at most n of them in a row.
func (g Grid) Rows(n int) Grid {
	if groups := g.X * g.Y; g.X > n {
		g.Y = (groups + n - 1) / n
		g.X = (groups + g.Y - 1) / g.Y
	}
	return g
}

// Constant is a specialization constant of a kernel. Each combination of values compiles to a
// program of its own, on first use.
type Constant uint32

// Groups returns the number of workgroups in each dimension.
func (g Grid) Groups() [3]int { return [3]int{g.X, g.Y, max(1, g.Z)} }

// Invocations returns the number of invocations of all workgroups.
func (g Grid) Invocations() int { return g.X * g.Y * max(1, g.Z) * g.Size }

// MaxGroups is the number of workgroups that every device can dispatch in one
// dimension.
const MaxGroups = 65535

// GridFor returns the smallest grid of at least n invocations.
func GridFor(n, size int) Grid {
	groups := (n + size - 1) / size
	rows := max(1, (groups+MaxGroups-1)/MaxGroups)
	return Grid{X: (groups + rows - 1) / rows, Y: rows, Size: size}
}

// Layout lists the fields of an argument structure by their use in the shader.
type Layout struct {
	Bindings  []string // buffers and textures, in binding order
	Constants []string // specialization constants, from number 1 on
	Push      []string // push constants, a name per word
}

// Program is an untyped kernel.
type Program struct {
	Name      string // stem of its shader
	Code      string // its SPIR-V module, if package shaders does not have it
	Workgroup Workgroup
	Layout
	// Mirror executes the shader's work on the host, on the contents of the call's buffers. It may
	// be nil.
	Mirror func(g Grid, c Call, buffers [][]uint32)
	// Agree compares the buffers after the device with those after the mirror, given those before,
	// and returns their difference. If it is nil, they must be equal.
	Agree func(c Call, before, device, mirror [][]uint32) error
	// Races are the data races that the kernel means to have: by block or shared variable, why its
	// result is right under them.
	Races map[string]string
	// Unwritten is the memory that the kernel reads before it is written: by shared variable, why the values
	// do not matter.
	Unwritten map[string]string
	// Observes is set for a kernel that only finds what pictures show.
	Observes bool
	// Waits is set for a kernel whose workgroups wait for as many others as its grid has.
	Waits bool
	// Bytes returns the bytes that a call over a grid reads and writes in memory. It is nil if
	// they cannot be derived from the arguments.
	Bytes func(g Grid, c Call) int64
}

// Kernel is a program whose arguments are the fields of A. Fields of type Buffer are its bindings,
// fields of type Constant its specialization constants from number 1 on, each in order of
// declaration; other numbers and arrays of numbers are its push constants. Number 0 is the
// workgroup size.
type Kernel[A any] struct {
	*Program
	size   int
	beside bool
	moves  func() int
}

var programs []*Program

// Programs returns the kernels of all packages that a program imports, for tests.
func Programs() []*Program { return programs }

// NewKernel declares the kernel of a shader. The mirror's arguments M have the fields of A with
// []uint32 in place of Buffer; otherwise NewKernel panics. The mirror may be nil.
func NewKernel[A, M any](name string, w Workgroup, mirror func(Grid, M)) Kernel[A] {
	p := &Program{Name: name, Workgroup: w, Layout: LayoutOf(reflect.TypeFor[A](), reflect.TypeFor[Buffer]())}
	programs = append(programs, p)
	if mirror != nil {
		mustMirror[A, M](name)
		p.Mirror = func(g Grid, c Call, buffers [][]uint32) { mirror(g, argumentsOf[M](c, buffers)) }
	}
	return Kernel[A]{Program: p, size: w.Default}
}

// Agreeing returns the kernel with a test of its results that replaces
// equality, for kernels whose results depend on the order of invocations.
func Agreeing[A, M any](k Kernel[A], agree func(before, device, mirror M) error) Kernel[A] {
	mustMirror[A, M](k.Name)
	k.Program.Agree = func(c Call, before, device, mirror [][]uint32) error {
		return agree(argumentsOf[M](c, before), argumentsOf[M](c, device), argumentsOf[M](c, mirror))
	}
	return k
}

// Racing declares the data races of a kernel on a block or a shared variable, with the reason why its
// result is right under them. The interpreter (compute/simt) reports those that are not declared.
func (k Kernel[A]) Racing(memory, why string) Kernel[A] {
	if k.Races == nil {
		k.Program.Races = map[string]string{}
	}
	k.Races[memory] = why
	return k
}

// Reading declares that a kernel reads parts of a shared variable that nobody has written, with the reason why
// the values do not matter. The interpreter reports other such reads.
func (k Kernel[A]) Reading(memory, why string) Kernel[A] {
	if k.Unwritten == nil {
		k.Program.Unwritten = map[string]string{}
	}
	k.Unwritten[memory] = why
	return k
}

// Observing declares that a kernel only finds what pictures show: no result depends on it.
func (k Kernel[A]) Observing() Kernel[A] {
	k.Program.Observes = true
	return k
}

// Waiting declares that workgroups wait for as many others as their grid has: one too many makes the result wrong.
func (k Kernel[A]) Waiting() Kernel[A] {
	k.Program.Waits = true
	return k
}

// mustMirror panics if the fields of a mirror's arguments M differ from A's.
func mustMirror[A, M any](kernel string) {
	describe := func(all []reflect.StructField, i int) string {
		switch {
		case i >= len(all):
			return "missing"
		case all[i].Type == reflect.TypeFor[Buffer]() || all[i].Type == reflect.TypeFor[[]uint32]():
			return all[i].Name + " (buffer)"
		}
		return fmt.Sprintf("%s (%v)", all[i].Name, all[i].Type)
	}
	a, m := fields(reflect.TypeFor[A]()), fields(reflect.TypeFor[M]())
	for i := range max(len(a), len(m)) {
		if dispatch, mirror := describe(a, i), describe(m, i); dispatch != mirror {
			panic(fmt.Sprintf("compute: kernel %s: argument %d is %s; in the mirror it is %s", kernel, i, dispatch, mirror))
		}
	}
}

// fields lists the fields of an argument structure, the fields of embedded structures in their
// place.
func fields(t reflect.Type) []reflect.StructField {
	if all, ok := fieldsOf.Load(t); ok {
		return all.([]reflect.StructField)
	}
	out := slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Anonymous })
	fieldsOf.Store(t, out)
	return out
}

var fieldsOf sync.Map // what fields has returned, by type: each dispatch asks

var constantType = reflect.TypeFor[Constant]()

// LayoutOf reads the layout of an argument structure, in which fields of the
// resource types are bindings.
func LayoutOf(t reflect.Type, resources ...reflect.Type) (l Layout) {
	for _, f := range fields(t) {
		switch {
		case slices.Contains(resources, f.Type):
			l.Bindings = append(l.Bindings, f.Name)
		case f.Type == constantType:
			l.Constants = append(l.Constants, f.Name)
		default:
			for range wordsOf(f.Type) {
				l.Push = append(l.Push, f.Name)
			}
		}
	}
	return l
}

// wordsOf returns the number of push-constant words of a field.
func wordsOf(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Uint32, reflect.Int32, reflect.Float32:
		return 1
	case reflect.Array:
		return t.Len() * wordsOf(t.Elem())
	}
	panic(fmt.Sprintf("compute: %v cannot be an argument of a kernel", t))
}

// Arguments divides an argument structure into resources, which are its
// interfaces and pointers, specialization constants and push constants.
func Arguments[R any](args any) (resources []R, constants, push []uint32) {
	v := reflect.ValueOf(args)
	for _, f := range fields(v.Type()) {
		x := v.FieldByIndex(f.Index)
		switch k := x.Kind(); {
		case k == reflect.Interface || k == reflect.Pointer:
			r, ok := x.Interface().(R)
			if !ok || x.IsNil() {
				panic(fmt.Sprintf("compute: argument %s of %T is missing", f.Name, args))
			}
			resources = append(resources, r)
		case f.Type == constantType:
			constants = appendWords(constants, x)
		default:
			push = appendWords(push, x)
		}
	}
	return resources, constants, push
}

func appendWords(words []uint32, v reflect.Value) []uint32 {
	switch v.Kind() {
	case reflect.Uint32:
		return append(words, uint32(v.Uint()))
	case reflect.Int32:
		return append(words, uint32(v.Int()))
	case reflect.Float32:
		return append(words, math.Float32bits(float32(v.Float())))
	}
	for i := range v.Len() {
		words = appendWords(words, v.Index(i))
	}
	return words
}

// argumentsOf returns the arguments of a mirror: a structure of slices and
// numbers. Buffers of a dispatch are left out.
func argumentsOf[M any](c Call, buffers [][]uint32) (m M) {
	v := reflect.ValueOf(&m).Elem()
	constants, push := c.Constants, c.Push
	for _, field := range fields(v.Type()) {
		f := v.FieldByIndex(field.Index)
		switch {
		case f.Kind() == reflect.Interface:
		case f.Kind() == reflect.Slice:
			f.Set(reflect.ValueOf(buffers[0]))
			buffers = buffers[1:]
		case f.Type() == constantType:
			constants = takeWords(constants, f)
		default:
			push = takeWords(push, f)
		}
	}
	return m
}

// takeWords sets a number or an array of numbers, and returns the words that are left.
func takeWords(words []uint32, v reflect.Value) []uint32 {
	switch v.Kind() {
	case reflect.Uint32:
		v.SetUint(uint64(words[0]))
	case reflect.Int32:
		v.SetInt(int64(int32(words[0])))
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(words[0])))
	case reflect.Array:
		for i := range v.Len() {
			words = takeWords(words, v.Index(i))
		}
		return words
	default:
		panic(fmt.Sprintf("compute: a mirror cannot take a %v", v.Type()))
	}
	return words[1:]
}

// Call is one dispatch: over Invocations, over Groups, or over the numbers of workgroups that three words of
// Indirect, starting at At, hold when it runs.
type Call struct {
	Program     *Program
	Workgroup   int // invocations of a workgroup
	Buffers     []Buffer
	Constants   []uint32 // specialization constants from number 1 on
	Push        []uint32
	Invocations int
	Groups      [3]int // workgroups, if Invocations is zero
	Indirect    Buffer
	At          int
	// Beside states that neither this dispatch nor the previous one uses a word that the other
	// writes, although they share buffers: no barrier separates them.
	Beside bool
	// Moves counts the bytes that the dispatch reads and writes, where the arguments do not
	// determine them; nil if they are not known.
	Moves func() int
}

// Grid returns the grid of a call that is not indirect.
func (c Call) Grid() Grid {
	if c.Invocations > 0 {
		return GridFor(c.Invocations, c.Workgroup)
	}
	return Grid{c.Groups[0], c.Groups[1], c.Groups[2], c.Workgroup}
}

// IndirectGrid returns the grid of an indirect call, given the three words.
func (c Call) IndirectGrid(w []uint32) Grid {
	return Grid{int(w[0]), int(w[1]), int(w[2]), c.Workgroup}
}

// Sized returns the kernel with another workgroup size, clamped to the kernel's bounds.
func (k Kernel[A]) Sized(n int) Kernel[A] {
	k.size = max(k.Workgroup.Min, min(k.Workgroup.Max, n))
	return k
}

// On returns the kernel with a workgroup size that a device allows.
func (k Kernel[A]) On(l Limits) Kernel[A] { return k.Sized(min(k.size, l.Workgroup)) }

// Beside returns the kernel for a dispatch that runs concurrently with the previous one. The
// caller ensures that they write different words and that neither reads a word that the other
// writes.
func (k Kernel[A]) Beside() Kernel[A] {
	k.beside = true
	return k
}

// Moves returns the kernel for a dispatch whose bytes do not follow from its arguments. bytes
// counts those that it reads and writes in memory, each once, when a profile asks for them.
func (k Kernel[A]) Moves(bytes func() int) Kernel[A] {
	k.moves = bytes
	return k
}

// Size returns the workgroup size of the kernel's dispatches.
func (k Kernel[A]) Size() int { return k.size }

// Dispatch runs the kernel with at least n invocations.
func (k Kernel[A]) Dispatch(e Encoder, n int, args A) {
	c := k.call(args)
	c.Invocations = n
	e.Dispatch(c)
}

// DispatchIndirect runs the kernel over the numbers of workgroups in three words of a buffer.
func (k Kernel[A]) DispatchIndirect(e Encoder, groups Buffer, at int, args A) {
	c := k.call(args)
	c.Indirect, c.At = groups, at
	e.Dispatch(c)
}

func (k Kernel[A]) call(args A) Call {
	c := Call{Program: k.Program, Workgroup: k.size, Beside: k.beside, Moves: k.moves}
	c.Buffers, c.Constants, c.Push = Arguments[Buffer](args)
	return c
}

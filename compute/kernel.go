package compute

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Workgroup bounds the number of invocations of a workgroup. All are powers of
// two.
type Workgroup struct{ Default, Min, Max int }

// Grid is what a dispatch runs over: workgroups in two dimensions, since one
// dimension may hold no more than 65,535.
type Grid struct {
	X, Y int // workgroups
	Size int // invocations of a workgroup
	// Constants are those of the call, for mirrors.
	Constants Constants
}

// Constants are the specialization constants 1 to 3 of a kernel, which make it
// another program: what it does not declare is ignored.
type Constants [3]uint32

// Invocations returns the number of invocations of all workgroups.
func (g Grid) Invocations() int { return g.X * g.Y * g.Size }

// MaxGroups is the number of workgroups that every device can dispatch in one
// dimension.
const MaxGroups = 65535

// GridFor returns the smallest grid of at least n invocations.
func GridFor(n, size int) Grid {
	groups := (n + size - 1) / size
	if groups <= MaxGroups {
		return Grid{X: groups, Y: 1, Size: size}
	}
	rows := (groups + MaxGroups - 1) / MaxGroups
	return Grid{X: (groups + rows - 1) / rows, Y: rows, Size: size}
}

// Program is a kernel without the types of its arguments.
type Program struct {
	Name      string // stem of its shader
	Workgroup Workgroup
	Bindings  []string // names, in binding order
	Push      []string // names of the push constants, one per word
	// Mirror does on the host what the shader does, nil where there is none.
	Mirror func(g Grid, buffers [][]uint32, push []uint32)
	// Agree reports how the buffers that the device left differ from what the
	// mirror left, given those before. Where it is nil they must be equal.
	Agree func(before, device, mirror [][]uint32, push []uint32) error
}

// Kernel is a program whose arguments are the fields of A: those of type Buffer
// are its bindings, in order, the numbers and arrays of numbers its push
// constants.
type Kernel[A any] struct {
	*Program
	size      int
	constants Constants
}

// NewKernel declares the kernel of a shader. The mirror's arguments M are those
// of A with slices of words in place of buffers; it may be nil.
func NewKernel[A, M any](name string, w Workgroup, mirror func(Grid, M)) Kernel[A] {
	p := &Program{Name: name, Workgroup: w}
	p.Bindings, p.Push = Layout(reflect.TypeFor[A](), reflect.TypeFor[Buffer]())
	if mirror != nil {
		p.Mirror = func(g Grid, buffers [][]uint32, push []uint32) {
			var m M
			setArguments(reflect.ValueOf(&m).Elem(), buffers, push)
			mirror(g, m)
		}
	}
	return Kernel[A]{Program: p, size: w.Default}
}

// Agreeing returns the kernel with a test of its results that replaces
// equality, for kernels whose results depend on the order of invocations.
func Agreeing[A, M any](k Kernel[A], agree func(before, device, mirror M) error) Kernel[A] {
	k.Program.Agree = func(before, device, mirror [][]uint32, push []uint32) error {
		var b, d, m M
		setArguments(reflect.ValueOf(&b).Elem(), before, push)
		setArguments(reflect.ValueOf(&d).Elem(), device, push)
		setArguments(reflect.ValueOf(&m).Elem(), mirror, push)
		return agree(b, d, m)
	}
	return k
}

// fields lists the fields of an argument structure, those of embedded
// structures in their place.
func fields(t reflect.Type) (out []reflect.StructField) {
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			out = append(out, f)
		}
	}
	return out
}

// Layout names the fields of an argument structure: those of resource types, and
// the words of all others, which are push constants.
func Layout(t reflect.Type, resources ...reflect.Type) (bindings, push []string) {
	for _, f := range fields(t) {
		if slices.Contains(resources, f.Type) {
			bindings = append(bindings, f.Name)
			continue
		}
		for range wordsOf(f.Type) {
			push = append(push, f.Name)
		}
	}
	return bindings, push
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
// interfaces and pointers, and push constants.
func Arguments[R any](args any) (resources []R, push []uint32) {
	v := reflect.ValueOf(args)
	for _, f := range fields(v.Type()) {
		x := v.FieldByIndex(f.Index)
		if k := x.Kind(); k != reflect.Interface && k != reflect.Pointer {
			push = appendWords(push, x)
			continue
		}
		r, ok := x.Interface().(R)
		if !ok || x.IsNil() {
			panic(fmt.Sprintf("compute: argument %s of %T is missing", f.Name, args))
		}
		resources = append(resources, r)
	}
	return resources, push
}

func appendWords(push []uint32, v reflect.Value) []uint32 {
	switch v.Kind() {
	case reflect.Uint32:
		return append(push, uint32(v.Uint()))
	case reflect.Int32:
		return append(push, uint32(v.Int()))
	case reflect.Float32:
		return append(push, math.Float32bits(float32(v.Float())))
	}
	for i := range v.Len() {
		push = appendWords(push, v.Index(i))
	}
	return push
}

// setArguments fills a structure of slices and numbers.
func setArguments(v reflect.Value, buffers [][]uint32, push []uint32) {
	for _, field := range fields(v.Type()) {
		f := v.FieldByIndex(field.Index)
		if f.Kind() == reflect.Slice {
			f.Set(reflect.ValueOf(buffers[0]))
			buffers = buffers[1:]
			continue
		}
		push = takeWords(push, f)
	}
}

// takeWords sets a number or an array of numbers, and returns the words that are left.
func takeWords(push []uint32, v reflect.Value) []uint32 {
	switch v.Kind() {
	case reflect.Uint32:
		v.SetUint(uint64(push[0]))
	case reflect.Int32:
		v.SetInt(int64(int32(push[0])))
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(push[0])))
	case reflect.Array:
		for i := range v.Len() {
			push = takeWords(push, v.Index(i))
		}
		return push
	default:
		panic(fmt.Sprintf("compute: a mirror cannot take a %v", v.Type()))
	}
	return push[1:]
}

// Call is one dispatch: over Invocations, or over as many workgroups as the
// three words of Indirect from At on say when it runs.
type Call struct {
	Program     *Program
	Workgroup   int // invocations of a workgroup
	Constants   Constants
	Buffers     []Buffer
	Push        []uint32
	Invocations int
	Indirect    Buffer
	At          int
}

// Sized returns the kernel with another workgroup size, brought within the
// kernel's bounds.
func (k Kernel[A]) Sized(n int) Kernel[A] {
	k.size = max(k.Workgroup.Min, min(k.Workgroup.Max, n))
	return k
}

// With returns the kernel with specialization constants, from number 1 on.
func (k Kernel[A]) With(constants ...uint32) Kernel[A] {
	copy(k.constants[:], constants)
	return k
}

// Size returns the workgroup size that the kernel is dispatched with.
func (k Kernel[A]) Size() int { return k.size }

// Dispatch runs the kernel with at least n invocations.
func (k Kernel[A]) Dispatch(e Encoder, n int, args A) {
	buffers, push := Arguments[Buffer](args)
	e.Dispatch(Call{Program: k.Program, Workgroup: k.size, Constants: k.constants, Buffers: buffers, Push: push, Invocations: n})
}

// DispatchIndirect runs the kernel over the numbers of workgroups in three words
// of a buffer.
func (k Kernel[A]) DispatchIndirect(e Encoder, groups Buffer, at int, args A) {
	buffers, push := Arguments[Buffer](args)
	e.Dispatch(Call{Program: k.Program, Workgroup: k.size, Constants: k.constants, Buffers: buffers, Push: push, Indirect: groups, At: at})
}

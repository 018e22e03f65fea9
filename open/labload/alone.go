package labload

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/internal/format"
	"kernelscope/shaders/spirv"
)

const (
	usualElements = 1 << 16 // of a buffer that nobody describes
	maxElements   = 1 << 24
	usualGroup    = 64      // invocations of a workgroup whose size the shader leaves open
	usualGroups   = 1 << 10 // workgroups of a dispatch, if they are smaller
)

// alone makes the lab of a shader alone: one dispatch over buffers of the usual size, with contents by their types and
// names. The notes of the lab say what was assumed.
func (r *reader) alone(path string) (*Lab, error) {
	if _, err := r.kernel(path, ""); err != nil {
		return nil, err
	}
	k := r.out.Kernels[0]
	r.out.Title = k.Name
	size := k.Extent(nil)
	isFree := k.Face.Size[0].IsSpec && size == [3]int{1, 1, 1}
	usual, most := usualElements, maxElements
	if group := size[0] * size[1] * size[2]; group < usualGroup && !isFree {
		usual, most = usualGroups*group, min(most, compute.MaxGroups*group)
	}
	r.out.Parameters = []lab.Param{{Param: compute.Param{
		Name: lengthName, Label: "elements", Min: 1, Max: uint32(most), Default: uint32(usual), Help: "Elements of the buffers whose size the shader leaves open.",
	}}}
	r.env[lengthName] = usual
	side := sideOf(size)
	out := &Lab{Lab: r.out, Path: path, allowed: r.allowed, fills: map[string]string{}}
	s := lab.Step{Indirect: -1}
	for n, b := range k.Face.Bindings {
		t, stride := layoutOf(b)
		made := lab.Buffer{Name: b.Name, Type: t, Stride: stride, Output: b.Writes, Length: r.must(lengthName)}
		if b.Stride == 0 {
			made.Length = lab.Constant(float64(max(1, b.Fixed)))
		}
		fill := r.guess(&made)
		f, err := r.contents("", buffer{Fill: fill, Seed: uint64(n)}, made)
		if err != nil {
			return nil, err
		}
		made.Contents, out.fills[b.Name] = f, fill
		r.out.Buffers = append(r.out.Buffers, made)
		if side != lengthName && b.Stride > 0 {
			out.Views = append(out.Views, View{Buffer: b.Name, Kind: Field, Width: r.must(side)})
		}
		s.Bind = append(s.Bind, n)
	}
	for _, m := range k.Face.Push {
		f, err := r.push(m, side)
		if err != nil {
			return nil, err
		}
		s.Push = append(s.Push, f)
	}
	s.Constants = make([]*lab.Formula, len(k.Constants))
	if isFree {
		size[0] = usualGroup
		s.Constants[k.Face.Size[0].Constant-1] = lab.Constant(usualGroup)
		r.note("Workgroups have %d invocations.", usualGroup)
	}
	for d, n := range size {
		if d == 0 || size[1] > 1 && d == 1 || size[2] > 1 {
			s.Groups[d] = r.groups(side, n)
		}
	}
	r.note("One dispatch has an invocation for each of %s elements.", format.Thousands(usual))
	r.out.Steps = []lab.Step{s}
	out.Files = r.sources()
	return out, nil
}

// sideOf returns the formula of the invocations of a grid in each dimension.
func sideOf(size [3]int) string {
	switch {
	case size[2] > 1:
		return fmt.Sprintf("ceil(%s ** (1/3))", lengthName)
	case size[1] > 1:
		return fmt.Sprintf("ceil(sqrt(%s))", lengthName)
	}
	return lengthName
}

// push returns what a push constant is: a size, or a parameter of its own.
func (r *reader) push(m spirv.Member, side string) (*lab.Formula, error) {
	name := strings.ToLower(m.Name)
	has := func(words ...string) bool { return slices.Contains(words, name) }
	one := parameter{Value: 1, Min: 1, Max: 1 << 16}
	switch {
	case isCount(m.Name):
		r.note("Push constant %s is the number of elements.", m.Name)
		return r.must(lengthName), nil
	case has("width", "height", "depth", "columns", "cols", "rows", "w", "h", "stride", "pitch"):
		r.note("Push constant %s is the side of the grid.", m.Name)
		return r.must(side), nil
	case !isName.MatchString(m.Name), r.env[m.Name] != nil, slices.Contains(reserved, m.Name):
		r.note("Push constant %s is 0.", m.Name)
		return lab.Constant(0), nil
	case m.Scalar == "f32":
		one = parameter{Value: 1, Values: []float64{0, 0.001, 0.01, 0.1, 0.2, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 10, 100, 1000}}
	case has("offset", "first", "base", "start", "begin", "from", "seed", "frame", "index", "step", "shift", "bit", "level"):
		one = parameter{Values: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 256, 512, 1024}}
	}
	p, err := r.parameter("", m.Name, one)
	if err != nil {
		return nil, err
	}
	p.Help = "A push constant of the shader."
	r.out.Parameters = append(r.out.Parameters, p)
	r.env[m.Name] = p.Value(p.Default)
	r.note("Push constant %s is %v, a parameter.", m.Name, r.env[m.Name])
	return r.must(m.Name), nil
}

var isName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// lengthName is the parameter of the length of buffers.
const lengthName = "n"

// must parses a formula of the lab of a shader alone.
func (r *reader) must(text string) *lab.Formula {
	f, err := lab.Parse(text, r.env)
	if err != nil {
		panic(err) // it is one of this file's
	}
	return f
}

func (r *reader) groups(side string, size int) *lab.Formula {
	return r.must(fmt.Sprintf("groups(%s, %d)", side, size))
}

func (r *reader) note(text string, args ...any) {
	r.out.Notes = append(r.out.Notes, fmt.Sprintf(text, args...))
}

// guess chooses the contents of a buffer by its name.
func (r *reader) guess(b *lab.Buffer) string {
	name := strings.ToLower(b.Name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
	}
	fill := "random"
	switch {
	case has("out", "result", "dst", "count", "sum", "hist"):
		fill = "zero"
	case has("index", "indices", "iota"):
		fill = "iota"
	}
	r.note("Buffer %s begins with %s.", b.Name, map[string]string{"random": "random numbers", "zero": "zeros", "iota": "0, 1, 2, …"}[fill])
	return fill
}

// isCount reports whether a push constant is likely a number of elements.
func isCount(name string) bool {
	return slices.Contains([]string{"n", "count", "size", "length", "len", "num", "total", "elements"}, strings.ToLower(name))
}

package labload

import (
	"fmt"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/internal/format"
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
	s := lab.Step{Indirect: -1}
	for n, b := range k.Face.Bindings {
		t, stride := layoutOf(b)
		out := lab.Buffer{Name: b.Name, Type: t, Stride: stride, Output: b.Writes, Length: r.must(lengthName)}
		if b.Stride == 0 {
			out.Length = lab.Constant(float64(max(1, b.Fixed)))
		}
		fill := r.guess(&out)
		f, err := r.contents("", buffer{Fill: fill, Seed: uint64(n)}, out)
		if err != nil {
			return nil, err
		}
		out.Contents = f
		r.out.Buffers = append(r.out.Buffers, out)
		s.Bind = append(s.Bind, n)
	}
	for _, m := range k.Face.Push {
		f, what := lab.Constant(0), "0"
		if isCount(m.Name) {
			f, what = r.must(lengthName), "the number of elements"
		}
		s.Push = append(s.Push, f)
		r.note("Push constant %s is %s.", m.Name, what)
	}
	s.Constants = make([]*lab.Formula, len(k.Constants))
	if isFree {
		size[0] = usualGroup
		s.Constants[k.Face.Size[0].Constant-1] = lab.Constant(usualGroup)
		r.note("Workgroups have %d invocations.", usualGroup)
	}
	switch {
	case size[2] > 1:
		side := fmt.Sprintf("ceil(%s ** (1/3))", lengthName)
		s.Groups = [3]*lab.Formula{r.groups(side, size[0]), r.groups(side, size[1]), r.groups(side, size[2])}
	case size[1] > 1:
		side := fmt.Sprintf("ceil(sqrt(%s))", lengthName)
		s.Groups = [3]*lab.Formula{r.groups(side, size[0]), r.groups(side, size[1])}
	default:
		s.Groups[0] = r.groups(lengthName, size[0])
	}
	r.note("One dispatch has an invocation for each of %s elements.", format.Thousands(usual))
	r.out.Steps = []lab.Step{s}
	return &Lab{Lab: r.out, Path: path, Files: r.sources(), allowed: r.allowed}, nil
}

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

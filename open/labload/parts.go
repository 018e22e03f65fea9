package labload

import (
	"fmt"
	"maps"
	"slices"

	"kernelscope/compute/lab"
	"kernelscope/shaders/spirv"
)

// layoutOf returns the type and the words of an element of a block of a kernel.
func layoutOf(b spirv.Binding) (t lab.Type, stride int) {
	t, stride = lab.U32, max(1, int(b.Stride))
	for _, m := range b.Members {
		if b.Stride == 0 || m.Unsized {
			if known := lab.Type(m.Scalar); slices.Contains(lab.Types, known) {
				t = known
			}
			break
		}
	}
	return t, stride
}

// bindingOf finds a binding that has the name of a buffer, or that a dispatch binds to it.
func (r *reader) bindingOf(name string) (b spirv.Binding, written, ok bool) {
	for i, d := range r.file.Dispatch {
		k := r.out.Kernels[r.kernelOf(i)]
		for n, binding := range k.Face.Bindings {
			if nameOf(k, n, d.Bind) == name {
				if !ok {
					b, ok = binding, true
				}
				written = written || binding.Writes
			}
		}
	}
	return b, written, ok
}

// kernelOf returns the number of the kernel of a dispatch, which was loaded.
func (r *reader) kernelOf(i int) int {
	d := r.file.Dispatch[i]
	name := d.Shader
	if name == "" {
		name = r.file.Shader
	}
	n, _ := r.kernel(r.path(name), d.Entry)
	return n
}

// nameOf returns the name of the buffer at a binding.
func nameOf(k *lab.Kernel, n int, bind map[string]string) string {
	b := k.Face.Bindings[n]
	if to, ok := bind[b.Name]; ok {
		return to
	}
	for _, m := range b.Members {
		if to, ok := bind[m.Name]; ok {
			return to
		}
	}
	return b.Name
}

// buffers makes the buffers that the file describes, and those that kernels have beside them.
func (r *reader) buffers() error {
	for _, name := range slices.Sorted(maps.Keys(r.file.Buffer)) {
		if err := r.buffer(name, r.file.Buffer[name]); err != nil {
			return err
		}
	}
	for i, d := range r.file.Dispatch {
		k := r.out.Kernels[r.kernelOf(i)]
		for n := range k.Face.Bindings {
			name := nameOf(k, n, d.Bind)
			if _, ok := r.file.Buffer[name]; ok {
				continue
			}
			return r.wrong(fmt.Sprintf("dispatch[%d]", i), "%s has a binding %s, and there is no [buffer.%s]; or bind = { %s = \"…\" }", k.Name, k.Bindings[n], name, k.Bindings[n])
		}
	}
	return nil
}

// buffer makes a buffer.
func (r *reader) buffer(name string, in buffer) (err error) {
	key := "buffer." + name
	if slices.Contains(reserved, name) {
		return r.wrong(key, "the name %s has a meaning in formulas", name)
	}
	if _, ok := r.env[name]; ok {
		return r.wrong(key, "a parameter has the name %s, too", name)
	}
	b := lab.Buffer{Name: name, Type: lab.U32, Stride: 1}
	of, written, bound := r.bindingOf(name)
	if bound {
		b.Type, b.Stride = layoutOf(of)
		b.Output = written
	}
	if in.Type != "" {
		if b.Type = lab.Type(in.Type); !slices.Contains(lab.Types, b.Type) {
			return r.wrong(key+".type", "type %q is not one of %v", in.Type, lab.Types)
		}
	}
	if b.Contents, err = r.contents(key, in, b); err != nil {
		return err
	}
	length := in.Length
	if length == nil {
		if length, err = r.natural(key, in, b, of); err != nil {
			return err
		}
	}
	if b.Length, err = r.formula(key+".length", length, r.env); err != nil {
		return err
	}
	r.out.Buffers = append(r.out.Buffers, b)
	return nil
}

// natural returns the length of a buffer that gives none: of its contents, or of its block.
func (r *reader) natural(key string, in buffer, b lab.Buffer, of spirv.Binding) (any, error) {
	switch {
	case in.Values != nil:
		return int64((len(in.Values) + b.Stride - 1) / b.Stride), nil
	case in.File != "" || in.Graph != "" || in.Picture != "":
		words, err := b.Contents(0, nil)
		return int64(len(words) / b.Stride), err
	case of.Stride == 0 && of.Fixed > 0:
		return int64(of.Fixed), nil
	}
	return nil, r.wrong(key, "the buffer needs a length, values, a file, a graph or a picture")
}

// end reads how often the dispatches run.
func (r *reader) end() (err error) {
	if r.out.Repeat, err = r.formula("run.repeat", r.file.Run.Repeat, r.env); err != nil {
		return err
	}
	if r.file.Run.Until == "" {
		return nil
	}
	if r.out.Until, err = r.formula("run.until", r.file.Run.Until, r.elements()); err != nil {
		return err
	}
	if r.out.Repeat == nil {
		r.out.Repeat = lab.Constant(maxPasses)
	}
	return nil
}

// maxPasses is the greatest number of passes until a condition holds, where the lab gives none.
const maxPasses = 10000

// elements returns the parameters and an empty array for each buffer.
func (r *reader) elements() lab.Env {
	out := r.env.With(nil)
	for _, b := range r.out.Buffers {
		out[b.Name] = b.Type.Numbers(nil)
	}
	return out
}

// known refuses a name that no buffer has.
func (r *reader) known(key, name string) error {
	if !slices.ContainsFunc(r.out.Buffers, func(b lab.Buffer) bool { return b.Name == name }) {
		return r.wrong(key, "there is no buffer %q", name)
	}
	return nil
}

// checks makes the checks.
func (r *reader) checks() (err error) {
	for i, in := range r.file.Check {
		key := fmt.Sprintf("check[%d]", i)
		at := r.places.Of(key)
		c := lab.Check{Where: fmt.Sprintf("%s:%d", at.File, at.Line), Tolerance: in.Tolerance}
		for kind, name := range map[lab.CheckKind]string{
			lab.CheckEach: in.Each, lab.CheckEqual: in.Equal, lab.CheckSorted: in.Sorted, lab.CheckPermutation: in.Permutation, lab.CheckSum: in.Sum,
		} {
			if name == "" {
				continue
			}
			if c.Kind != "" {
				return r.wrong(key, "a check has one of each, equal, sorted, permutation and sum")
			}
			c.Kind, c.Names = kind, []string{name}
		}
		if c.Kind == "" {
			return r.wrong(key, "a check has one of each, equal, sorted, permutation and sum")
		}
		if in.Command != nil {
			if c.Reference, err = r.reference(key, in); err != nil {
				return err
			}
		}
		if in.Of != "" {
			c.Names = append(c.Names, in.Of)
		}
		for _, name := range c.Names {
			if err := r.known(key, name); err != nil {
				return err
			}
		}
		if err := r.condition(key, in, &c); err != nil {
			return err
		}
		r.out.Checks = append(r.out.Checks, c)
	}
	return nil
}

// condition adds the formula of a check.
func (r *reader) condition(key string, in check, c *lab.Check) (err error) {
	needs := c.Kind == lab.CheckEach || c.Kind == lab.CheckSum
	switch {
	case needs && in.Formula == nil:
		return r.wrong(key, "the check needs a formula")
	case c.Kind == lab.CheckEqual && (len(c.Names) < 2) == (c.Reference == nil):
		return r.wrong(key, "equal = \"A\" needs of = \"B\" or a command")
	case c.Kind != lab.CheckEqual && c.Reference != nil:
		return r.wrong(key+".command", "a command computes what a buffer is to equal")
	case !needs:
		return nil
	}
	env := r.elements()
	start := map[string]any{}
	for _, b := range r.out.Buffers {
		start[b.Name] = b.Type.Numbers(nil)
	}
	env["before"], env["i"] = start, 0
	c.Formula, err = r.formula(key+".formula", in.Formula, env)
	return err
}

// views reads what to draw.
func (r *reader) views() (out []View, err error) {
	for i, in := range r.file.View {
		key := fmt.Sprintf("view[%d]", i)
		if err := r.known(key+".buffer", in.Buffer); err != nil {
			return nil, err
		}
		v := View{Buffer: in.Buffer, Kind: Kind(in.Kind), Low: in.Low, High: in.High}
		if v.Kind == "" {
			v.Kind = Bars
		}
		if v.Kind != Bars && v.Kind != Field && v.Kind != OnMap {
			return nil, r.wrong(key+".kind", "kind %q is not one of %s, %s and %s", in.Kind, Bars, Field, OnMap)
		}
		if v.Map = r.maps[in.Graph]; (v.Map != nil) != (v.Kind == OnMap) {
			return nil, r.wrong(key, "a view of the kind %s, and no other, needs the name of a graph; there is %q", OnMap, in.Graph)
		}
		if v.Width, err = r.formula(key+".width", in.Width, r.env); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

package labload

import (
	"fmt"
	"path/filepath"
	"slices"

	"kernelscope/compute/lab"
)

// path returns the path of a file of the lab.
func (r *reader) path(name string) string { return filepath.Join(r.folder, name) }

// dispatches makes the steps.
func (r *reader) dispatches() error {
	for i, in := range r.file.Dispatch {
		s, err := r.step(fmt.Sprintf("dispatch[%d]", i), r.kernelOf(i), in)
		if err != nil {
			return err
		}
		r.out.Steps = append(r.out.Steps, s)
	}
	return nil
}

func (r *reader) step(key string, kernel int, in dispatch) (s lab.Step, err error) {
	k := r.out.Kernels[kernel]
	s = lab.Step{Kernel: kernel, Indirect: -1, At: in.At}
	env := r.env.With(lab.Env{"pass": 0, "time": 0})
	for n := range k.Face.Bindings {
		s.Bind = append(s.Bind, r.index(nameOf(k, n, in.Bind)))
	}
	for name := range in.Bind {
		if k.Binding(name) < 0 {
			return s, r.wrong(key+".bind", "%s has no binding %q; it has %q", k.Name, name, k.Bindings)
		}
	}
	if s.Times, err = r.formula(key+".times", in.Times, r.env); err != nil {
		return s, err
	}
	if err := r.numbers(key, k, in, env, &s); err != nil {
		return s, err
	}
	for _, pair := range in.Swap {
		if len(pair) != 2 {
			return s, r.wrong(key+".swap", "swap = [[\"A\", \"B\"]] has pairs of buffers")
		}
		for _, name := range pair {
			if err := r.known(key+".swap", name); err != nil {
				return s, err
			}
		}
		s.Swap = append(s.Swap, [2]int{r.index(pair[0]), r.index(pair[1])})
	}
	return s, r.grid(key, k, in, env, &s)
}

// index returns the number of a buffer that there is.
func (r *reader) index(name string) int {
	return slices.IndexFunc(r.out.Buffers, func(b lab.Buffer) bool { return b.Name == name })
}

// numbers makes the formulas of push constants and specialization constants. A parameter of the same name is the default.
func (r *reader) numbers(key string, k *lab.Kernel, in dispatch, env lab.Env, s *lab.Step) (err error) {
	of := func(part, name string, given map[string]any) (*lab.Formula, error) {
		if x, ok := given[name]; ok {
			return r.formula(key+"."+part, x, env)
		}
		if _, ok := env[name]; ok {
			return r.formula(key+"."+part, name, env)
		}
		return nil, nil
	}
	for _, m := range k.Face.Push {
		f, err := of("push", m.Name, in.Push)
		if err != nil {
			return err
		}
		if f == nil {
			return r.wrong(key, "%s has a push constant %s, and there is neither push = { %s = … } nor [parameter.%s]", k.Name, m.Name, m.Name, m.Name)
		}
		s.Push = append(s.Push, f)
	}
	for _, name := range k.Constants {
		f, err := of("constants", name, in.Constants)
		if err != nil {
			return err
		}
		s.Constants = append(s.Constants, f)
	}
	for name := range in.Push {
		if !slices.Contains(k.Push, name) {
			return r.wrong(key+".push", "%s has no push constant %q; it has %q", k.Name, name, k.Push)
		}
	}
	for name := range in.Constants {
		if !slices.Contains(k.Constants, name) {
			return r.wrong(key+".constants", "%s has no specialization constant %q; it has %q", k.Name, name, k.Constants)
		}
	}
	return nil
}

// grid makes the workgroups of a dispatch.
func (r *reader) grid(key string, k *lab.Kernel, in dispatch, env lab.Env, s *lab.Step) error {
	given := 0
	for _, x := range []bool{in.Invocations != nil, in.Groups != nil, in.Indirect != ""} {
		if x {
			given++
		}
	}
	if given != 1 {
		return r.wrong(key, "a dispatch has one of groups, invocations and indirect")
	}
	if in.Indirect != "" {
		s.Indirect = r.index(in.Indirect)
		return r.known(key+".indirect", in.Indirect)
	}
	part, x := "groups", in.Groups
	if x == nil {
		part, x = "invocations", in.Invocations
	}
	list, ok := x.([]any)
	if !ok {
		list = []any{x}
	}
	if len(list) > len(s.Groups) {
		return r.wrong(key+"."+part, "a grid has at most %d dimensions", len(s.Groups))
	}
	for d, x := range list {
		f, err := r.formula(key+"."+part, x, env)
		if err != nil {
			return err
		}
		if part == "invocations" {
			if f, err = r.formula(key+"."+part, fmt.Sprintf("groups(%s, %s)", f, r.extent(k, d, s)), env); err != nil {
				return err
			}
		}
		s.Groups[d] = f
	}
	return nil
}

// extent returns a formula of the size of a workgroup in a dimension.
func (r *reader) extent(k *lab.Kernel, d int, s *lab.Step) string {
	e := k.Face.Size[d]
	if n := int(e.Constant) - 1; e.IsSpec && n >= 0 && n < len(s.Constants) && s.Constants[n] != nil {
		return s.Constants[n].String()
	}
	return fmt.Sprint(e.Words)
}

package labload

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/compute/lab"
	"kernelscope/internal/fault"
)

// Sketch returns a lab file with all assumptions about a compute shader alone, to begin with.
func Sketch(l *Lab) (string, error) {
	if l.fills == nil {
		return "", fault.Input.Errorf("%s: a lab file is there; a sketch is made of a shader", l.Path)
	}
	var b strings.Builder
	k, s := l.Kernels[0], l.Steps[0]
	fmt.Fprintf(&b, "title = %q\nshader = %q\n", l.Title, filepath.Base(l.Path))
	for _, p := range l.Parameters {
		fmt.Fprintf(&b, "\n[parameter.%s]\nvalue = %v\n", p.Name, p.Value(p.Default))
		if p.Numbers == nil {
			fmt.Fprintf(&b, "min = %d\nmax = %d\n", p.Min, p.Max)
			continue
		}
		fmt.Fprintf(&b, "values = [%s]\n", strings.Join(strings.Fields(strings.Trim(fmt.Sprintf("%.4f", p.Numbers), "[]")), ", "))
	}
	for i, x := range l.Buffers {
		fmt.Fprintf(&b, "\n[buffer.%s]\nlength = %q\nfill = %q\n", quoted(x.Name), x.Length, l.fills[x.Name])
		if l.fills[x.Name] == "random" {
			fmt.Fprintf(&b, "seed = %d\n", i)
		}
	}
	var groups []string
	for _, f := range s.Groups {
		if f != nil {
			groups = append(groups, fmt.Sprintf("%q", f))
		}
	}
	fmt.Fprintf(&b, "\n[[dispatch]]\ngroups = [%s]\n", strings.Join(groups, ", "))
	var push []string
	for _, m := range k.Face.Push {
		push = append(push, m.Name)
	}
	numbers(&b, "push", push, s.Push)
	numbers(&b, "constants", k.Constants, s.Constants)
	for _, v := range l.Views {
		fmt.Fprintf(&b, "\n[[view]]\nbuffer = %q\nkind = %q\nwidth = %q\n", v.Buffer, v.Kind, v.Width)
	}
	out := slices.IndexFunc(l.Buffers, func(x lab.Buffer) bool { return x.Output })
	if out >= 0 {
		fmt.Fprintf(&b, "\n# [[check]]\n# each = %q\n# formula = \"%s[i] == …\"\n", l.Buffers[out].Name, l.Buffers[out].Name)
	}
	return b.String(), nil
}

// quoted returns a key of TOML.
func quoted(name string) string {
	if isName.MatchString(name) {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// numbers writes the formulas of a dispatch.
func numbers(b *strings.Builder, key string, names []string, formulas []*lab.Formula) {
	var list []string
	for i, f := range formulas {
		if f != nil {
			list = append(list, fmt.Sprintf("%s = %q", quoted(names[i]), f))
		}
	}
	if len(list) > 0 {
		fmt.Fprintf(b, "%s = { %s }\n", key, strings.Join(list, ", "))
	}
}

package spirv

import (
	"fmt"
	"strings"

	"kernelscope/compute"
)

// Check compares names and sizes in Go with a shader's. Blocks are named like the
// fields, push constants in snake case, and specialization constants in upper case. The shader
// may lack some of the last.
func (i Interface) Check(name string, l compute.Layout) error {
	if len(i.Bindings) != len(l.Bindings) {
		return fmt.Errorf("shader %s has %d bindings, Go names %d: %v", name, len(i.Bindings), len(l.Bindings), l.Bindings)
	}
	for n, b := range i.Bindings {
		if b.Name != l.Bindings[n] {
			return fmt.Errorf("shader %s: binding %d is %q, in Go %q", name, n, b.Name, l.Bindings[n])
		}
	}
	for number, constant := range i.Constants {
		if number == 0 {
			continue // the workgroup size
		}
		if n := int(number - 1); n >= len(l.Constants) || strings.ToUpper(snake(l.Constants[n])) != constant {
			return fmt.Errorf("shader %s: specialization constant %d is %q, in Go those from 1 on are %v", name, number, constant, l.Constants)
		}
	}
	word := uint32(0)
	for _, m := range i.Push {
		for k := range m.Words {
			at := int(m.Offset/4 + k)
			if m.Offset/4 != word || at >= len(l.Push) || snake(l.Push[at]) != m.Name {
				return fmt.Errorf("shader %s: push constant %q is at word %d, in Go the words are %v", name, m.Name, at, l.Push)
			}
		}
		word += m.Words
	}
	if int(word) != len(l.Push) {
		return fmt.Errorf("shader %s has %d words of push constants, Go %d", name, word, len(l.Push))
	}
	return nil
}

// snake turns FirstOut into first_out.
func snake(s string) string {
	var out []byte
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				out = append(out, '_')
			}
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// PushBytes returns the size of the push constants.
func (i Interface) PushBytes() (n int) {
	for _, m := range i.Push {
		n += int(4 * m.Words)
	}
	return n
}

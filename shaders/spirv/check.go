package spirv

import (
	"fmt"
	"strings"
)

// Check compares names and sizes in Go with a shader's. Blocks are named like the
// fields, push constants in snake case, and specialization constants in upper case. The shader
// may lack some of the last.
func (i Interface) Check(name string, bindings, constants, push []string) error {
	if len(i.Bindings) != len(bindings) {
		return fmt.Errorf("shader %s has %d bindings, Go names %d: %v", name, len(i.Bindings), len(bindings), bindings)
	}
	for n, b := range i.Bindings {
		if b.Name != bindings[n] {
			return fmt.Errorf("shader %s: binding %d is %q, in Go %q", name, n, b.Name, bindings[n])
		}
	}
	for number, constant := range i.Constants {
		if number == 0 {
			continue // the workgroup size
		}
		if n := int(number - 1); n >= len(constants) || strings.ToUpper(snake(constants[n])) != constant {
			return fmt.Errorf("shader %s: specialization constant %d is %q, in Go those from 1 on are %v", name, number, constant, constants)
		}
	}
	word := uint32(0)
	for _, m := range i.Push {
		for k := range m.Words {
			at := int(m.Offset/4 + k)
			if m.Offset/4 != word || at >= len(push) || snake(push[at]) != m.Name {
				return fmt.Errorf("shader %s: push constant %q is at word %d, in Go the words are %v", name, m.Name, at, push)
			}
		}
		word += m.Words
	}
	if int(word) != len(push) {
		return fmt.Errorf("shader %s has %d words of push constants, Go %d", name, word, len(push))
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

// PushBytes returns the size of the push constants, up to the end of the last one.
func (i Interface) PushBytes() (n int) {
	for _, m := range i.Push {
		n = max(n, int(m.Offset+4*m.Words))
	}
	return n
}

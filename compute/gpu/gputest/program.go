package gputest

import (
	"fmt"
	"maps"

	"kernelscope/compute"
	"kernelscope/shaders"
	"kernelscope/shaders/spirv"
)

// CheckProgram compares a kernel's declaration in Go with its shader, in both
// forms of it.
func CheckProgram(p *compute.Program) error {
	used := map[uint32]string{}
	for _, basic := range []bool{false, true} {
		code, err := shaders.SPIRV(p.Name+".comp", basic)
		if err != nil {
			return err
		}
		face, err := spirv.Read(code)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", p.Name, err)
		}
		if err := face.Check(p.Name, p.Bindings, p.Constants, p.Push); err != nil {
			return err
		}
		if _, sized := face.Constants[0]; !sized {
			return fmt.Errorf("kernel %s: the workgroup size is not specialization constant 0", p.Name)
		}
		maps.Copy(used, face.Constants)
	}
	for i, name := range p.Constants {
		if used[uint32(i+1)] == "" {
			return fmt.Errorf("kernel %s does not use specialization constant %d, in Go %q", p.Name, i+1, name)
		}
	}
	return nil
}

// BlockMembers returns the names of the members of a kernel's storage block, by
// word.
func BlockMembers(kernel, block string) (map[int]string, error) {
	code, err := shaders.SPIRV(kernel+".comp", false)
	if err != nil {
		return nil, err
	}
	face, err := spirv.Read(code)
	if err != nil {
		return nil, err
	}
	for _, b := range face.Bindings {
		if b.Name == block {
			out := map[int]string{}
			for _, m := range b.Members {
				out[int(m.Offset/4)] = m.Name
			}
			return out, nil
		}
	}
	return nil, fmt.Errorf("kernel %s has no block %s", kernel, block)
}

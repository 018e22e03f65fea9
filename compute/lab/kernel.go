package lab

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/internal/fault"
	"kernelscope/shaders/spirv"
)

// Kernel is a compute module.
type Kernel struct {
	*compute.Program
	Face   spirv.Interface
	module *simt.Module
	File   string // that it was read from, for messages
}

// NewKernel makes a kernel of a module. entry is the name of its entry point; it may be empty for a module with one. name is
// for messages and panels. The error wraps fault.Input and names the unsupported part; a module that the interpreter cannot
// execute is refused, too.
func NewKernel(name, file, module, entry string) (*Kernel, error) {
	wrap := func(err error) error { return fault.Input.Errorf("%s: %w", file, err) }
	code, err := spirv.Normal(module, entry)
	if err != nil {
		return nil, wrap(err)
	}
	m, err := simt.Load(code) // drivers crash on invalid modules
	if err != nil {
		return nil, wrap(err)
	}
	face, err := spirv.Read(code)
	if err != nil {
		return nil, wrap(err)
	}
	k := &Kernel{Program: &compute.Program{Name: name, Code: code}, Face: face, File: file, module: m}
	if err := k.layout(); err != nil {
		return nil, wrap(err)
	}
	return k, nil
}

// layout fills in the layout of the program, and refuses what a lab cannot bind.
func (k *Kernel) layout() error {
	for i, b := range k.Face.Bindings {
		switch {
		case b.Texture || len(b.Members) == 0:
			return fmt.Errorf("binding %d, %q, is not a buffer: images and samplers are not supported", i, b.Name)
		case b.Name == "":
			k.Face.Bindings[i].Name = fmt.Sprintf("binding%d", i)
		}
		k.Bindings = append(k.Bindings, k.Face.Bindings[i].Name)
	}
	for number := range uint32(len(k.Face.Defaults)) {
		name := k.Face.Constants[number+1]
		if name == "" {
			name = fmt.Sprintf("constant%d", number+1)
		}
		switch k.Face.Defaults[number+1].Scalar {
		case "u32", "i32", "f32", "b32":
		default:
			return fmt.Errorf("specialization constant %s has the type %q; 32 bits are supported", name, k.Face.Defaults[number+1].Scalar)
		}
		k.Constants = append(k.Constants, name)
	}
	at := uint32(0)
	for i, m := range k.Face.Push {
		if m.Words != 1 || m.Scalar != "u32" && m.Scalar != "i32" && m.Scalar != "f32" {
			return fmt.Errorf("push constant %s is not a number of 32 bits", m.Name)
		}
		if m.Offset < at || m.Offset%4 != 0 || m.Offset >= maxPush {
			return fmt.Errorf("push constant %s is at byte %d; %d bytes are supported", m.Name, m.Offset, maxPush)
		}
		at = m.Offset + 4
		if m.Name == "" {
			k.Face.Push[i].Name = fmt.Sprintf("push%d", i)
		}
	}
	for range at / 4 {
		k.Push = append(k.Push, "word")
	}
	for _, m := range k.Face.Push {
		k.Push[m.Offset/4] = m.Name
	}
	if size := k.Size(nil); size < 1 {
		return fmt.Errorf("the size of a workgroup is not known")
	}
	return nil
}

// maxPush is the size of the push constants that every device has, in bytes.
const maxPush = 128

// allowed refuses specialization constants with which the interpreter cannot execute the kernel, or a workgroup needs more shared
// memory than the device has.
func (k *Kernel) allowed(c compute.Call, l compute.Limits) error {
	constants := map[uint32]uint64{}
	for n, word := range c.Constants {
		constants[uint32(n+1)] = uint64(word)
	}
	p, err := k.module.Compile(simt.Options{Subgroup: usualSubgroup, Constants: constants})
	if err != nil {
		return fault.Input.Errorf("%s: %w", k.File, err)
	}
	if n := 4 * p.Shared(); n > l.SharedBytes {
		return fmt.Errorf("lab: %w: kernel %s has %d bytes of shared memory; %s has %d", fault.Limit, k.Name, n, l.Device, l.SharedBytes)
	}
	return nil
}

// usualSubgroup is the width at which kernels are compiled to see whether they can be.
const usualSubgroup = 32

// Size returns the invocations of a workgroup, given specialization constants, which may be nil.
func (k *Kernel) Size(constants []uint32) int {
	n := 1
	for _, x := range k.Extent(constants) {
		n *= x
	}
	return n
}

// Extent returns the size of a workgroup in each dimension.
func (k *Kernel) Extent(constants []uint32) (out [3]int) {
	for i, e := range k.Face.Size {
		out[i] = int(e.Words)
		if n := int(e.Constant) - 1; e.IsSpec && n >= 0 && n < len(constants) {
			out[i] = int(constants[n])
		}
		out[i] = max(0, min(out[i], 1<<16))
	}
	return out
}

// Binding returns the number of a binding by its name or by the name of a member of its block, or -1.
func (k *Kernel) Binding(name string) int {
	if i := slices.Index(k.Bindings, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(k.Face.Bindings, func(b spirv.Binding) bool {
		return slices.ContainsFunc(b.Members, func(m spirv.Member) bool { return m.Name == name })
	})
}

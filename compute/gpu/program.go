package gpu

import (
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/spirv"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/fault"
	"kernelscope/shaders"
)

type pipelineKey struct {
	program   *compute.Program
	workgroup int
	constants compute.Constants
}

// pipeline is a kernel at one workgroup size, with its constants.
type pipeline struct {
	face   spirv.Interface
	handle vk.Pipeline
	layout vk.PipelineLayout
	set    vk.DescriptorSetLayout
}

// CheckProgram compares a kernel's declaration in Go with its shader, in both
// forms of it.
func CheckProgram(p *compute.Program) error {
	for _, basic := range []bool{false, true} {
		code, err := shaders.SPIRV(p.Name+".comp", basic)
		if err != nil {
			return err
		}
		face, err := spirv.Read(code)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", p.Name, err)
		}
		if err := checkInterface(p.Name, face, p.Bindings, p.Push); err != nil {
			return err
		}
		if !face.Sized {
			return fmt.Errorf("kernel %s: the workgroup size is not specialization constant 0", p.Name)
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

// checkInterface compares names and sizes in Go with those of a shader: blocks
// are named as the fields, push constants likewise but in snake case.
func checkInterface(name string, face spirv.Interface, bindings, push []string) error {
	if len(face.Bindings) != len(bindings) {
		return fmt.Errorf("shader %s has %d bindings, Go names %d: %v", name, len(face.Bindings), len(bindings), bindings)
	}
	for i, b := range face.Bindings {
		if b.Name != bindings[i] {
			return fmt.Errorf("shader %s: binding %d is %q, in Go %q", name, i, b.Name, bindings[i])
		}
	}
	word := uint32(0)
	for _, m := range face.Push {
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

// pipelineFor returns the pipeline of a kernel with its specialization constants,
// made on first use.
func (d *Device) pipelineFor(p *compute.Program, workgroup int, constants compute.Constants) (*pipeline, error) {
	key := pipelineKey{p, workgroup, constants}
	if l, ok := d.pipelines[key]; ok {
		return l, nil
	}
	if workgroup > d.info.Workgroup {
		return nil, fmt.Errorf("%w: kernel %s in workgroups of %d, but %s allows %d", fault.Limit, p.Name, workgroup, d.info.Name, d.info.Workgroup)
	}
	code, err := shaders.SPIRV(p.Name+".comp", d.basic)
	if err != nil {
		return nil, err
	}
	face, err := spirv.Read(code)
	if err != nil {
		return nil, err
	}
	if err := checkInterface(p.Name, face, p.Bindings, p.Push); err != nil {
		return nil, err
	}
	l := &pipeline{face: face}
	l.set, l.layout, err = d.layouts(p.Name, face, vk.ShaderStageComputeBit)
	if err != nil {
		return nil, err
	}
	module, r := vkx.CreateShader(d.handle, code)
	if err = check(r, "create shader", p.Name); err == nil {
		l.handle, r = vkx.CreateCompute(d.handle, module, l.layout, workgroup, constants)
		err = check(r, "create kernel", p.Name)
		vk.DestroyShaderModule(d.handle, module, nil)
	}
	if err != nil {
		l.destroy(d)
		return nil, err
	}
	vkx.Name(d.handle, vk.ObjectTypePipeline, l.handle, fmt.Sprintf("%s/%d%v", p.Name, workgroup, constants))
	d.pipelines[key] = l
	return l, nil
}

// layouts makes the layouts of an interface.
func (d *Device) layouts(name string, face spirv.Interface, stages vk.ShaderStageFlagBits) (vk.DescriptorSetLayout, vk.PipelineLayout, error) {
	limit := min(d.info.Bindings, most)
	if len(face.Bindings) > limit {
		return nil, nil, fmt.Errorf("%w: %s has %d bindings, but %s allows %d", fault.Limit, name, len(face.Bindings), d.info.Name, limit)
	}
	types := make([]vk.DescriptorType, len(face.Bindings))
	for i, b := range face.Bindings {
		types[i] = vk.DescriptorTypeStorageBuffer
		if b.Texture {
			types[i] = vk.DescriptorTypeCombinedImageSampler
		}
	}
	set, r := vkx.CreateSetLayout(d.handle, types, stages)
	if err := check(r, "create set layout", name); err != nil {
		return nil, nil, err
	}
	layout, r := vkx.CreatePipelineLayout(d.handle, set, stages, pushBytes(face))
	if err := check(r, "create pipeline layout", name); err != nil {
		vk.DestroyDescriptorSetLayout(d.handle, set, nil)
		return nil, nil, err
	}
	return set, layout, nil
}

func pushBytes(face spirv.Interface) (n int) {
	for _, m := range face.Push {
		n += int(4 * m.Words)
	}
	return n
}

func (l *pipeline) destroy(d *Device) {
	vk.DestroyPipeline(d.handle, l.handle, nil)
	vk.DestroyPipelineLayout(d.handle, l.layout, nil)
	vk.DestroyDescriptorSetLayout(d.handle, l.set, nil)
}

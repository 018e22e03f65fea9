package gpu

import (
	"fmt"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
	"kernelscope/shaders/spirv"
)

type pipelineKey struct {
	program   *compute.Program
	workgroup int
	constants [vkx.MaxConstants]uint32
}

// pipeline is a kernel at one workgroup size, with its constants.
type pipeline struct {
	face   spirv.Interface
	handle vk.Pipeline
	layout vk.PipelineLayout
	set    vk.DescriptorSetLayout

	compiled bool // by the driver, for a device that compiles at the first dispatch
}

// pipelineFor returns the pipeline of a kernel with its specialization constants,
// made on first use.
func (d *Device) pipelineFor(p *compute.Program, workgroup int, constants []uint32) (*pipeline, error) {
	key := pipelineKey{program: p, workgroup: workgroup}
	copy(key.constants[:], constants)
	if l, ok := d.pipelines[key]; ok {
		return l, nil
	}
	if len(constants) > len(key.constants) {
		return nil, fmt.Errorf("kernel %s has %d specialization constants, at most %d are allowed", p.Name, len(constants), len(key.constants))
	}
	if workgroup > d.info.Workgroup {
		return nil, fmt.Errorf("%w: kernel %s in workgroups of %d, but %s allows %d", fault.Limit, p.Name, workgroup, d.info.Name, d.info.Workgroup)
	}
	code, face, err := d.module(p)
	if err != nil {
		return nil, err
	}
	l := &pipeline{face: face}
	l.set, l.layout, err = d.layouts(p.Name, face, vk.ShaderStageComputeBit)
	if err != nil {
		return nil, err
	}
	module, r := vkx.CreateShader(d.handle, code)
	if err = ErrorOf(r, "create shader", p.Name); err == nil {
		l.handle, r = vkx.CreateCompute(d.handle, module, l.layout, workgroup, key.constants)
		err = ErrorOf(r, "create kernel", p.Name)
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

// module returns the module of a kernel and its interface, which agrees with the kernel's.
func (d *Device) module(p *compute.Program) (code string, face spirv.Interface, err error) {
	if p.Code != "" {
		face, err = spirv.Read(p.Code)
		return p.Code, face, err
	}
	if code, err = d.code(p.Name+".comp", d.basic); err != nil {
		return "", face, err
	}
	if face, err = spirv.Read(code); err != nil {
		return "", face, err
	}
	return code, face, face.Check(p.Name, p.Bindings, p.Constants, p.Push)
}

// layouts makes the layouts of an interface.
func (d *Device) layouts(name string, face spirv.Interface, stages vk.ShaderStageFlagBits) (vk.DescriptorSetLayout, vk.PipelineLayout, error) {
	limit := min(d.info.Bindings, maxBindings)
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
	if err := ErrorOf(r, "create set layout", name); err != nil {
		return nil, nil, err
	}
	layout, r := vkx.CreatePipelineLayout(d.handle, set, stages, face.PushBytes())
	if err := ErrorOf(r, "create pipeline layout", name); err != nil {
		vk.DestroyDescriptorSetLayout(d.handle, set, nil)
		return nil, nil, err
	}
	return set, layout, nil
}

func (l *pipeline) destroy(d *Device) {
	vk.DestroyPipeline(d.handle, l.handle, nil)
	vk.DestroyPipelineLayout(d.handle, l.layout, nil)
	vk.DestroyDescriptorSetLayout(d.handle, l.set, nil)
}

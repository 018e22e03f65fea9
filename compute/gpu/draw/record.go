package draw

import (
	"cmp"
	"image"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/shaders"
)

type (
	stages   = vk.PipelineStageFlagBits
	accesses = vk.AccessFlagBits
)

const (
	transferStage = stages(vk.PipelineStageTransferBit)
	transferWrite = accesses(vk.AccessTransferWriteBit)
	shaderRead    = accesses(vk.AccessShaderReadBit)
)

// pipelineKey names a pipeline: a drawing for targets of a format.
type pipelineKey struct {
	program *program
	format  vk.Format
}

type pipeline struct {
	handle vk.Pipeline
	layout vk.PipelineLayout
	set    vk.DescriptorSetLayout
}

func (l *pipeline) destroy(d vk.Device) {
	vk.DestroyPipeline(d, l.handle, nil)
	vk.DestroyPipelineLayout(d, l.layout, nil)
	vk.DestroyDescriptorSetLayout(d, l.set, nil)
}

// pipelineFor returns the pipeline of a drawing, made on first use.
func (d *drawer) pipelineFor(p *program, t *Target) (*pipeline, error) {
	key := pipelineKey{p, t.format}
	if l, ok := d.pipelines[key]; ok {
		return l, nil
	}
	face, err := p.read()
	if err := cmp.Or(err, d.Compiles()); err != nil {
		return nil, err
	}
	pass, err := d.passFor(t.format, vk.ImageLayoutUndefined, t.layout)
	if err != nil {
		return nil, err
	}
	l := &pipeline{}
	if l.set, l.layout, err = d.Layouts(p.vert, face, vk.ShaderStageVertexBit|vk.ShaderStageFragmentBit); err != nil {
		return nil, err
	}
	if l.handle, err = d.graphics(p, l.layout, pass); err != nil {
		l.destroy(d.Handle)
		return nil, err
	}
	vkx.Name(d.Handle, vk.ObjectTypePipeline, l.handle, p.vert+"+"+p.frag)
	d.pipelines[key] = l
	return l, nil
}

func (d *drawer) graphics(p *program, layout vk.PipelineLayout, pass vk.RenderPass) (vk.Pipeline, error) {
	g := vkx.Graphics{Layout: layout, Pass: pass, Points: p.points, Blend: p.blend, Stride: p.vertex.Stride}
	for _, a := range p.vertex.Attributes {
		g.Formats, g.Offsets = append(g.Formats, formats[a.Format]), append(g.Offsets, a.Offset)
	}
	for _, stage := range []struct {
		source string
		module *vk.ShaderModule
	}{{p.vert + ".vert", &g.Vert}, {p.frag + ".frag", &g.Frag}} {
		code, err := shaders.SPIRV(stage.source, false)
		if err != nil {
			return nil, err
		}
		m, r := vkx.CreateShader(d.Handle, code)
		if err := gpu.ErrorOf(r, "create shader", stage.source); err != nil {
			return nil, err
		}
		defer vk.DestroyShaderModule(d.Handle, m, nil)
		*stage.module = m
	}
	handle, r := vkx.CreateGraphics(d.Handle, g)
	return handle, gpu.ErrorOf(r, "create drawing", p.vert)
}

// Draw clears a target to a colour (red, green, blue) and draws into it, in the order
// of calls. A call that cannot be drawn is omitted; the device's next Err, Read or Flush
// returns the reason.
func Draw(c *gpu.Commands, t *Target, clear [3]float32, calls []Call) {
	t.record(c, vk.ImageLayoutUndefined, clear, nil, calls)
}

// Redraw makes areas of a layer transparent and draws into the layer, in the order of calls, as Draw does.
func Redraw(c *gpu.Commands, l *Layer, areas []image.Rectangle, calls []Call) {
	l.record(c, l.layout, [3]float32{}, areas, calls)
	l.Texture.drawn++
}

// record records a pass that finds the target in a layout, and reports whether all calls are drawn.
func (t *Target) record(c *gpu.Commands, initial vk.ImageLayout, clear [3]float32, areas []image.Rectangle, calls []Call) bool {
	cmd := t.d.Commands(c)
	if cmd == nil {
		return false
	}
	pass, err := t.d.passFor(t.format, initial, t.layout)
	if err != nil {
		t.d.LeaveOut(err)
		return false
	}
	var reads []gpu.Read
	var ready []preparedCall
	for _, call := range calls {
		p, err := t.prepare(call)
		if err != nil {
			t.d.LeaveOut(err)
			continue
		}
		reads, ready = append(reads, p.reads...), append(ready, p)
	}
	t.d.Before(c, reads)
	vkx.BeginPass(cmd, pass, t.framebuffer, t.Width, t.Height, clear)
	for _, a := range areas {
		vkx.Clear(cmd, a.Min.X, a.Min.Y, a.Dx(), a.Dy())
	}
	for _, p := range ready {
		t.draw(cmd, p)
	}
	vk.CmdEndRenderPass(cmd)
	return len(ready) == len(calls)
}

// preparedCall is a call that can be drawn.
type preparedCall struct {
	Call
	l                           *pipeline
	set                         vk.DescriptorSet
	indices, vertices, indirect vk.Buffer
	reads                       []gpu.Read
}

// prepare resolves the resources of a call, or returns why it cannot be drawn.
func (t *Target) prepare(call Call) (p preparedCall, err error) {
	const both = stages(vk.PipelineStageVertexShaderBit) | stages(vk.PipelineStageFragmentShaderBit)
	const input = stages(vk.PipelineStageVertexInputBit)
	p.Call = call
	using := func(b compute.Buffer, at, words int, s stages, a accesses) (vk.Buffer, gpu.Resource) {
		handle, resource, lacks := t.d.Buffer(b, at, words)
		p.reads = append(p.reads, gpu.Read{Number: resource.Number(), Stages: s, Access: a})
		err = cmp.Or(err, lacks)
		return handle, resource
	}
	resources := make([]gpu.Resource, len(call.resources))
	for i, r := range call.resources {
		if texture, ok := r.(*Texture); ok {
			resources[i] = bound{texture}
		} else {
			_, resources[i] = using(r.(compute.Buffer), 0, 0, both, shaderRead)
		}
	}
	if call.Indices != nil {
		p.indices, _ = using(call.Indices, 0, 0, input, accesses(vk.AccessIndexReadBit))
	}
	if call.VertexBuffer != nil {
		p.vertices, _ = using(call.VertexBuffer, 0, 0, input, accesses(vk.AccessVertexAttributeReadBit))
	}
	if call.Indirect != nil {
		p.indirect, _ = using(call.Indirect, call.At, len(IndirectWords(0, 0)), stages(vk.PipelineStageDrawIndirectBit), accesses(vk.AccessIndirectCommandReadBit))
	}
	if err != nil {
		return p, err
	}
	if p.l, err = t.d.pipelineFor(call.program, t); err != nil {
		return p, err
	}
	p.set, err = t.d.Set(p.l.set, resources)
	return p, err
}

func (t *Target) draw(cmd vk.CommandBuffer, call preparedCall) {
	s := [4]int{0, 0, t.Width, t.Height}
	if call.Scissor != nil {
		s = *call.Scissor
	}
	m := call.Margin
	vkx.Viewport(cmd, -m, -m, t.Width+2*m, t.Height+2*m)
	vkx.Scissor(cmd, s[0], s[1], s[2], s[3])
	vk.CmdBindPipeline(cmd, vk.PipelineBindPointGraphics, call.l.handle)
	vkx.BindSet(cmd, vk.PipelineBindPointGraphics, call.l.layout, call.set)
	if len(call.push) > 0 {
		vkx.Push(cmd, call.l.layout, vk.ShaderStageVertexBit|vk.ShaderStageFragmentBit, call.push)
	}
	if call.VertexBuffer != nil {
		vkx.BindVertices(cmd, call.vertices, 0)
	}
	if call.Indices == nil {
		call.drawPlain(cmd)
		return
	}
	kind := vk.IndexTypeUint32
	if call.Short {
		kind = vk.IndexTypeUint16
	}
	vk.CmdBindIndexBuffer(cmd, call.indices, 0, kind)
	if call.Indirect != nil {
		vk.CmdDrawIndexedIndirect(cmd, call.indirect, vk.DeviceSize(4*call.At), 1, 0)
		return
	}
	vk.CmdDrawIndexed(cmd, uint32(call.Vertices), uint32(call.Instances), uint32(call.FirstIndex), int32(call.VertexOffset), uint32(call.FirstInstance))
}

// drawPlain draws without indices.
func (call *preparedCall) drawPlain(cmd vk.CommandBuffer) {
	if call.Indirect != nil {
		vk.CmdDrawIndirect(cmd, call.indirect, vk.DeviceSize(4*call.At), 1, 0)
		return
	}
	vk.CmdDraw(cmd, uint32(call.Vertices), uint32(call.Instances), 0, uint32(call.FirstInstance))
}

package gpu

import (
	"cmp"
	"fmt"
	"reflect"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/spirv"
	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/shaders"
)

// Drawing is a pair of shaders that draw triangles or points, blended by
// premultiplied alpha. Its arguments are the fields of A: buffers and textures are its
// bindings, in order, numbers its push constants; both shaders see all.
type Drawing[A any] struct{ program *drawingProgram }

type drawingProgram struct {
	vert, frag string
	vertex     Vertex
	points     bool
	layout     compute.Layout
}

// Vertex is the layout of vertices in a buffer; the zero value is for shaders
// that need none.
type Vertex struct {
	Stride     int
	Attributes []Attribute
}

// Attribute is a part of a vertex, at location i of the shader.
type Attribute struct {
	Offset int
	Format Format
}

// Format is the type of an attribute.
type Format int

// The formats: two floats, and four bytes that stand for 0 to 1.
const (
	Float2 Format = iota
	Unorm4
)

var formats = [...]vk.Format{Float2: vk.FormatR32g32Sfloat, Unorm4: vk.FormatR8g8b8a8Unorm}

// NewDrawing declares a drawing of triangles by the stems of its shaders.
func NewDrawing[A any](vert, frag string, vertex Vertex) Drawing[A] {
	p := &drawingProgram{vert: vert, frag: frag, vertex: vertex}
	p.layout = compute.LayoutOf(reflect.TypeFor[A](), reflect.TypeFor[compute.Buffer](), reflect.TypeFor[*Texture]())
	return Drawing[A]{p}
}

// NewPoints declares a drawing of points: the vertex shader gives each a size.
func NewPoints[A any](vert, frag string) Drawing[A] {
	d := NewDrawing[A](vert, frag, Vertex{})
	d.program.points = true
	return d
}

// Check compares the declaration with the shaders.
func (d Drawing[A]) Check() error {
	_, err := d.program.read()
	return err
}

// read returns the interface that both shaders have together.
func (p *drawingProgram) read() (face spirv.Interface, err error) {
	for _, source := range []string{p.vert + ".vert", p.frag + ".frag"} {
		code, err := shaders.SPIRV(source, false)
		if err != nil {
			return face, err
		}
		one, err := spirv.Read(code)
		if err != nil {
			return face, fmt.Errorf("shader %s: %w", source, err)
		}
		for i, b := range one.Bindings {
			if i >= len(face.Bindings) {
				face.Bindings = append(face.Bindings, b)
			} else if face.Bindings[i].Name == "" {
				face.Bindings[i] = b
			} else if b.Name != "" && b.Name != face.Bindings[i].Name {
				return face, fmt.Errorf("shader %s: binding %d is %q, in the other stage %q", source, i, b.Name, face.Bindings[i].Name)
			}
		}
		if len(one.Push) > 0 {
			if len(face.Push) > 0 && pushBytes(face) != pushBytes(one) {
				return face, fmt.Errorf("shader %s: other push constants than the other stage", source)
			}
			face.Push = one.Push
		}
	}
	return face, checkInterface(p.vert+"+"+p.frag, face, p.layout)
}

// DrawCall is one drawing with its arguments and what to draw.
type DrawCall struct {
	program   *drawingProgram
	resources []resource
	push      []uint32

	Vertices, Instances, FirstInstance int
	// Indices, if given, name the vertices: Vertices of them from FirstIndex
	// on, each plus VertexOffset. They have 16 bits if Short, else 32.
	Indices                  *Buffer
	Short                    bool
	FirstIndex, VertexOffset int
	VertexBuffer             *Buffer // of drawings with a vertex layout
	// Indirect, if given, has the words of a draw (IndirectWords) from At on, which
	// the device reads instead of the numbers above.
	Indirect *Buffer
	At       int
	Scissor  *[4]int // x, y, width, height; nil for all
	// Margin is by how many pixels the viewport is larger than the target on each
	// side. Points are drawn only if their middle is in the viewport.
	Margin int
}

// IndirectWords are what a buffer holds for a draw of some instances: five words
// with indices, of which a draw without them reads four. Kernels may change them:
// word 0 is the number of vertices, word 1 that of instances.
func IndirectWords(vertices, instances int) []uint32 {
	return []uint32{uint32(vertices), uint32(instances), 0, 0, 0}
}

// Call binds arguments to a drawing.
func (d Drawing[A]) Call(args A) DrawCall {
	resources, _, push := compute.Arguments[resource](args)
	return DrawCall{program: d.program, resources: resources, push: push, Instances: 1}
}

type drawingKey struct {
	program *drawingProgram
	pass    vk.RenderPass
}

// drawing is a drawing's pipeline for one kind of target.
type drawing = pipeline

func (d *Device) drawingFor(p *drawingProgram, pass vk.RenderPass) (*drawing, error) {
	key := drawingKey{p, pass}
	if l, ok := d.drawings[key]; ok {
		return l, nil
	}
	face, err := p.read()
	if err != nil {
		return nil, err
	}
	const stages = vk.ShaderStageVertexBit | vk.ShaderStageFragmentBit
	l := &drawing{face: face}
	if l.set, l.layout, err = d.layouts(p.vert, face, stages); err != nil {
		return nil, err
	}
	if l.handle, err = d.graphics(p, l.layout, pass); err != nil {
		l.destroy(d)
		return nil, err
	}
	vkx.Name(d.handle, vk.ObjectTypePipeline, l.handle, p.vert+"+"+p.frag)
	d.drawings[key] = l
	return l, nil
}

func (d *Device) graphics(p *drawingProgram, layout vk.PipelineLayout, pass vk.RenderPass) (vk.Pipeline, error) {
	g := vkx.Graphics{Layout: layout, Pass: pass, Points: p.points, Stride: p.vertex.Stride}
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
		m, r := vkx.CreateShader(d.handle, code)
		if err := check(r, "create shader", stage.source); err != nil {
			return nil, err
		}
		defer vk.DestroyShaderModule(d.handle, m, nil)
		*stage.module = m
	}
	handle, r := vkx.CreateGraphics(d.handle, g)
	return handle, check(r, "create drawing", p.vert)
}

// Draw clears a target and draws into it, in the order of calls.
func (c *Commands) Draw(t *Target, clear [3]float32, calls []DrawCall) {
	if !c.ready() {
		return
	}
	var uses []use
	var ready []preparedCall
	for _, call := range calls {
		p, err := c.prepare(t, call)
		if err != nil {
			c.d.leaveOut(err)
			continue
		}
		uses, ready = append(uses, p.uses...), append(ready, p)
	}
	c.before(uses)
	vkx.BeginPass(c.handle, t.pass, t.framebuffer, t.Width, t.Height, clear)
	for _, p := range ready {
		c.drawOne(t, p)
	}
	vk.CmdEndRenderPass(c.handle)
}

// preparedCall is a call that can be drawn.
type preparedCall struct {
	DrawCall
	l    *drawing
	set  vk.DescriptorSet
	uses []use
}

// prepare finds what a call needs, or says why it cannot be drawn.
func (c *Commands) prepare(t *Target, call DrawCall) (p preparedCall, err error) {
	const both = stages(vk.PipelineStageVertexShaderBit) | stages(vk.PipelineStageFragmentShaderBit)
	input := stages(vk.PipelineStageVertexInputBit)
	p.DrawCall = call
	using := func(b *Buffer, u use) {
		if b != nil {
			u.buffer = b.id
			p.uses = append(p.uses, u)
			err = cmp.Or(err, b.lacks)
		}
	}
	for _, r := range call.resources {
		if b, ok := r.(*Buffer); ok {
			using(b, use{stage: both, reads: shaderRead})
		}
	}
	using(call.Indices, use{stage: input, reads: accesses(vk.AccessIndexReadBit)})
	using(call.VertexBuffer, use{stage: input, reads: accesses(vk.AccessVertexAttributeReadBit)})
	if call.Indirect != nil {
		using(c.buffer(call.Indirect, call.At, len(IndirectWords(0, 0))), indirectUse(call.Indirect))
	}
	if err != nil {
		return p, err
	}
	if p.l, err = c.d.drawingFor(call.program, t.pass); err != nil {
		return p, err
	}
	p.set, err = c.d.setFor(p.l.set, call.resources)
	return p, err
}

func (c *Commands) drawOne(t *Target, call preparedCall) {
	s := [4]int{0, 0, t.Width, t.Height}
	if call.Scissor != nil {
		s = *call.Scissor
	}
	m := call.Margin
	vkx.Viewport(c.handle, -m, -m, t.Width+2*m, t.Height+2*m)
	vkx.Scissor(c.handle, s[0], s[1], s[2], s[3])
	vk.CmdBindPipeline(c.handle, vk.PipelineBindPointGraphics, call.l.handle)
	vkx.BindSet(c.handle, vk.PipelineBindPointGraphics, call.l.layout, call.set)
	if len(call.push) > 0 {
		vkx.Push(c.handle, call.l.layout, vk.ShaderStageVertexBit|vk.ShaderStageFragmentBit, call.push)
	}
	if call.VertexBuffer != nil {
		vkx.BindVertices(c.handle, call.VertexBuffer.handle, 0)
	}
	if call.Indices == nil {
		c.drawPlain(call.DrawCall)
		return
	}
	kind := vk.IndexTypeUint32
	if call.Short {
		kind = vk.IndexTypeUint16
	}
	vk.CmdBindIndexBuffer(c.handle, call.Indices.handle, 0, kind)
	if call.Indirect != nil {
		vk.CmdDrawIndexedIndirect(c.handle, call.Indirect.handle, vk.DeviceSize(4*call.At), 1, 0)
		return
	}
	vk.CmdDrawIndexed(c.handle, uint32(call.Vertices), uint32(call.Instances), uint32(call.FirstIndex), int32(call.VertexOffset), uint32(call.FirstInstance))
}

// drawPlain draws without indices.
func (c *Commands) drawPlain(call DrawCall) {
	if call.Indirect != nil {
		vk.CmdDrawIndirect(c.handle, call.Indirect.handle, vk.DeviceSize(4*call.At), 1, 0)
		return
	}
	vk.CmdDraw(c.handle, uint32(call.Vertices), uint32(call.Instances), 0, uint32(call.FirstInstance))
}

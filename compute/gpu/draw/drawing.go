package draw

import (
	"context"
	"fmt"
	"reflect"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/internal/vector"
	"kernelscope/shaders"
	"kernelscope/shaders/spirv"
)

// Drawing is a pair of shaders that draw triangles or points, blended by
// premultiplied alpha. Its arguments are the fields of A: buffers and textures are its
// bindings, in order, and numbers its push constants, visible to both shaders.
type Drawing[A any] struct{ program *program }

type program struct {
	vert, frag string
	vertex     Vertex
	points     bool
	blend      vk.BlendOp
	layout     compute.Layout
}

// Vertex is the layout of vertices in a buffer; the zero value is for shaders without vertex
// inputs.
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

// The formats: two floats, and four bytes normalized to 0 to 1.
const (
	Float2 Format = iota
	Unorm4
)

var formats = [...]vk.Format{Float2: vk.FormatR32g32Sfloat, Unorm4: vk.FormatR8g8b8a8Unorm}

// NewDrawing declares a drawing of triangles by the stems of its shaders.
func NewDrawing[A any](vert, frag string, vertex Vertex) Drawing[A] {
	p := &program{vert: vert, frag: frag, vertex: vertex}
	p.layout = compute.LayoutOf(reflect.TypeFor[A](), reflect.TypeFor[compute.Buffer](), reflect.TypeFor[*Texture]())
	return Drawing[A]{p}
}

// NewPoints declares a drawing of points: the vertex shader gives each a size.
func NewPoints[A any](vert, frag string) Drawing[A] {
	d := NewDrawing[A](vert, frag, Vertex{})
	d.program.points = true
	return d
}

// Lightest returns the drawing blended by the greater of each component, its own and the target's. The result does not depend on
// the order of calls.
func (d Drawing[A]) Lightest() Drawing[A] { return d.blended(vk.BlendOpMax) }

// Darkest is Lightest by the least of each component.
func (d Drawing[A]) Darkest() Drawing[A] { return d.blended(vk.BlendOpMin) }

func (d Drawing[A]) blended(op vk.BlendOp) Drawing[A] {
	p := *d.program
	p.blend = op
	return Drawing[A]{&p}
}

// Check compares the declaration with the shaders.
func (d Drawing[A]) Check() error {
	_, err := d.program.read()
	return err
}

// read returns the combined interface of both shaders.
func (p *program) read() (face spirv.Interface, err error) {
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
			if len(face.Push) > 0 && face.PushBytes() != one.PushBytes() {
				return face, fmt.Errorf("shader %s: other push constants than the other stage", source)
			}
			face.Push = one.Push
		}
	}
	return face, face.Check(p.vert+"+"+p.frag, p.layout.Bindings, p.layout.Constants, p.layout.Push)
}

// Call is one drawing with its arguments and vertices.
type Call struct {
	program   *program
	resources []any // compute.Buffer or *Texture
	push      []uint32

	Vertices, Instances, FirstInstance int
	// Indices, if given, name the vertices: Vertices of them, starting at FirstIndex, each plus
	// VertexOffset. They have 16 bits if Short, else 32.
	Indices                  *gpu.Buffer
	Short                    bool
	FirstIndex, VertexOffset int
	VertexBuffer             *gpu.Buffer // of drawings with a vertex layout
	// Indirect, if given, has the words of a draw (IndirectWords), starting at At, which the
	// device reads instead of the numbers above.
	Indirect *gpu.Buffer
	At       int
	Scissor  *[4]int // x, y, width, height; nil for all
	// Margin is the number of pixels by which the viewport exceeds the target on each side. Points
	// are drawn only if their centre is in the viewport.
	Margin int
	// Shapes, if given, draws what the device draws into a figure, from the same buffers. What it reads
	// must be complete.
	Shapes func(ctx context.Context, to *vector.Figure) error
}

// IndirectWords returns the words in a buffer for a draw of some instances: five with indices,
// of which a draw without indices reads four. Kernels may change them: word 0 is the number of
// vertices, word 1 the number of instances.
func IndirectWords(vertices, instances int) []uint32 {
	return []uint32{uint32(vertices), uint32(instances), 0, 0, 0}
}

// Call binds arguments to a drawing.
func (d Drawing[A]) Call(args A) Call {
	resources, _, push := compute.Arguments[any](args)
	return Call{program: d.program, resources: resources, push: push, Instances: 1}
}

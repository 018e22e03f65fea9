// Package imdraw draws what Dear ImGui has built. It is the only part of the
// interface that knows the device.
package imdraw

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
)

// Device is the device, for packages that may not name it.
type Device = gpu.Device

// Call is a draw on it, for the same packages.
type Call = draw.Call

type args struct {
	Atlas *draw.Texture
	Scale [2]float32
}

type pictureArgs struct {
	Picture *draw.Texture
	Scale   [2]float32
}

var (
	vertex = func() draw.Vertex {
		size, position, uv, colour := imgui.VertexBufferLayout()
		return draw.Vertex{Stride: size, Attributes: []draw.Attribute{
			{Offset: position, Format: draw.Float2}, {Offset: uv, Format: draw.Float2}, {Offset: colour, Format: draw.Unorm4},
		}}
	}()
	drawing        = draw.NewDrawing[args]("imgui", "imgui", vertex)
	pictureDrawing = draw.NewDrawing[pictureArgs]("imgui", "imgui_picture", vertex)
)

// Painter holds the font atlas and, for each frame in progress, the vertices.
type Painter struct {
	d        *Device
	atlas    *draw.Texture
	frames   [2]struct{ vertices, indices *gpu.Buffer }
	pictures map[imgui.TextureID]*draw.Texture // in colour
}

// Names of textures in the lists of Dear ImGui.
const (
	atlasID = imgui.TextureID(1)
	// ChartID, CardsID and LensID are pictures in colour.
	ChartID = imgui.TextureID(2)
	CardsID = imgui.TextureID(3)
	LensID  = imgui.TextureID(4)
)

// SetPicture replaces a picture.
func (p *Painter) SetPicture(id imgui.TextureID, m *image.RGBA) error {
	t, err := draw.NewPicture(p.d, "picture", m.Rect.Dx(), m.Rect.Dy(), m.Pix)
	if err != nil {
		return err
	}
	p.pictures[id].Release()
	p.pictures[id] = t
	return nil
}

// New uploads the font atlas of the current context.
func New(d *Device) (*Painter, error) {
	fonts := imgui.CurrentIO().Fonts()
	glyphs := fonts.TextureDataAlpha8()
	texels := unsafe.Slice((*byte)(glyphs.Pixels), glyphs.Width*glyphs.Height)
	atlas, err := draw.NewTexture(d, "font atlas", glyphs.Width, glyphs.Height, texels)
	if err != nil {
		return nil, err
	}
	fonts.SetTextureID(atlasID)
	return &Painter{d: d, atlas: atlas, pictures: map[imgui.TextureID]*draw.Texture{}}, nil
}

// Device returns the device that it draws on.
func (p *Painter) Device() *Device { return p.d }

// Release releases all resources.
func (p *Painter) Release() {
	p.atlas.Release()
	for _, t := range p.pictures {
		t.Release()
	}
	for _, f := range p.frames {
		f.vertices.Release()
		f.indices.Release()
	}
}

// Calls copies the lists of the last Render to the buffers of a frame, 0 or 1,
// since they die at the next NewFrame, and returns how to draw them.
func (p *Painter) Calls(frame, width, height int) ([]Call, error) {
	data := imgui.RenderedDrawData()
	if !data.Valid() {
		return nil, nil
	}
	vertexSize, _, _, _ := imgui.VertexBufferLayout()
	indexSize := imgui.IndexBufferLayout()
	lists := data.CommandLists()
	vertexBytes, indexBytes := 0, 0
	for _, l := range lists {
		_, v := l.VertexBuffer()
		_, i := l.IndexBuffer()
		vertexBytes, indexBytes = vertexBytes+v, indexBytes+i
	}
	f := &p.frames[frame]
	if err := p.grow(&f.vertices, "interface vertices", vertexBytes); err != nil {
		return nil, err
	}
	if err := p.grow(&f.indices, "interface indices", indexBytes); err != nil {
		return nil, err
	}
	var calls []Call
	v, i := 0, 0 // bytes copied
	for _, l := range lists {
		vp, vn := l.VertexBuffer()
		ip, in := l.IndexBuffer()
		copy(f.vertices.Bytes()[v:], unsafe.Slice((*byte)(vp), vn))
		copy(f.indices.Bytes()[i:], unsafe.Slice((*byte)(ip), in))
		for _, command := range l.Commands() {
			clip := command.ClipRect()
			x0, y0 := max(int(clip.X), 0), max(int(clip.Y), 0)
			x1, y1 := min(int(clip.Z), width), min(int(clip.W), height)
			if x1 <= x0 || y1 <= y0 || command.HasUserCallback() {
				continue
			}
			c, ok := p.call(command.TextureID(), [2]float32{2 / float32(width), 2 / float32(height)})
			if !ok {
				continue
			}
			c.Vertices, c.Indices, c.Short, c.VertexBuffer = command.ElementCount(), f.indices, indexSize == 2, f.vertices
			c.FirstIndex, c.VertexOffset = i/indexSize+command.IndexOffset(), v/vertexSize+command.VertexOffset()
			c.Scissor = &[4]int{x0, y0, x1 - x0, y1 - y0}
			calls = append(calls, c)
		}
		v, i = v+vn, i+in
	}
	return calls, nil
}

// call draws with a texture; ok is false if there is none.
func (p *Painter) call(id imgui.TextureID, scale [2]float32) (c Call, ok bool) {
	if id == atlasID {
		return drawing.Call(args{p.atlas, scale}), true
	}
	picture, ok := p.pictures[id]
	if !ok {
		return c, false
	}
	return pictureDrawing.Call(pictureArgs{picture, scale}), true
}

// grow makes a buffer large enough. One that is replaced lives on until the
// frame that uses it is done.
func (p *Painter) grow(b **gpu.Buffer, name string, bytes int) error {
	if *b != nil && 4*(*b).Len() >= bytes {
		return nil
	}
	(*b).Release()
	n, err := p.d.NewMapped(name, max(1<<14, bytes/2))
	if err != nil {
		return fmt.Errorf("ui: %w", err)
	}
	*b = n
	return nil
}

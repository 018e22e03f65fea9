// Package imdraw draws the output of Dear ImGui. It is the only part of the
// interface that depends on the device.
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

// Commands are a frame's on it, for the same packages.
type Commands = gpu.Commands

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
	layout = func() draw.Vertex {
		size, position, uv, colour := imgui.VertexBufferLayout()
		return draw.Vertex{Stride: size, Attributes: []draw.Attribute{
			{Offset: position, Format: draw.Float2}, {Offset: uv, Format: draw.Float2}, {Offset: colour, Format: draw.Unorm4},
		}}
	}()
	drawing        = draw.NewDrawing[args]("imgui", "imgui", layout)
	pictureDrawing = draw.NewDrawing[pictureArgs]("imgui", "imgui_picture", layout)
)

// Sizes in the lists of Dear ImGui.
const (
	vertexBytes = int(unsafe.Sizeof(vertex{}))
	indexBytes  = 2
)

// Painter holds the font atlas and, for each frame in progress, the vertices.
type Painter struct {
	d        *Device
	atlas    *draw.Texture
	frames   [2]struct{ vertices, indices *gpu.Buffer }
	kept     kept
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
	p.kept.sums = nil
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
	p.kept.layer.Release()
	for _, f := range p.frames {
		f.vertices.Release()
		f.indices.Release()
	}
}

// command is a part of a list that is drawn with one texture.
type command struct {
	call     Call
	texture  imgui.TextureID
	area     image.Rectangle // that it may change
	vertices []vertex
	indices  []uint16
}

// vertex is a vertex of Dear ImGui.
type vertex struct {
	x, y, u, v float32
	colour     uint32
}

// commands copies the vertices of the last Render to the buffer of a frame, since they die at the next NewFrame, and returns
// what draws them. Its calls lack their indices.
func (p *Painter) commands(vertices **gpu.Buffer, width, height int) ([]command, error) {
	data := imgui.RenderedDrawData()
	if !data.Valid() {
		return nil, nil
	}
	lists := data.CommandLists()
	bytes := 0
	for _, l := range lists {
		_, n := l.VertexBuffer()
		bytes += n
	}
	if err := p.grow(vertices, "interface vertices", bytes); err != nil {
		return nil, err
	}
	var commands []command
	at := 0 // bytes copied
	for _, l := range lists {
		vp, vn := l.VertexBuffer()
		ip, in := l.IndexBuffer()
		copy((*vertices).Bytes()[at:], unsafe.Slice((*byte)(vp), vn))
		for _, c := range l.Commands() {
			clip := c.ClipRect()
			area := image.Rect(int(clip.X), int(clip.Y), int(clip.Z), int(clip.W)).Intersect(image.Rect(0, 0, width, height))
			if area.Empty() || c.HasUserCallback() {
				continue
			}
			call, ok := p.call(c.TextureID(), [2]float32{2 / float32(width), 2 / float32(height)})
			if !ok {
				continue
			}
			call.Short, call.VertexBuffer, call.VertexOffset = true, *vertices, at/vertexBytes+c.VertexOffset()
			commands = append(commands, command{call, c.TextureID(), area,
				unsafe.Slice((*vertex)(vp), vn/vertexBytes)[c.VertexOffset():],
				unsafe.Slice((*uint16)(ip), in/indexBytes)[c.IndexOffset():][:c.ElementCount()]})
		}
		at += vn
	}
	return commands, nil
}

// Calls returns how to draw the lists of the last Render, from the buffers of a frame, 0 or 1.
func (p *Painter) Calls(frame, width, height int) ([]Call, error) {
	f := &p.frames[frame]
	commands, err := p.commands(&f.vertices, width, height)
	if err != nil {
		return nil, err
	}
	var b batch
	for _, c := range commands {
		b.add(c, c.area, c.indices)
	}
	return b.upload(p, &f.indices)
}

// batch collects calls and their indices.
type batch struct {
	calls   []Call
	indices []uint16
}

// add adds a call that draws some triangles of a command within an area.
func (b *batch) add(c command, area image.Rectangle, indices []uint16) {
	call := c.call
	call.Vertices, call.FirstIndex = len(indices), len(b.indices)
	call.Scissor = &[4]int{area.Min.X, area.Min.Y, area.Dx(), area.Dy()}
	b.calls, b.indices = append(b.calls, call), append(b.indices, indices...)
}

// upload copies the indices to a buffer, and returns the calls.
func (b *batch) upload(p *Painter, to **gpu.Buffer) ([]Call, error) {
	if err := p.grow(to, "interface indices", indexBytes*len(b.indices)); err != nil {
		return nil, err
	}
	if len(b.indices) > 0 {
		copy((*to).Bytes(), unsafe.Slice((*byte)(unsafe.Pointer(&b.indices[0])), indexBytes*len(b.indices)))
	}
	for i := range b.calls {
		b.calls[i].Indices = *to
	}
	return b.calls, nil
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

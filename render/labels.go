package render

import (
	"image/color"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	"kernelscope/internal/parallel"
	"kernelscope/render/glyphs"
	"kernelscope/render/label"
)

// labelsArgs are the arguments of labels.vert and labels.frag.
type labelsArgs struct {
	Marks, Fields compute.Buffer
	HalfTarget    [2]float32
	Count         uint32
	HaloTint      uint32
	Halo, Spread  float32
	Corner        float32
}

var labelsDrawing = draw.NewDrawing[labelsArgs]("labels", "labels", draw.Vertex{})

const (
	markWords = 8 // words of a letter or a plate on the device
	plateMark = math.MaxUint32
	haloWidth = 1.6 // pixels of a plain display
)

// fields holds the distance fields of glyphs on the device. New ones are appended.
type fields struct {
	fonts  *glyphs.Fonts
	of     map[glyphs.Key]placed
	texels []byte
	buffer compute.Buffer // nil until first used
	sent   int            // number of texels uploaded so far
}

// placed is a field and its first texel.
type placed struct {
	glyphs.Field
	first int
}

// Covered lists the areas of a picture without labels.
type Covered = label.Covered

// labels holds the labels in a picture of a map.
type labels struct {
	placer  *parallel.Later[*label.Placer] // nil until labels are first drawn
	marks   compute.Buffer                 // nil until first used
	count   int
	words   []uint32
	placed  []label.Mark
	texts   []label.Label // of the placed marks
	shown   shown
	covered Covered // areas without labels in shown
	theme   string  // theme of the marks
}

// field returns the field of a glyph, which it makes if it is new.
func (f *fields) field(k glyphs.Key) placed {
	g, ok := f.of[k]
	if !ok {
		g = placed{f.fonts.Field(k), len(f.texels)}
		f.of[k], f.texels = g, append(f.texels, g.Texels...)
	}
	return g
}

// send uploads new fields. It returns false if the device lacks memory.
func (f *fields) send(e compute.Encoder, r *Map) bool {
	words := (len(f.texels) + 3) / 4
	if f.buffer == nil || f.buffer.Len() < words {
		b := r.room("fields of glyphs", max(1<<14, 2*words))
		if b == nil {
			return false
		}
		release(f.buffer)
		f.buffer, f.sent = b, 0
	}
	if first := f.sent / 4; f.sent < len(f.texels) {
		packed := make([]uint32, words-first)
		for i, t := range f.texels[4*first:] {
			packed[i/4] |= uint32(t) << (8 * (i % 4))
		}
		sendWords(e, f.buffer, first, packed)
		f.sent = len(f.texels)
	}
	return true
}

// room makes a buffer, or returns nil if the device lacks memory.
func (r *Map) room(name string, words int) compute.Buffer {
	if words > r.d.Limits().BufferWords {
		return nil
	}
	b, err := r.d.TryBuffer(name, words)
	if err != nil {
		return nil
	}
	return b
}

// labelCalls returns the draw calls of the names on the map.
func (r *Map) labelCalls(e compute.Encoder, c Camera, l Look) []draw.Call {
	if !l.Labels || r.m.Names == nil {
		return nil
	}
	s := &r.labels
	if s.placer == nil {
		s.placer = parallel.Begin(func() *label.Placer { return label.New(r.m, r.fields.fonts) })
	}
	if l.Live && !s.placer.Ready() {
		return nil
	}
	if now := (shown{camera: c, ratio: l.Ratio}); now != s.shown || l.Covered != s.covered || s.marks == nil || s.theme != r.theme.Name {
		s.shown, s.covered, s.theme = now, l.Covered, r.theme.Name
		r.placeLabels(e, c, l)
	}
	if s.count == 0 {
		return nil
	}
	halo := r.theme.Background
	halo.A = 0xD8
	call := labelsDrawing.Call(labelsArgs{
		Marks: s.marks, Fields: r.fields.buffer, HalfTarget: [2]float32{float32(c.Width) / 2, float32(c.Height) / 2},
		Count: uint32(s.count), HaloTint: packed(halo), Halo: float32(haloWidth * l.Ratio), Spread: glyphs.Spread, Corner: float32(3 * l.Ratio),
	})
	call.Vertices, call.Shapes = 6*2*s.count, r.labelShapes(l.Ratio, unpacked(packed(halo)))
	return []draw.Call{call}
}

// placeLabels places the labels of a view and uploads them. If the device lacks memory there are
// none.
func (r *Map) placeLabels(e compute.Encoder, c Camera, l Look) {
	s := &r.labels
	s.words, s.count = s.words[:0], 0
	s.placed = s.placer.Wait().Place(label.View{X: c.X, Y: c.Y, Scale: c.Scale, Width: c.Width, Height: c.Height, Metres: c.MetresPerPixel(), Ratio: l.Ratio, Covered: l.Covered})
	s.texts = s.placer.Wait().Labels()
	for _, m := range s.placed {
		s.words = r.mark(s.words, m)
	}
	n := len(s.words)
	if n > 0 && (s.marks == nil || s.marks.Len() < n) {
		b := r.room("labels", max(1<<12, 2*n))
		if b == nil {
			return
		}
		release(s.marks)
		s.marks = b
	}
	if n == 0 || !r.fields.send(e, r) {
		return
	}
	sendWords(e, s.marks, 0, s.words)
	s.count = n / markWords
}

// mark appends the words of a mark. Invisible glyphs are omitted.
func (r *Map) mark(words []uint32, m label.Mark) []uint32 {
	f := math.Float32bits
	tint := packed(r.theme.label(m.Style))
	if m.Style == label.Plate {
		return append(words, f(m.X), f(m.Y), f(1), 0, 0, uint32(m.Width)|uint32(m.Size)<<16, plateMark, tint)
	}
	g := r.fields.field(m.Key)
	if g.Width == 0 {
		return words
	}
	scale := m.Size / glyphs.EmTexels
	return append(words, f(m.X), f(m.Y), f(m.Cos*scale), f(m.Sin*scale), uint32(uint16(int16(g.Left)))|uint32(uint16(int16(g.Top)))<<16,
		uint32(g.Width)|uint32(g.Height)<<16, uint32(g.first), tint)
}

// label returns the colour of a style of labels. Alpha is zero for letters without a halo.
func (t *Theme) label(s label.Style) color.RGBA {
	switch s {
	case label.Place:
		return t.Text
	case label.Quarter:
		return t.Dim
	case label.Plate:
		return t.Plate
	case label.Number:
		c := t.Text
		c.A = 0
		return c
	}
	return t.Label
}

package render

import (
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/shaders"
)

// A level of detail is uploaded as a whole if it fits a buffer, otherwise only the part near
// the view; if even that is too large, or memory is short, a coarser level is drawn.

// near is the uploaded part of a level that is too large for a buffer.
type near struct {
	*uploaded
	level   int
	classes [scene.Classes]bool
	box     geom.Box
}

// detailFor returns the level of detail for a camera: the one that suits the zoom or, if the device
// lacks memory for it, the next coarser one that fits; nil if none fits.
func (r *Map) detailFor(c Camera, l Look) *uploaded {
	wanted := r.levelOf(c, l)
	for level := wanted; level <= coarsest; level++ {
		if most := r.maxChunks(c, l); len(r.detailOf(level).chunks) > most && r.chunksInView(level, c, l) > most {
			continue
		}
		if u := r.onDevice(level, c, l); u != nil {
			r.coarser = level - wanted
			return u
		}
	}
	r.coarser = coarsest
	return nil
}

// Note describes in a sentence what the last frame omits for lack of memory. It is empty if nothing
// is missing.
func (r *Map) Note() string {
	if r.coarser == 0 {
		return ""
	}
	i := r.d.Info()
	if r.coarser == coarsest {
		return fmt.Sprintf("%s has no room to draw roads into a picture of this size: they are left out.", i.Name)
	}
	return fmt.Sprintf("The roads in view do not fit a buffer of %s (%s): they are drawn with less detail.", i.Name, format.Bytes(i.StorageBytes))
}

// A software device draws a map of more segments than these with one and with two levels less detail while the camera moves:
// two processors rasterize ten million segments per second.
var manySegments = [...]int{1 << 15, 1 << 17}

// Moving reports whether a camera that last moved at the given time still counts as moving.
func Moving(last time.Time) bool { return time.Since(last) < 200*time.Millisecond }

// levelOf returns the level of detail for a look. The next coarser level has about half as many
// segments, with points displaced by at most 1.4 pixels.
func (r *Map) levelOf(c Camera, l Look) int {
	if l.Full {
		return finest
	}
	level := levelFor(c.Scale)
	if l.Live {
		level = r.soon(level)
	}
	if l.Moving && r.d.Info().Software {
		for _, most := range manySegments {
			if level < coarsest && level <= levelFor(c.Scale)+1 && len(r.detailOf(level).segments) > most {
				level++
			}
		}
	}
	return level
}

// maxChunks returns the greatest number of chunks in view.
func (r *Map) maxChunks(c Camera, l Look) int {
	most := r.d.Limits().BufferWords / (shaders.RoadsSegmentWords * shaders.RoadsChunk)
	if !r.splats(c) {
		most = min(most, r.d.Limits().BufferWords/(shaders.RoadsElementWords*shaders.RoadsChunk*l.parts(c)))
	}
	return most
}

// keysRun reports whether the device can run the kernels that order quads, which need workgroups as
// large as a chunk.
func (r *Map) keysRun() bool { return r.d.Limits().Workgroup >= shaders.RoadsChunk }

// splats reports whether the pixels of a target fit into a buffer.
func (r *Map) splats(c Camera) bool { return c.Width*c.Height <= r.d.Limits().BufferWords }

// chunksInView returns the number of chunks in view at a level.
func (r *Map) chunksInView(level int, c Camera, l Look) int {
	return len(r.detailOf(level).visible(l.view(c, viewMargin*l.Ratio), l.classes(c), nil))
}

// onDevice uploads a level, or the part of it near the view, and returns nil if the device lacks
// memory for both.
func (r *Map) onDevice(level int, c Camera, l Look) *uploaded {
	whole := r.detailOf(level)
	if whole.buffer != nil {
		return whole
	}
	view, classes := l.view(c, viewMargin*l.Ratio), l.classes(c)
	if n := r.near; n != nil && n.level == level && n.classes == classes && n.box.Contains(view) {
		return n.uploaded
	}
	for _, screens := range []float64{1, 0} { // an extended area avoids an upload at every movement
		box := l.view(c, viewMargin*l.Ratio+screens*float64(max(c.Width, c.Height)))
		if u := r.upload(whole.touching(box, classes), fmt.Sprintf("segments near the view, at level %d", level)); u.buffer != nil {
			r.dropNear()
			r.near = &near{u, level, classes, box}
			return u
		}
	}
	return nil
}

func (r *Map) dropNear() {
	if r.near != nil {
		r.near.buffer.Release()
		r.near = nil
	}
}

// touching returns the part of a level that visible selects.
func (d *detail) touching(box geom.Box, drawn [scene.Classes]bool) (part detail) {
	for _, i := range d.visible(box, drawn, nil) {
		part.chunks = append(part.chunks, d.chunks[i])
		segments := d.segments[i*shaders.RoadsChunk : (i+1)*shaders.RoadsChunk]
		part.segments = append(part.segments, segments...)
	}
	part.longest, part.squares = d.longest, d.squares*float64(len(part.segments))/float64(max(1, len(d.segments)))
	return part
}

// detailOf returns a level, which is uploaded at the first call if there is memory.
func (r *Map) detailOf(level int) *uploaded {
	u, ok := r.details[level]
	if !ok {
		u = r.upload(r.made(level), fmt.Sprintf("segments at level %d", level))
		r.details[level] = u
	}
	return u
}

// upload uploads a level. Its buffer is nil if the device lacks memory.
func (r *Map) upload(d detail, name string) *uploaded {
	u := &uploaded{detail: d}
	if b, err := r.d.TryBuffer(name, shaders.RoadsSegmentWords*len(d.segments)); err == nil {
		u.buffer = b
		r.d.Write(b, 0, d.words())
	}
	return u
}

// thinned drops every other inner point, repeatedly, until a line of the points fits into a buffer.
func (r *Map) thinned(points []geom.Point) []geom.Point {
	for shaders.RoadsSegmentWords*(len(points)+shaders.RoadsChunk) > r.d.Limits().BufferWords && len(points) > 2 {
		var fewer []geom.Point
		for i := 0; i < len(points)-1; i += 2 {
			fewer = append(fewer, points[i])
		}
		points = append(fewer, points[len(points)-1])
	}
	return points
}

// release releases those buffers that are not nil.
func release(buffers ...compute.Buffer) {
	for _, b := range buffers {
		if b != nil {
			b.Release()
		}
	}
}

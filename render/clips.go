package render

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// ClipLook says how a frame shows a clip scene.
type ClipLook struct {
	// Peel is the greatest depth of elements that are shown; negative for all.
	Peel          int
	OwnBoxes      bool    // an outline around each element's own box
	ResolvedBoxes bool    // and around what all clips above leave of it
	Hover         int     // the element under the mouse, shown with all clips above it; negative for none
	Ratio         float64 // pixels of the target per pixel of a plain display
	// Always paints in every frame, even if nothing has changed.
	Always bool
}

// ClipState says how a clip scene was painted.
type ClipState struct {
	Elements   int     // of the scene
	Culled     int     // elements that touch no tile of the view
	Pairs      int     // pairs of a painting step and a tile
	Sides      int     // in all tiles
	Tiles      int     // of the view
	Pages      int     // of the stacks of all tiles
	Bands      int     // bands in which the view is painted, one after another
	Unfinished bool    // there is more to paint: draw again
	Painted    float64 // the share of the view painted by earlier bands
	Rounds     int     // of painting, so far
	// GPU time of all finished frames, and how many of them painted.
	Bin, Sort, Paint time.Duration
	Made             int
}

// Clips draws a clip scene: whenever the view has changed a kernel paints one word per
// pixel, and a drawing shows these.
type Clips struct {
	d     *gpu.Device
	s     *clipscene.Scene
	theme *Theme

	clips    *clip.Clip    // links and boxes of elements, on the device
	resolved []clipseq.Box // and on the host
	links    []uint32
	depths   []uint32

	owners []uint32 // of steps: elements
	sides  []uint32 // of steps, of all contours

	steps, owner, stretches, points, depth compute.Buffer

	paint   *clipPaint
	overlay *clipOverlay
	state   ClipState
}

// NewClips puts a scene on a device and resolves its boxes there.
func NewClips(d *gpu.Device, s *clipscene.Scene, theme *Theme) (*Clips, error) {
	c := &Clips{d: d, s: s, theme: theme, state: ClipState{Elements: len(s.Elements)}}
	err := c.make()
	if err != nil {
		c.Release()
		return nil, fmt.Errorf("render: %w", err)
	}
	return c, nil
}

func (c *Clips) make() error {
	if err := c.s.Check(); err != nil {
		return err
	}
	if err := c.resolve(); err != nil {
		return err
	}
	if err := c.upload(); err != nil {
		return err
	}
	var err error
	if c.paint, err = newClipPaint(c); err != nil {
		return err
	}
	c.overlay, err = newClipOverlay(c)
	return err
}

// resolve matches pushes and pops and intersects boxes on the device.
func (c *Clips) resolve() error {
	seq := c.s.Sequence()
	n := len(seq.Elements)
	var err error
	if c.clips, err = (clip.Tree{}).Prepare(c.d, max(1, n), true, nil); err != nil {
		return err
	}
	if err = c.clips.Write(seq); err != nil {
		return err
	}
	c.clips.Record(c.d)
	found, err := c.clips.Read(context.Background(), n)
	if err == nil {
		err = found.Balanced()
	}
	c.resolved, c.links = found.Boxes, found.Links
	return err
}

// Resolved returns for each element what all clips above it leave of its box; for an end,
// what remains around it.
func (c *Clips) Resolved() []clipseq.Box { return c.resolved }

// Links returns for each element the innermost begin that is open before it, or
// clip.None.
func (c *Clips) Links() []uint32 { return c.links }

// Depths returns for each element the number of begins that are open before it.
func (c *Clips) Depths() []uint32 { return c.depths }

// State says how the scene was painted in the last frame that the device has finished.
func (c *Clips) State() ClipState { return c.state }

// Release releases all device memory.
func (c *Clips) Release() {
	if c.clips != nil {
		c.clips.Release()
	}
	c.paint.release()
	c.overlay.release()
	for _, b := range []compute.Buffer{c.steps, c.owner, c.stretches, c.points, c.depth} {
		if b != nil {
			b.Release()
		}
	}
}

// Frame records what must run before a frame's pass, and returns what to draw in it. Work
// that does not fit into one frame continues in the next: State says so. The error wraps
// fault.Limit if the device has no room for the picture.
func (c *Clips) Frame(cmd *gpu.Commands, camera Camera, l ClipLook) ([]draw.Call, error) {
	if err := c.paint.frame(cmd, camera, l); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return append([]draw.Call{c.paint.show(camera, l)}, c.overlay.calls(camera, l)...), nil
}

// view is the camera as kernels see it.
func (c *Clips) view(camera Camera, l ClipLook) ref.PictureView {
	v := ref.PictureView{
		Middle: [2]float32{float32(camera.Width) / 2, float32(camera.Height) / 2}, Scale: float32(camera.Scale),
		Width: uint32(camera.Width), Height: uint32(camera.Height),
		Columns:    uint32((camera.Width + ref.PictureTile - 1) / ref.PictureTile),
		StepsCount: uint32(len(c.owners)), Peel: uint32(l.Peel),
	}
	for i, x := range [2]float64{camera.X, camera.Y} {
		v.Centre[i] = float32(x)
		v.Rest[i] = float32(x - float64(v.Centre[i]))
	}
	if l.Peel < 0 {
		v.Peel = ref.PictureNone
	}
	return v
}

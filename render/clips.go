package render

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/picture"
	"kernelscope/compute/sorting"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// ClipLook configures how a frame shows a clip scene.
type ClipLook struct {
	// Peel is the greatest depth of visible elements; negative for all.
	Peel          int
	OwnBoxes      bool          // an outline around each element's own box
	ResolvedBoxes bool          // and around its box as cut by all clips around it
	Hover         int           // element under the mouse, shown with all clips around it; negative for none
	Ratio         float64       // pixels of the target per pixel of a plain display
	Order         sorting.Order // of the pairs of steps and tiles
	// Live is set in a window. A software device shows the picture of the view before until the next one is painted.
	Live bool
	// Moving is set while the camera moves. A software device then does not paint.
	Moving bool
}

// ClipState describes the painting of a clip scene.
type ClipState struct {
	Elements   int     // in the scene
	Culled     int     // elements that touch no visible tile
	Pairs      int     // pairs of a painting step and a tile, in all bands
	Sides      int     // in all tiles
	Tiles      int     // in the view
	Pages      int     // in the stacks of all tiles
	Bands      int     // bands of the view, painted one after another
	Unfinished bool    // painting is incomplete: draw again
	Painted    float64 // share of the view painted so far
	Work       int     // of the last finished submission, in the unit of compute.Limits.Work
	Rounds     int     // rounds of painting so far
	// GPU time of all finished frames since the form was set, and the number of frames that
	// painted: for matching and cutting clips, for the lists of tiles, and for painting.
	Clip, Bin, Paint time.Duration
	Made             int
	Ordered          // order of the pairs of the last band
}

// Clips draws a clip scene. When the view changes, a kernel paints one word per pixel; a draw call
// shows the words.
type Clips struct {
	d     *gpu.Device
	s     *clipscene.Scene
	theme *Theme

	clips    *clip.Clip    // links and boxes of elements on the device
	resolved []clipseq.Box // the same boxes on the host
	links    []uint32
	depths   []uint32

	owners []uint32 // element of each step
	sides  []uint32 // number of sides of each step

	steps, owner, stretches, points, depth compute.Buffer

	paint   *clipPaint
	overlay *clipOverlay
	state   ClipState
}

// NewClips uploads a scene to a device and resolves its boxes there with a form.
func NewClips(d *gpu.Device, s *clipscene.Scene, theme *Theme, form clip.Form, v compute.Values) (*Clips, error) {
	c := &Clips{d: d, s: s, theme: theme, state: ClipState{Elements: len(s.Elements)}}
	err := c.make(form, v)
	if err != nil {
		c.Release()
		return nil, fmt.Errorf("render: %w", err)
	}
	return c, nil
}

func (c *Clips) make(form clip.Form, v compute.Values) error {
	if err := c.s.Check(); err != nil {
		return err
	}
	if err := c.resolve(form, v); err != nil {
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

// Match sets the form that resolves the boxes and repaints the scene. On an error the previous form
// stays.
func (c *Clips) Match(form clip.Form, v compute.Values) error {
	if err := c.resolve(form, v); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	c.paint.shown = shownClips{}
	c.state.Clip, c.state.Bin, c.state.Sort, c.state.Paint, c.state.Made = 0, 0, 0, 0, 0
	return nil
}

// resolve matches pushes and pops and intersects boxes on the device, and reads the results. Every
// frame that paints a new view repeats the work on the device.
func (c *Clips) resolve(form clip.Form, v compute.Values) error {
	seq := c.s.Sequence()
	n := len(seq.Elements)
	clips, err := form.Prepare(c.d, max(1, n), true, v)
	if err != nil {
		return err
	}
	found, err := resolved(clips, seq)
	if err != nil {
		clips.Release()
		return err
	}
	if c.clips != nil {
		c.clips.Release()
	}
	c.clips, c.resolved, c.links = clips, found.Boxes, found.Links
	return nil
}

// resolved matches a sequence, which must be balanced.
func resolved(c *clip.Clip, s clipseq.Sequence) (found clip.Result, err error) {
	if err = c.Write(s); err != nil {
		return found, err
	}
	if err = c.Match(context.Background()); err != nil {
		return found, err
	}
	if found, err = c.Read(context.Background(), len(s.Elements)); err == nil {
		err = found.Balanced()
	}
	return found, err
}

// Resolved returns, for each element, its box cut by all clips around it. For an end it is the box
// of the area inside the remaining clips.
func (c *Clips) Resolved() []clipseq.Box { return c.resolved }

// Links returns, for each element, the innermost begin that is open before it, or clip.None.
func (c *Clips) Links() []uint32 { return c.links }

// Depths returns, for each element, the number of begins that are open before it.
func (c *Clips) Depths() []uint32 { return c.depths }

// State returns the state of painting in the last finished frame.
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

// Frame records the work before a frame's pass and returns the draw calls of the pass. Work that
// does not fit into one frame continues in the next, as State reports. The error wraps fault.Limit
// if the device lacks memory for the picture.
func (c *Clips) Frame(cmd *gpu.Commands, camera Camera, l ClipLook) ([]draw.Call, error) {
	if err := c.paint.frame(cmd, camera, l); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return append([]draw.Call{c.paint.show(camera, l)}, c.overlay.calls(camera, l)...), nil
}

// view returns the camera for kernels.
func (c *Clips) view(camera Camera, l ClipLook) ref.View {
	v := ref.View{
		Middle: [2]float32{float32(camera.Width) / 2, float32(camera.Height) / 2}, Scale: float32(camera.Scale),
		Width: uint32(camera.Width), Height: uint32(camera.Height),
		Columns:    uint32((camera.Width + shaders.PictureTile - 1) / shaders.PictureTile),
		StepsCount: uint32(len(c.owners)), Peel: uint32(l.Peel), Budget: roundWork,
	}
	for i, x := range [2]float64{camera.X, camera.Y} {
		v.Centre[i] = float32(x)
		v.Rest[i] = float32(x - float64(v.Centre[i]))
	}
	if l.Peel < 0 {
		v.Peel = shaders.PictureNone
	}
	return v
}

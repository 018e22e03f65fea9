package main

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/families/clips"
	"kernelscope/open"
	"kernelscope/output"
	"kernelscope/render"
)

// clipFlags are those of 'render' that only SVG files have.
type clipFlags struct {
	boxes bool
	peel  int
	sized bool // --size was given
}

func (f *clipFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.boxes, "boxes", false, "of an SVG file, show the page on a desk, and the box of each element before and after it is cut")
	c.Flags().IntVar(&f.peel, "peel", -1, "of an SVG file, show only what has so many clips and groups around it at most; -1 for all")
}

// renderClips writes a picture of an SVG file: as large as the file says, or fitted into the
// size that is given.
func (a *app) renderClips(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	width, height, err := f.Pixels()
	if err != nil {
		return err
	}
	in, err := open.ReadClips(ctx, file)
	if err != nil {
		return err
	}
	s := in.Scene
	scale := f.Ratio
	if f.clip.sized {
		scale = min(float64(width)/float64(s.Width), float64(height)/float64(s.Height))
	}
	camera := render.PictureCamera(s, scale)
	if f.clip.boxes {
		if !f.clip.sized {
			width, height = camera.Width, camera.Height
		}
		camera = render.FitScene(s, width, height, [4]float64{})
	}
	d, err := a.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	c, err := render.NewClips(d, s, &render.Dark)
	if err != nil {
		return err
	}
	defer c.Release()
	look := render.ClipLook{Peel: f.clip.peel, OwnBoxes: f.clip.boxes, ResolvedBoxes: f.clip.boxes, Hover: -1, Ratio: f.Ratio}
	img, err := c.Picture(ctx, camera, look)
	if err == nil && f.clip.boxes {
		img, err = onDesk(ctx, d, c, camera, look)
	}
	if err != nil {
		return err
	}
	if err := output.File(f.Out, func(w io.Writer) error { return png.Encode(w, img) }); err != nil {
		return err
	}
	state := c.State()
	bands := ""
	if state.Bands > 1 {
		bands = fmt.Sprintf(", painted in %d bands", state.Bands)
	}
	if _, err = fmt.Fprintf(out, "%s: %d × %d, %d elements, %d culled%s\n", f.Out, camera.Width, camera.Height, state.Elements, state.Culled, bands); err != nil {
		return err
	}
	return clips.ListNotes(out, s)
}

// onDesk draws what a window would show.
func onDesk(ctx context.Context, d *gpu.Device, c *render.Clips, camera render.Camera, look render.ClipLook) (*image.NRGBA, error) {
	canvas, err := draw.NewCanvas(d, camera.Width, camera.Height)
	if err != nil {
		return nil, err
	}
	defer canvas.Release()
	cmd := d.Frame()
	calls, err := c.Frame(cmd, camera, look)
	if err == nil {
		draw.Draw(cmd, &canvas.Target, [3]float32{}, calls)
		canvas.Download(cmd)
	}
	d.Finish(cmd)
	if err == nil {
		err = d.Flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	img := image.NewNRGBA(image.Rect(0, 0, camera.Width, camera.Height))
	copy(img.Pix, canvas.Pixels())
	return img, nil
}

package command

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/families/clips/session"
	"kernelscope/families/clips/view"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/internal/vector"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/scene/clipscene"
	"kernelscope/studio"
)

// drawing writes pictures of SVG files for 'render'.
type drawing struct {
	app      *cli.App
	c        *cobra.Command
	pictures *cli.Pictures
	boxes    bool
	peel     int
}

// newDrawing adds the flags of 'render' and of the window that apply only to SVG files. Recordings
// are made by 'clip'.
func newDrawing(app *cli.App, c *cobra.Command, f *cli.Pictures, medium cli.Medium) cli.Output {
	if medium == cli.OnFilm {
		return nil
	}
	d := &drawing{app: app, c: c, pictures: f}
	c.Flags().BoolVar(&d.boxes, "boxes", false, "for an SVG file, show the space around the page, and each element's box before and after the cut")
	c.Flags().IntVar(&d.peel, "peel", -1, "for an SVG file, show only elements with at most n clips and groups around them; -1 for all")
	return d
}

// Check accepts all flags.
func (f *drawing) Check() error { return nil }

// Begin applies the flags to the contents of a window.
func (f *drawing) Begin(in studio.View) error {
	v := in.(*view.View)
	view := v.Session.Snapshot().View
	view.OwnBoxes, view.Resolved, view.Peel = f.boxes, f.boxes, max(-1, f.peel)
	return v.SetView(session.SetView{View: view})
}

// command returns the command line that shows the same drawing in a window.
func (f *drawing) command(from string) string {
	w := cli.Words{"viewer", from}
	w.Switch("boxes", f.boxes)
	if f.peel >= 0 {
		w.Flag("peel", f.peel)
	}
	return format.Shell(w)
}

// Draw writes a picture in the size that the file specifies, or fitted into a given size.
func (f *drawing) Draw(ctx context.Context, out io.Writer, in any) error {
	s := in.(open.Input).Clips.Scene
	if s == nil {
		return fmt.Errorf("%w: a sequence of clips is not a drawing: 'viewer clip' shows it", fault.Input)
	}
	if f.app.Backend.String() != studio.Backends[0] {
		return cli.Usage("--backend is %s, but drawings are painted only on the GPU; 'viewer clip' and 'viewer run clip' match its clips on any backend", &f.app.Backend)
	}
	width, height, err := f.pictures.Pixels()
	if err != nil {
		return err
	}
	scale, sized := f.pictures.Ratio, f.c.Flags().Changed("size")
	if sized {
		scale = min(float64(width)/float64(s.Width), float64(height)/float64(s.Height))
	}
	camera := render.PictureCamera(s, scale)
	if f.boxes {
		if !sized {
			width, height = camera.Width, camera.Height
		}
		camera = render.FitScene(s, width, height, [4]float64{})
	}
	var state render.ClipState
	command := f.command(in.(open.Input).Clips.From)
	if err := studio.Again(func() error {
		return f.painted(s, func(d *gpu.Device, c *render.Clips, look render.ClipLook) (err error) {
			if studio.IsVector(f.pictures.Out) {
				err = f.figure(ctx, d, c, camera, look, command)
			} else {
				err = f.picture(ctx, d, c, camera, look, command)
			}
			state = c.State()
			return err
		})
	}); err != nil {
		return err
	}
	bands := ""
	if state.Bands > 1 {
		bands = fmt.Sprintf(", painted in %d bands", state.Bands)
	}
	if _, err := fmt.Fprintf(out, "%s: %d × %d, %s, %d culled%s\n", f.pictures.Out, camera.Width, camera.Height, format.Count(int(state.Elements), "element"), state.Culled, bands); err != nil {
		return err
	}
	return listNotes(out, s)
}

// painted opens the device and makes a scene that write draws.
func (f *drawing) painted(s *clipscene.Scene, write func(*gpu.Device, *render.Clips, render.ClipLook) error) error {
	d, err := f.app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	c, err := render.NewClips(d, s, &render.Dark, clip.Tree{}, nil)
	if err != nil {
		return err
	}
	defer c.Release()
	order, err := f.pictures.Order.Order()
	if err != nil {
		return err
	}
	return write(d, c, render.ClipLook{Order: order, Peel: f.peel, OwnBoxes: f.boxes, ResolvedBoxes: f.boxes, Hover: -1, Ratio: f.pictures.Ratio})
}

// picture writes a PNG file.
func (f *drawing) picture(ctx context.Context, d *gpu.Device, c *render.Clips, camera render.Camera, look render.ClipLook, command string) error {
	img, err := c.Picture(ctx, camera, look)
	if err == nil && f.boxes {
		img, err = onDesk(ctx, d, c, camera, look)
	}
	if err != nil {
		return err
	}
	return output.File(f.pictures.Out, func(w io.Writer) error { return png.Encode(record.Labelled(w, command, f.pictures.Ratio), img) })
}

// figure writes an SVG or a PDF file.
func (f *drawing) figure(ctx context.Context, d *gpu.Device, c *render.Clips, camera render.Camera, look render.ClipLook, command string) error {
	to := vector.New(camera.Width, camera.Height, f.pictures.Ratio, color.RGBA{})
	err := c.Finish(ctx, camera, look) // whose state is told
	if err == nil && !f.boxes {
		err = c.Shapes(to, camera, look)
	}
	if err == nil && f.boxes { // as a window shows it
		to = vector.New(camera.Width, camera.Height, f.pictures.Ratio, color.RGBA{})
		err = studio.DrawFigure(ctx, d, to, func(cmd *gpu.Commands) ([]draw.Call, error) { return c.Frame(cmd, camera, look) })
	}
	if err != nil {
		return err
	}
	to.About = command
	return studio.WriteFigure(f.pictures.Out, to)
}

// listNotes lists the features that are not drawn as the file intends.
func listNotes(out io.Writer, s *clipscene.Scene) error {
	for _, n := range s.Notes {
		if _, err := fmt.Fprintf(out, "line %d: %s (%d)\n", n.Line, n.What, n.Count); err != nil {
			return err
		}
	}
	return nil
}

// onDesk draws the picture as a window shows it, with the space around the page.
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

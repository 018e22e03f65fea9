package render

import (
	"context"
	"fmt"
	"image"
	"math"

	"kernelscope/scene/clipscene"
)

// PictureCamera returns a camera that shows a whole scene, at a scale in target pixels per pixel of
// the scene.
func PictureCamera(s *clipscene.Scene, scale float64) Camera {
	pixels := func(side float32) int { return max(1, int(math.Ceil(float64(side)*scale-1e-3))) }
	c := Camera{Width: pixels(s.Width), Height: pixels(s.Height), Scale: scale, Least: scale, Most: scale}
	c.X, c.Y = float64(c.Width)/2/scale, float64(c.Height)/2/scale
	return c
}

// Finish paints the rest of a view and waits for it.
func (c *Clips) Finish(ctx context.Context, camera Camera, l ClipLook) error {
	for first := true; first || c.state.Unfinished; first = false {
		cmd := c.d.Frame()
		err := c.paint.frame(cmd, camera, l)
		c.d.Finish(cmd)
		if err == nil {
			err = c.d.Flush(ctx)
		}
		if err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	return nil
}

// Picture paints a view without the page, on a transparent background.
func (c *Clips) Picture(ctx context.Context, camera Camera, l ClipLook) (*image.NRGBA, error) {
	if err := c.Finish(ctx, camera, l); err != nil {
		return nil, err
	}
	words := make([]uint32, camera.Width*camera.Height)
	if err := c.d.Read(ctx, c.paint.images[c.paint.at], 0, words); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	img := image.NewNRGBA(image.Rect(0, 0, camera.Width, camera.Height))
	for i, w := range words {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = uint8(w), uint8(w>>8), uint8(w>>16), uint8(w>>24)
	}
	return img, nil
}

// DrawKeys returns the keys of a view, which are the tiles of its pairs, with their values, the
// steps of painting. For a view painted in bands, they are the keys of the first band. The view is
// repainted afterwards.
func (c *Clips) DrawKeys(ctx context.Context, camera Camera, l ClipLook) (DrawKeys, error) {
	p := c.paint
	p.shown = shownClips{camera, l.Peel, l.Order}
	cmd := c.d.Frame()
	err := p.begin(cmd, camera, l)
	p.shown = shownClips{}
	c.d.Finish(cmd)
	if err != nil {
		return DrawKeys{}, fmt.Errorf("render: %w", err)
	}
	for _, s := range p.bin(p.pairCount).Submissions(c.d.Limits().Work) {
		s.Record(c.d)
		if err := c.d.Flush(ctx); err != nil {
			return DrawKeys{}, fmt.Errorf("render: %w", err)
		}
	}
	return p.keys.read(ctx, p.pairCount)
}

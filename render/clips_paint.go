package render

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/picture"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

var (
	ofPairs       = compute.Workgroup{Default: 64, Min: 32, Max: 1024}
	ofStrips      = compute.Workgroup{Default: 64, Min: 32, Max: 256}
	pictureCount  = compute.NewKernel[ref.Count[compute.Buffer]]("picture_count", ofPairs, ref.MirrorCount)
	picturePairs  = compute.NewKernel[ref.Pairs[compute.Buffer]]("picture_pairs", ofPairs, ref.MirrorPairs)
	sidesCount    = compute.NewKernel[ref.SidesCount[compute.Buffer]]("picture_sides_count", ofPairs, ref.MirrorSidesCount)
	sidesWrite    = compute.NewKernel[ref.SidesWrite[compute.Buffer]]("picture_sides_write", ofPairs, ref.MirrorSidesWrite)
	pictureLists  = compute.NewKernel[ref.Lists[compute.Buffer]]("picture_lists", ofPairs, ref.MirrorLists)
	pictureLasts  = compute.NewKernel[ref.Lasts[compute.Buffer]]("picture_lasts", ofPairs, ref.MirrorLasts)
	picturePaints = compute.Agreeing(compute.NewKernel[ref.Paint[compute.Buffer]]("picture_paint", ofStrips, ref.MirrorPaint), ref.AgreeOnPicture)

	pictureShow = draw.NewDrawing[pictureShowArgs]("roads_resolve", "picture_show", draw.Vertex{})
)

type pictureShowArgs struct {
	Pixels        compute.Buffer
	Page          [4]float32
	Scale         float32
	Left, Top     float32
	Width, Height uint32
	Shadow        float32
	Paper, Desk   uint32
}

// clipPaint paints a scene to one word per pixel. It paints the view in bands of rows of tiles, a
// single one if everything fits, and each band in as many submissions as its work needs.
type clipPaint struct {
	c *Clips

	counts, firsts compute.Buffer // by step: number of pairs, and number of earlier pairs
	scan, sideScan *scan.Scan
	keys           drawKeys       // tiles of pairs, with steps
	sideCounts     compute.Buffer // by pair
	sideFirsts     compute.Buffer
	backdrops      compute.Buffer
	sides          compute.Buffer
	ranges         compute.Buffer // range of each tile in the sorted pairs
	todo, strips   compute.Buffer
	status         compute.Buffer
	pages          compute.Buffer

	// The picture of a whole view is painted to one of two images. In a window of a software device the other has the
	// finished picture of an earlier view, which is shown until then.
	images [2]compute.Buffer
	at     int    // image that is painted
	kept   Camera // view of the other image; zero if it has none

	// Each frame records one submission: at first the parts whose work is known, from matching the
	// scene's clips to the lists of tiles; then, of the stages, as much as the limit allows.
	queue []compute.Parts
	stage paintStage

	told      *gpu.Buffer // results of finished frames, for the host
	shown     shownClips  // painted or being painted
	serial    uint32      // number of the last submission of a stage
	earlier   []rowPairs  // sums of the rows of tiles before each
	view      ref.View
	pairCount int // of the band
	known     int // known work of the last submission
	rows      int // of tiles, of the view
	done      bool
	err       error // of the current view
	bandPairs int   // limit on the pairs of a band, unless one row of tiles has more; keeps the window responsive
	maxPages  int   // that the device has room for, in one buffer of at most a quarter of its memory
}

// shownClips holds the inputs of the picture.
type shownClips struct {
	camera Camera
	peel   int
	order  sorting.Order
}

func newClipPaint(c *Clips) (p *clipPaint, err error) {
	l := c.d.Limits()
	p = &clipPaint{c: c, bandPairs: l.Work / (shaders.PictureTile * shaders.PictureTile)}
	p.maxPages = int(min(int64(l.BufferWords), l.Memory/16, 1<<31)) / shaders.PicturePage
	n := len(c.owners)
	p.counts, p.firsts = c.d.NewBuffer("pairs of steps", n+1), c.d.NewBuffer("pairs before steps", n+1)
	p.status = c.d.NewBuffer("status of painting", shaders.PictureStatus)
	if p.scan, err = scan.New(c.d, scan.Kind{}, n+1); err != nil {
		return p, err
	}
	p.told, err = c.d.NewMapped("results of painting", toldPlaces*toldWords)
	return p, err
}

func (p *clipPaint) release() {
	if p == nil {
		return
	}
	p.releasePairs()
	if p.scan != nil {
		p.scan.Release()
	}
	p.told.Release()
	for _, b := range []compute.Buffer{p.counts, p.firsts, p.sides, p.ranges, p.todo, p.strips, p.status, p.pages, p.images[0], p.images[1]} {
		if b != nil {
			b.Release()
		}
	}
}

// frame continues painting as far as fits into one frame.
func (p *clipPaint) frame(cmd *gpu.Commands, camera Camera, l ClipLook) error {
	now := shownClips{camera, l.Peel, l.Order}
	if l.Moving && p.keeps(l) && (p.done || p.kept.Width > 0) {
		p.c.state.Unfinished, p.c.state.Painted = !p.done || p.shown != now, 0
		return nil
	}
	err := p.next(cmd, now, l)
	p.c.state.Unfinished = err == nil && !p.done
	return err
}

// keeps reports whether a finished picture is shown until the next one is, as on a device that takes long to paint.
func (p *clipPaint) keeps(l ClipLook) bool { return l.Live && p.c.d.Limits().IsSoftware }

func (p *clipPaint) next(cmd *gpu.Commands, now shownClips, l ClipLook) error {
	if now != p.shown {
		switch {
		case !p.keeps(l) || p.shown.camera.Width == 0:
			p.kept = Camera{}
		case p.done:
			p.at, p.kept = 1-p.at, p.shown.camera
		}
		p.shown, p.done = now, false
		p.err = p.begin(cmd, now.camera, l)
		if p.err == nil {
			p.submit(cmd)
		}
		return p.err
	}
	if p.err != nil || p.done {
		return p.err
	}
	if len(p.queue) == 0 {
		told := p.told.Words()[p.serial%toldPlaces*toldWords:][:toldWords]
		if told[toldSerial] != p.serial {
			return nil // the device is still working on it
		}
		if p.err = p.hear(told); p.err != nil || p.done {
			return p.err
		}
	}
	p.submit(cmd)
	return nil
}

// begin allocates the buffers of a view and divides it into bands.
func (p *clipPaint) begin(cmd *gpu.Commands, camera Camera, l ClipLook) error {
	p.view = p.c.view(camera, l)
	p.rows = (camera.Height + shaders.PictureTile - 1) / shaders.PictureTile
	words, limits := camera.Width*camera.Height, p.c.d.Limits()
	if words > limits.BufferWords {
		return fmt.Errorf("%w: a picture of %d × %d pixels, and %s allows %d pixels", fault.Limit, camera.Width, camera.Height, limits.Device, limits.BufferWords)
	}
	if image := &p.images[p.at]; *image == nil || (*image).Len() != words {
		*image = p.renew(*image, "painted pixels", words)
		cmd.Fill(*image, 0, words, 0)
	}
	strips := min(compute.MaxGroups*picturePaints.Size(), limits.Work/shaders.PictureStripWork)
	p.view.Rows = uint32(max(1, min(p.rows, strips/(shaders.PictureTile*int(p.view.Columns)))))
	p.countPairs()
	s := &p.c.state
	s.Tiles, s.Rounds, s.Pairs = int(p.view.Columns)*p.rows, 0, p.earlier[p.rows].pairs
	return p.band(timed(&s.Clip, slices.Concat(p.c.clips.Submissions()...)))
}

// rowPairs counts what earlier rows of tiles have.
type rowPairs struct {
	pairs int
	sides int // an upper bound
}

// countPairs counts the pairs of each row of tiles, like the kernels, and the elements without
// pairs.
func (p *clipPaint) countPairs() {
	all := p.view
	all.Rows = uint32(p.rows)
	rows := make([]rowPairs, p.rows+1) // differences, at first
	across, y0, y1, before := 0, uint32(0), uint32(0), uint32(shaders.PictureNone)
	p.c.state.Culled = 0
	for i, e := range p.c.owners {
		if e != before { // the steps of an element are contiguous
			before, across = e, 0
			if p.c.depths[e] <= all.Peel {
				var x0, x1 uint32
				x0, y0, x1, y1 = all.TilesOf(p.c.resolved[e])
				across = int(x1 - x0)
			}
			if across == 0 || y0 == y1 {
				p.c.state.Culled++
			}
		}
		sides := across * min(shaders.PictureMostSides, int(p.c.sides[i]))
		rows[y0].pairs, rows[y0].sides = rows[y0].pairs+across, rows[y0].sides+sides
		rows[y1].pairs, rows[y1].sides = rows[y1].pairs-across, rows[y1].sides-sides
	}
	p.earlier = make([]rowPairs, p.rows+1)
	var row rowPairs
	for y := range p.rows {
		row.pairs, row.sides = row.pairs+rows[y].pairs, row.sides+rows[y].sides
		p.earlier[y+1] = rowPairs{p.earlier[y].pairs + row.pairs, p.earlier[y].sides + row.sides}
	}
}

// band starts to paint a band, after some parts.
func (p *clipPaint) band(parts compute.Parts) error {
	n, err := p.fit()
	if err != nil {
		return err
	}
	s := &p.c.state
	s.Bands = (p.rows + int(p.view.Rows) - 1) / int(p.view.Rows)
	p.view.Rows = min(p.view.Rows, uint32(p.rows)-p.view.FirstRow)
	s.Made++
	s.Number, p.pairCount = n, n
	p.view.FirstSide, p.view.EndSide, p.view.Round = 0, uint32(p.sideRoom()), 0
	p.stage, p.view.First = countSides, 0
	p.progress(0)
	parts = append(parts, timed(&s.Bin, p.bin(n))...)
	if n > 0 {
		for _, step := range p.keys.Steps {
			parts = append(parts, timed(&s.Sort, step.Parts)...)
		}
	}
	p.queue = append(parts, timed(&s.Bin, p.list(n))...).Submissions(p.c.d.Limits().Work)
	return nil
}

// progress sets the painted share of the view from that of the band.
func (p *clipPaint) progress(share float64) {
	p.c.state.Painted = (float64(p.view.FirstRow) + share*float64(p.view.Rows)) / float64(p.rows)
}

// show draws the painted words, where the scene is in view now.
func (p *clipPaint) show(camera Camera, l ClipLook) draw.Call {
	image, of := p.images[p.at], p.shown.camera
	if !p.done && p.kept.Width > 0 {
		image, of = p.images[1-p.at], p.kept
	}
	scale := of.Scale / camera.Scale
	shift := func(x, ofX float64, side, ofSide int) float32 {
		return float32((x-ofX)*of.Scale + float64(ofSide)/2 - scale*float64(side)/2)
	}
	x0, y0 := (0-camera.X)*camera.Scale+float64(camera.Width)/2, (0-camera.Y)*camera.Scale+float64(camera.Height)/2
	c := pictureShow.Call(pictureShowArgs{
		Pixels: image,
		Page:   [4]float32{float32(x0), float32(y0), float32(x0 + float64(p.c.s.Width)*camera.Scale), float32(y0 + float64(p.c.s.Height)*camera.Scale)},
		Scale:  float32(scale), Left: shift(camera.X, of.X, camera.Width, of.Width), Top: shift(camera.Y, of.Y, camera.Height, of.Height),
		Width: uint32(of.Width), Height: uint32(of.Height),
		Shadow: float32(18 * l.Ratio), Paper: packed(p.c.theme.Paper), Desk: packed(p.c.theme.Background),
	})
	c.Vertices, c.Shapes = 3, p.c.sceneShapes(camera, l)
	return c
}

package render

import (
	"fmt"

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
	Pixels      compute.Buffer
	Page        [4]float32
	Width       uint32
	Shadow      float32
	Paper, Desk uint32
}

const (
	// frameRounds limits the rounds of painting in a frame. The rest continues in the next frame.
	frameRounds = 4
	// roundWork is the number of loop iterations after which a strip leaves its round.
	roundWork = 16384
	// firstPages is the initial room for pages, per strip.
	firstPages = 4
)

// clipPaint paints a scene to one word per pixel. It paints the view in bands of rows of tiles, a
// single one if everything fits, and each band in rounds.
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
	pixels         compute.Buffer // of the whole view

	matching []compute.Parts // submissions that match the scene's clips; each frame records one

	told      *gpu.Buffer // results of finished frames, for the host
	shown     shownClips  // painted or being painted
	serial    uint32      // number of the last frame that painted
	view      ref.View
	pairCount int // of the band
	rows      int // of tiles, of the view
	done      bool
	err       error  // of the current view
	work      uint32 // roundWork, except in tests
	bandPairs int    // limit on the pairs of a band, unless one row of tiles has more; keeps the window responsive
	fewPages  int    // in tests, the greatest number of pages
}

// shownClips holds the inputs of the picture.
type shownClips struct {
	camera Camera
	peel   int
	order  sorting.Order
}

// Words that a frame writes for the host. Four frames in rotation have their own places, so that
// none is overwritten while the host reads it.
const (
	toldStatus = 0
	toldTodo   = shaders.PictureStatus
	toldSides  = toldTodo + 1
	toldPairs  = toldSides + 1
	toldSerial = toldPairs + 1
	toldWords  = toldSerial + 1
	toldPlaces = 4
)

func newClipPaint(c *Clips) (p *clipPaint, err error) {
	p = &clipPaint{c: c, work: roundWork, bandPairs: c.d.Limits().Work / (shaders.PictureTile * shaders.PictureTile)}
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
	for _, b := range []compute.Buffer{p.counts, p.firsts, p.sides, p.ranges, p.todo, p.strips, p.status, p.pages, p.pixels} {
		if b != nil {
			b.Release()
		}
	}
}

// frame continues painting as far as fits into one frame.
func (p *clipPaint) frame(cmd *gpu.Commands, camera Camera, l ClipLook) error {
	err := p.next(cmd, camera, l)
	p.c.state.Unfinished = err == nil && !p.done
	return err
}

func (p *clipPaint) next(cmd *gpu.Commands, camera Camera, l ClipLook) error {
	if now := (shownClips{camera, l.Peel, l.Order}); now != p.shown || l.Always && len(p.matching) == 0 {
		p.shown, p.err = now, nil
		if p.err = p.begin(cmd, camera, l); p.err == nil {
			p.err = p.match(cmd)
		}
		return p.err
	}
	switch {
	case p.err != nil || p.done:
		return p.err
	case len(p.matching) > 0:
		p.err = p.match(cmd)
		return p.err
	}
	told := p.told.Words()[p.serial%toldPlaces*toldWords:][:toldWords]
	if told[toldSerial] != p.serial {
		return nil // the device is still working on it
	}
	p.c.state.Pages, p.c.state.Sides = int(told[shaders.PicturePagesTaken]), int(told[toldSides])
	switch {
	case p.pairCount > 0 && told[toldPairs] != uint32(p.pairCount):
		p.err = fmt.Errorf("the device has found %d pairs of steps and tiles, the host %d", told[toldPairs], p.pairCount)
	case told[shaders.PictureTooManySides] != 0:
		p.err = fmt.Errorf("%w: one shape has more than %d sides in a square of %d pixels: zoom in", fault.Limit, shaders.PictureMostSides, shaders.PictureTile)
	case p.view.EndSide < told[toldSides] && p.moreSides(int(told[toldSides])):
		p.err = p.band(cmd)
	case told[shaders.PictureNoRoom] != 0:
		if p.err = p.morePages(); p.err == nil {
			p.err = p.band(cmd)
		}
	case told[toldTodo] != 0:
		if told[shaders.PictureBusy] == 0 {
			p.view.FirstSide = p.view.EndSide
			p.writeSides(cmd, p.pairCount)
		}
		p.rounds(cmd)
	case int(p.view.FirstRow+p.view.Rows) < p.rows:
		p.view.FirstRow += p.view.Rows
		p.err = p.band(cmd)
	default:
		p.done = true
	}
	return p.err
}

// begin allocates the buffers of a view and divides it into bands.
func (p *clipPaint) begin(cmd *gpu.Commands, camera Camera, l ClipLook) error {
	p.done = false
	p.view = p.c.view(camera, l)
	p.rows = (camera.Height + shaders.PictureTile - 1) / shaders.PictureTile
	words := camera.Width * camera.Height
	if limits := p.c.d.Limits(); words > limits.BufferWords {
		return fmt.Errorf("%w: a picture of %d × %d pixels, and %s allows %d pixels", fault.Limit, camera.Width, camera.Height, limits.Device, limits.BufferWords)
	}
	if p.pixels == nil || p.pixels.Len() != words {
		p.pixels = p.renew(p.pixels, "painted pixels", words)
		cmd.Fill(p.pixels, 0, words, 0)
	}
	p.view.Rows = uint32(max(1, min(p.rows, compute.MaxGroups*picturePaints.Size()/(shaders.PictureTile*int(p.view.Columns)))))
	p.matching = p.c.clips.Submissions()
	s := &p.c.state
	s.Tiles, s.Rounds = int(p.view.Columns)*p.rows, 0
	all := p.view
	all.Rows = uint32(p.rows)
	s.Pairs, s.Culled, _ = p.pairs(&all)
	return nil
}

// match matches the scene's clips as far as fits into one frame, and then begins to paint.
func (p *clipPaint) match(cmd *gpu.Commands) error {
	stop := cmd.Clock(&p.c.state.Clip)
	p.matching[0].Record(cmd)
	stop()
	if p.matching = p.matching[1:]; len(p.matching) > 0 {
		return nil
	}
	return p.band(cmd)
}

// pairs counts the pairs of a band and the elements without pairs, like the kernels, and returns an
// upper bound of the sides of these pairs.
func (p *clipPaint) pairs(v *ref.View) (pairs, culled, sides int) {
	n, before := 0, uint32(shaders.PictureNone)
	for i, e := range p.c.owners {
		if e != before { // the steps of an element are contiguous
			n, before = 0, e
			if p.c.depths[e] <= v.Peel {
				x0, y0, x1, y1 := v.TilesOf(p.c.resolved[e])
				n = int(x1-x0) * int(y1-y0)
			}
			if n == 0 {
				culled++
			}
		}
		pairs += n
		sides += n * min(shaders.PictureMostSides, int(p.c.sides[i]))
	}
	return pairs, culled, sides
}

// band starts to paint a band.
func (p *clipPaint) band(cmd *gpu.Commands) error {
	n, err := p.fit()
	if err != nil {
		return err
	}
	p.c.state.Bands = (p.rows + int(p.view.Rows) - 1) / int(p.view.Rows)
	p.c.state.Painted = float64(p.view.FirstRow) / float64(p.rows)
	p.view.Round, p.pairCount = 0, n
	stop := cmd.Clock(&p.c.state.Bin)
	p.c.state.Number = n
	p.bin(cmd, n)
	stop()
	if n > 0 {
		p.keys.sort(cmd, &p.c.state.Ordered)
	}
	stop = cmd.Clock(&p.c.state.Bin)
	p.list(cmd, n)
	stop()
	p.rounds(cmd)
	p.c.state.Made++
	return nil
}

// bin makes the pairs of steps and tiles.
func (p *clipPaint) bin(e compute.Encoder, n int) {
	c, steps, v := p.c, len(p.c.owners), p.view
	if n == 0 {
		e.Fill(p.keys.Count, 0, 1, 0)
		return
	}
	pictureCount.Dispatch(e, steps, ref.Count[compute.Buffer]{
		Owners: c.owner, Depths: c.depth, Resolved: c.clips.Resolved, Counts: p.counts, View: v,
	})
	p.scan.Record(e, p.counts, p.firsts, steps+1) // the sum after the last step is not used
	v.Room = uint32(n)
	picturePairs.Dispatch(e, n, ref.Pairs[compute.Buffer]{
		Owners: c.owner, Depths: c.depth, Resolved: c.clips.Resolved,
		Firsts: p.firsts, Keys: p.keys.Keys, Payload: p.keys.Payload, Count: p.keys.Count, View: v,
	})
}

// list finds the lists of tiles in the sorted pairs, and the sides of each pair.
func (p *clipPaint) list(e compute.Encoder, n int) {
	c, v := p.c, p.view
	keys, payload := p.keys.Sorted()
	e.Fill(p.status, 0, shaders.PictureStatus, 0)
	e.Fill(p.ranges, 0, p.ranges.Len(), 0)
	if len(p.keys.Steps) == 0 {
		pictureLasts.Dispatch(e, n, ref.Lasts[compute.Buffer]{Keys: keys, Payload: payload, Count: p.keys.Count, Steps: c.steps, Ranges: p.ranges})
	} else {
		pictureLists.Dispatch(e, n, ref.Lists[compute.Buffer]{Keys: keys, Count: p.keys.Count, Ranges: p.ranges})
	}
	sidesCount.Dispatch(e, n, ref.SidesCount[compute.Buffer]{
		Keys: keys, Payload: payload, Count: p.keys.Count, Steps: c.steps, Stretches: c.stretches, Points: c.points,
		Counts: p.sideCounts, Backdrops: p.backdrops, Status: p.status, View: v,
	})
	p.sideScan.Record(e, p.sideCounts, p.sideFirsts, n+1)
	p.view.FirstSide = 0
	p.writeSides(e, n)
}

// writeSides writes the sides of the window that begins at FirstSide.
func (p *clipPaint) writeSides(e compute.Encoder, n int) {
	c := p.c
	p.view.EndSide = p.view.FirstSide + uint32(p.sideRoom())
	keys, payload := p.keys.Sorted()
	sidesWrite.Dispatch(e, n, ref.SidesWrite[compute.Buffer]{
		Keys: keys, Payload: payload, Count: p.keys.Count, Steps: c.steps, Stretches: c.stretches, Points: c.points,
		Firsts: p.sideFirsts, Sides: p.sides, View: p.view,
	})
}

// rounds records several rounds of painting, of which the first may cover all tiles, and copies the
// state of the remaining work for the host.
func (p *clipPaint) rounds(cmd *gpu.Commands) {
	stop := cmd.Clock(&p.c.state.Paint)
	for range frameRounds {
		p.round(cmd)
	}
	stop()
	p.serial++
	at := int(p.serial % toldPlaces * toldWords)
	cmd.Copy(p.told, at+toldStatus, p.status, 0, shaders.PictureStatus)
	cmd.Copy(p.told, at+toldTodo, p.todo, p.list0()+shaders.PictureGrid-1, 1)
	cmd.Copy(p.told, at+toldSides, p.sideFirsts, p.pairCount, 1)
	cmd.Copy(p.told, at+toldPairs, p.firsts, len(p.c.owners), 1)
	cmd.Update(p.told, at+toldSerial, p.serial)
	cmd.ToHost()
	p.c.state.Rounds = int(p.view.Round)
}

// list0 returns the first word of the list of strips for the next round.
func (p *clipPaint) list0() int {
	return int(p.view.Round&1) * (shaders.PictureGrid + shaders.PictureTile*int(p.view.Columns*p.view.Rows))
}

// round records a round of painting.
func (p *clipPaint) round(e compute.Encoder) {
	c, v := p.c, p.view
	v.Room, v.Budget = uint32(p.pageRoom()), p.work
	_, lists := p.keys.Sorted()
	args := ref.Paint[compute.Buffer]{
		Steps: c.steps, Lists: lists, Ranges: p.ranges, Firsts: p.sideFirsts, Backdrops: p.backdrops, Sides: p.sides,
		Todo: p.todo, Strips: p.strips, Pages: p.pages, Status: p.status, Pixels: p.pixels, View: v,
	}
	now := p.list0()
	p.view.Round++
	e.Update(p.todo, p.list0(), 0, 1, 1, 0)
	e.Fill(p.status, shaders.PictureBusy, 1, 0)
	if v.Round == 0 {
		picturePaints.Dispatch(e, int(v.Columns*v.Rows)*shaders.PictureTile, args)
	} else {
		picturePaints.DispatchIndirect(e, p.todo, now, args)
	}
}

// show draws the painted words.
func (p *clipPaint) show(camera Camera, l ClipLook) draw.Call {
	x0, y0 := (0-camera.X)*camera.Scale+float64(camera.Width)/2, (0-camera.Y)*camera.Scale+float64(camera.Height)/2
	c := pictureShow.Call(pictureShowArgs{
		Pixels: p.pixels,
		Page:   [4]float32{float32(x0), float32(y0), float32(x0 + float64(p.c.s.Width)*camera.Scale), float32(y0 + float64(p.c.s.Height)*camera.Scale)},
		Width:  uint32(camera.Width), Shadow: float32(18 * l.Ratio), Paper: packed(p.c.theme.Paper), Desk: packed(p.c.theme.Desk),
	})
	c.Vertices = 3
	return c
}

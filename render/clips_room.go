package render

import (
	"fmt"
	"math"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/picture"
	"kernelscope/compute/scan"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// renew replaces a buffer by one of a different size.
func (p *clipPaint) renew(b compute.Buffer, name string, words int) compute.Buffer {
	if b != nil {
		b.Release()
	}
	return p.c.d.NewBuffer(name, words)
}

// fit makes room for a band, or makes the band lower until it fits, and returns its number of
// pairs.
func (p *clipPaint) fit() (n int, err error) {
	most := p.c.d.Limits().BufferWords - 1 // the prefix sums of the pairs need one more word
	for {
		first, end := p.earlier[p.view.FirstRow], p.earlier[min(p.rows, int(p.view.FirstRow+p.view.Rows))]
		n = end.pairs - first.pairs
		sides := end.sides - first.sides
		possible := n <= most && sides <= math.MaxUint32 // sums have 32 bits
		if possible && (n <= p.bandPairs || p.view.Rows == 1) {
			break
		}
		if err := p.lower(); err != nil {
			return 0, err
		}
	}
	tiles := int(p.view.Columns * p.view.Rows)
	if key := max(1, bits.Len(uint(tiles-1))); !p.keys.fits(p.shown.order, max(1, n), key) {
		if err := p.roomForPairs(max(1, min(most, n+n/4)), key); err != nil {
			return 0, err
		}
	}
	if p.ranges == nil || p.ranges.Len() < 2*tiles {
		p.ranges = p.renew(p.ranges, "lists of tiles", 2*tiles)
		p.todo = p.renew(p.todo, "strips to do", ref.Todo(tiles*shaders.PictureTile))
		p.strips = p.renew(p.strips, "states of strips", shaders.PictureState*shaders.PictureTile*tiles)
	}
	if p.pages == nil {
		p.pages = p.renew(nil, "pages", shaders.PicturePage*min(p.maxPages, max(1<<14, firstPages*shaders.PictureTile*tiles)))
	}
	if p.sides == nil {
		p.sides = p.renew(nil, "sides", shaders.PictureSide*min(p.maxSides(), 4*n+2*shaders.PictureMostSides))
	}
	return n, p.c.d.Err()
}

// roomForPairs makes room for n pairs whose tile numbers have key bits.
func (p *clipPaint) roomForPairs(n, key int) (err error) {
	p.releasePairs()
	if err = p.keys.renew(p.c.d, p.shown.order, n, key, &p.c.state.Ordered); err != nil {
		return err
	}
	p.sideCounts, p.sideFirsts = p.c.d.NewBuffer("sides of pairs", n+1), p.c.d.NewBuffer("sides before pairs", n+1)
	p.backdrops = p.c.d.NewBuffer("backdrops", n)
	p.sideScan, err = scan.New(p.c.d, scan.Kind{}, n+1)
	return err
}

func (p *clipPaint) releasePairs() {
	p.keys.release()
	if p.sideScan != nil {
		p.sideScan.Release()
	}
	for _, b := range []compute.Buffer{p.sideCounts, p.sideFirsts, p.backdrops} {
		if b != nil {
			b.Release()
		}
	}
	p.sideScan, p.sideCounts, p.sideFirsts, p.backdrops = nil, nil, nil, nil
}

// maxSides returns the number of sides that the device has room for, in one buffer of at most a
// sixteenth of its memory.
func (p *clipPaint) maxSides() int {
	l := p.c.d.Limits()
	return int(min(int64(l.BufferWords), l.Memory/64, 1<<32-1)) / shaders.PictureSide
}

// sideRoom returns the number of sides in a window. The last pair that begins in the window may
// extend beyond it.
func (p *clipPaint) sideRoom() int {
	return p.sides.Len()/shaders.PictureSide - shaders.PictureMostSides
}

// moreSides makes room for n sides, as far as possible, and reports whether there is more room than
// before. Sides without room are painted one window at a time.
func (p *clipPaint) moreSides(n int) bool {
	more := min(p.maxSides(), n+n/4+shaders.PictureMostSides)
	if more <= p.sides.Len()/shaders.PictureSide {
		return false
	}
	p.sides = p.renew(p.sides, "sides", shaders.PictureSide*more)
	return true
}

func (p *clipPaint) pageRoom() int { return p.pages.Len() / shaders.PicturePage }

// morePages makes room for more pages, or makes the band lower.
func (p *clipPaint) morePages() error {
	if n := min(p.maxPages, 4*p.pageRoom()); n > p.pageRoom() {
		p.pages = p.renew(p.pages, "pages", shaders.PicturePage*n)
		return p.c.d.Err()
	}
	return p.lower()
}

// lower halves the height of the band.
func (p *clipPaint) lower() error {
	if p.view.Rows == 1 {
		return fmt.Errorf("%w: %s has no room for what is in a row of tiles: make the picture smaller", fault.Limit, p.c.d.Limits().Device)
	}
	p.view.Rows = (p.view.Rows + 1) / 2
	return nil
}

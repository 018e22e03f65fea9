package ref

import (
	"fmt"
	"math"
	"math/bits"

	"kernelscope/compute"
)

// PicturePaint are the arguments of picture_paint.
type PicturePaint[B any] struct {
	Steps, Lists, Ranges, Count, Firsts, Backdrops, Sides, Todo, Tiles, Pages, Status, Pixels B
	PictureView
}

// Words of buffers of the painter.
const (
	PicturePage  = PictureTile*PictureTile + 2 // a word a pixel, the page below, and a tag
	PictureGrid  = 3                           // before a list of tiles
	PictureState = 4                           // of a tile that is not done

	PicturePagesTaken   = 0 // of the status
	PictureNoRoom       = 1
	PictureTooManySides = 2
	PictureStatus       = 3

	// PictureNone stands for no page and no tag.
	PictureNone = 0xffffffff
)

// PictureTodo returns the words of the lists of tiles that are not done: the grid and the
// tiles of each of two rounds.
func PictureTodo(tiles int) int { return 2 * (PictureGrid + tiles) }

// PaintPicture mirrors picture_paint.
func PaintPicture(g compute.Grid, a PicturePaint[[]uint32]) {
	if a.Firsts[a.Count[0]] > a.SideRoom {
		return
	}
	list := PictureGrid + a.Columns*a.Rows
	for i := range uint32(g.X * g.Y) {
		tile := i
		if a.Round > 0 {
			tile = a.Todo[a.Round&1*list+PictureGrid+i]
		}
		p := &tilePainter{PicturePaint: &a, tile: tile, top: PictureNone, tag: PictureNone, unused: PictureNone}
		p.paint((a.Round + 1) & 1 * list)
	}
}

// tileWords has a word for each pixel of a tile, or for each two lines: bits of 16 samples of one,
// then of the other.
type tileWords [PictureTile * PictureTile]uint32

// tilePainter paints one tile, all pixels at a time.
type tilePainter struct {
	*PicturePaint[[]uint32]
	tile, at, end, work uint32
	top, tag, unused    uint32
	outOfRoom           bool

	color                 [4]tileWords // float32
	mask, inside, covered tileWords
}

func (p *tilePainter) push(w *tileWords, tag uint32) {
	if p.outOfRoom {
		return
	}
	page := p.unused
	if page == PictureNone {
		page = p.Status[PicturePagesTaken]
		p.Status[PicturePagesTaken]++
	} else {
		p.unused = p.Pages[page*PicturePage+uint32(len(w))]
	}
	if page >= p.Room {
		p.outOfRoom = true
		return
	}
	words := p.Pages[page*PicturePage:][:PicturePage]
	copy(words, w[:])
	words[len(w)], words[len(w)+1] = p.top, p.tag
	p.top, p.tag = page, tag
}

func (p *tilePainter) pop(w *tileWords) {
	words := p.Pages[p.top*PicturePage:][:PicturePage]
	copy(w[:], words)
	below := words[len(w)]
	words[len(w)], p.unused = p.unused, p.top
	p.top, p.tag = below, words[len(w)+1]
}

func (p *tilePainter) pushColor(tag uint32) {
	for i := range p.color {
		p.push(&p.color[i], tag)
	}
}

func (p *tilePainter) popColor(c *[4]tileWords) {
	for i := len(c) - 1; i >= 0; i-- {
		p.pop(&c[i])
	}
}

func (p *tilePainter) paint(next uint32) {
	for i := range p.mask {
		p.mask[i] = PictureNone
	}
	p.at, p.end = p.Ranges[2*p.tile], p.Ranges[2*p.tile+1]
	state := p.Tiles[p.tile*PictureState:][:PictureState]
	if p.Round > 0 {
		p.at, p.top, p.tag, p.unused = state[0], state[1], state[2], state[3]
		p.pop(&p.covered)
		p.pop(&p.inside)
		p.pop(&p.mask)
		p.popColor(&p.color)
	}
	for p.at < p.end && p.work < p.Budget && !p.outOfRoom {
		p.work++
		p.step(p.Lists[p.at])
	}
	if p.at < p.end && !p.outOfRoom {
		p.pushColor(PictureNone)
		p.push(&p.mask, PictureNone)
		p.push(&p.inside, PictureNone)
		p.push(&p.covered, PictureNone)
		if !p.outOfRoom {
			copy(state, []uint32{p.at, p.top, p.tag, p.unused})
			p.Todo[next+PictureGrid+p.Todo[next]] = p.tile
			p.Todo[next]++
		}
	}
	if p.outOfRoom {
		p.Status[PictureNoRoom] = 1
	}
	x0, y0 := p.corner(p.tile)
	for i := range p.mask {
		if x, y := x0+uint32(i%PictureTile), y0+uint32(i/PictureTile); x < p.Width && y < p.Height {
			p.Pixels[y*p.Width+x] = p.pixel(i)
		}
	}
}

// plain says whether a step needs no more than the colours: an area that is everywhere in
// the tile, or a fill that is nowhere; the end of a clip that was forgotten.
func (p *tilePainter) plain(number uint32, s []uint32) bool {
	what, whole := s[PictureWhat]&PictureKinds, p.Backdrops[p.at]&(1<<(s[PictureWhat]>>PictureDigitsShift)-1) != 0
	if what == PictureEndClip {
		return p.tag != number
	}
	return p.Firsts[p.at] == p.Firsts[p.at+1] && s[PictureWhat]&PictureFresh != 0 && (what == PictureFill || what == PictureClip && whole)
}

// step does one step.
func (p *tilePainter) step(number uint32) {
	s := p.Steps[number*PictureStep:][:PictureStep]
	what, colour := s[PictureWhat]&PictureKinds, s[PictureColour]
	if !p.plain(number, s) {
		const stepWork = 24 // loop iterations of a step on devices, at most
		p.work += stepWork
	}
	if s[PictureWhat]&PictureFresh != 0 {
		p.inside, p.covered = p.mask, tileWords{}
	}
	var samples tileWords
	if what <= PictureBeginPart {
		samples = p.enclosed(s[PictureWhat] >> PictureDigitsShift)
		for i := range samples {
			samples[i] &= p.inside[i]
			if what != PictureBeginPart {
				p.covered[i] |= samples[i]
			}
		}
	}
	p.at++
	switch what {
	case PictureFill:
		c := unpacked(colour)
		for i := range 3 {
			c[i] *= c[3]
		}
		for i := range p.covered {
			p.over(i, p.color, c, p.cover(i))
		}
	case PictureClip:
		if p.covered == (tileWords{}) {
			for p.at < p.end && p.Lists[p.at] <= s[PictureEnd] {
				p.at++
			}
		} else if p.covered != p.mask {
			p.push(&p.mask, s[PictureEnd])
			p.mask = p.covered
		}
	case PictureBeginPart:
		p.push(&p.inside, colour)
		p.push(&p.covered, colour)
		p.inside, p.covered = samples, tileWords{}
	case PictureEndPart:
		part := p.covered
		p.pop(&p.covered)
		for i := range part {
			p.covered[i] |= part[i]
		}
		p.pop(&p.inside)
	case PictureCut:
		p.inside, p.covered = p.covered, tileWords{}
	case PictureEndClip:
		if p.tag == number {
			p.pop(&p.mask)
		}
	case PictureBeginGroup:
		p.pushColor(s[PictureEnd])
		p.color = [4]tileWords{}
	case PictureEndGroup:
		of := p.color
		var below [4]tileWords
		p.popColor(&below)
		alpha := unpacked(colour)[3]
		for i := range p.mask {
			p.over(i, below, [4]float32{float(of[0][i]), float(of[1][i]), float(of[2][i]), float(of[3][i])}, alpha)
		}
	}
}

// enclosed returns the samples that are in the area of the pair at hand.
func (p *tilePainter) enclosed(digits uint32) (samples tileWords) {
	var sums [pictureLines][PictureTile]int32
	for line := range sums {
		for k := range sums[line] {
			sums[line][k] = int32(p.Backdrops[p.at])
		}
	}
	for i := p.Firsts[p.at]; i < p.Firsts[p.at+1]; i++ {
		p.work += 1 + digits
		s := p.Sides[i*PictureSide:][:PictureSide]
		topX, topY, slope, lowX, lines := float(s[0]), float(s[1]), float(s[2]), float(s[3]), s[4]
		for line := lines & 1023; line < lines>>10&1023; line++ {
			down := (float32(line)+0.5)/pictureSamples - topY
			along := float32(down * slope)
			x := max(min(topX, lowX), min(max(topX, lowX), topX+along))
			first := math.Ceil(float64(x - column(line)))
			for k := int(max(0, first)); k < PictureTile; k++ {
				sums[line][k] += int32(lines>>20&1)*2 - 1
			}
		}
	}
	for line := range sums {
		for k, sum := range sums[line] {
			if sum&(1<<digits-1) != 0 {
				samples[line/2] |= 1 << (line%2*PictureTile + k)
			}
		}
	}
	return samples
}

// cover returns how much of a pixel is covered.
func (p *tilePainter) cover(pixel int) float32 {
	n, row := 0, pixel/PictureTile*PictureTile
	for _, w := range p.covered[row : row+PictureTile] {
		n += bits.OnesCount32(w & (0x10001 << (pixel % PictureTile)))
	}
	return float32(n) / pictureSamples
}

// over paints a colour, multiplied by alpha, over another.
func (p *tilePainter) over(i int, below [4]tileWords, c [4]float32, cover float32) {
	rest := 1 - float32(c[3]*cover)
	for k := range c {
		kept := float32(float(below[k][i]) * rest)
		p.color[k][i] = math.Float32bits(kept + float32(c[k]*cover))
	}
}

// pixel rounds the colour of a pixel, without its alpha in the others, to eight bits.
func (p *tilePainter) pixel(i int) (word uint32) {
	alpha := float(p.color[3][i])
	if !(alpha > 0) {
		return 0
	}
	for k := range 4 {
		v := float(p.color[k][i])
		if k < 3 {
			v /= alpha
		}
		word |= uint32(math.RoundToEven(float64(max(0, min(1, v))*255))) << (8 * k)
	}
	return word
}

func unpacked(word uint32) (c [4]float32) {
	for i := range c {
		c[i] = float32(word>>(8*i)&255) / 255
	}
	return c
}

// AgreeOnPicture compares what a round of painting has left. Which tile takes which page
// is free, and the order of the tiles that are not done; colours may differ by a level. Where a
// tile leaves a round is compared only in that it does.
func AgreeOnPicture(_, device, mirror PicturePaint[[]uint32]) error {
	if err := same("Status", device.Status, mirror.Status); err != nil {
		return err
	}
	list := PictureGrid + int(device.Columns*device.Rows)
	next := (int(device.Round) + 1) & 1 * list
	if err := sameSet("Todo", device.Todo, mirror.Todo, next+PictureGrid, int(mirror.Todo[next])); err != nil {
		return err
	}
	for i, d := range device.Pixels {
		for shift := 0; shift < 32; shift += 8 {
			if x, y := int(d>>shift&255), int(mirror.Pixels[i]>>shift&255); x > y+1 || y > x+1 {
				return fmt.Errorf("Pixels[%d] is %#x on the device, %#x in the mirror", i, d, mirror.Pixels[i])
			}
		}
	}
	return nil
}

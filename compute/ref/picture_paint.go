package ref

import (
	"fmt"
	"math"
	"math/bits"

	"kernelscope/compute"
)

// PicturePaint are the arguments of picture_paint.
type PicturePaint[B any] struct {
	Elements, Steps, Stretches, Points, Lists, Ranges, Todo, Tiles, Pages, Status, Pixels B
	PictureView
}

// Kinds of elements, as in clipscene.
const (
	pictureFill = iota
	pictureBeginClip
	pictureEndClip
	pictureBeginGroup
	pictureEndGroup
)

// What a step of an area does to two masks: what may be covered, at first what all clips
// leave, and what is covered. The words behind it are stretches, first and end,
// and a rule of clipscene.
const (
	PictureCover     = iota // covers what the stretches enclose
	PictureBeginPart        // keeps both masks; what the stretches enclose may be covered, nothing is yet
	PictureEndPart          // what is covered now is so in the masks that were kept
	PictureCut              // what is covered may be covered, nothing is yet
	PictureStep      = 4    // words
)

// Words of buffers of the painter.
const (
	PicturePage  = PictureTile*PictureTile + 2 // a word a pixel, the page below, and a tag
	PictureGrid  = 3                           // before a list of tiles
	PictureState = 5                           // of a tile that is not done

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
	list := PictureGrid + a.Columns*a.Rows
	for i := range uint32(g.X * g.Y) {
		tile := i
		if a.Round > 0 {
			tile = a.Todo[a.Round&1*list+PictureGrid+i]
		}
		p := &tilePainter{pictureTile: pictureTile{PictureView: &a.PictureView}, a: &a, tile: tile, top: PictureNone, tag: PictureNone, unused: PictureNone}
		p.paint((a.Round + 1) & 1 * list)
	}
}

type pixelWords [PictureTile * PictureTile]uint32

// tilePainter paints one tile, all pixels at a time.
type tilePainter struct {
	pictureTile
	a                *PicturePaint[[]uint32]
	tile             uint32
	at, end, step    uint32
	top, tag, unused uint32
	outOfRoom        bool

	color                 [4]pixelWords // float32
	mask, inside, covered pixelWords
}

func (p *tilePainter) push(w *pixelWords, tag uint32) {
	if p.outOfRoom {
		return
	}
	page := p.unused
	if page == PictureNone {
		page = p.a.Status[PicturePagesTaken]
		p.a.Status[PicturePagesTaken]++
	} else {
		p.unused = p.a.Pages[page*PicturePage+uint32(len(w))]
	}
	if page >= p.Room {
		p.outOfRoom = true
		return
	}
	words := p.a.Pages[page*PicturePage:][:PicturePage]
	copy(words, w[:])
	words[len(w)], words[len(w)+1] = p.top, p.tag
	p.top, p.tag = page, tag
}

func (p *tilePainter) pop(w *pixelWords) {
	words := p.a.Pages[p.top*PicturePage:][:PicturePage]
	copy(w[:], words)
	below := words[len(w)]
	words[len(w)], p.unused = p.unused, p.top
	p.top, p.tag = below, words[len(w)+1]
}

func (p *tilePainter) paint(next uint32) {
	x0, y0 := p.tile%p.Columns*PictureTile, (p.FirstRow+p.tile/p.Columns)*PictureTile
	p.origin = [2]float32{float32(x0), float32(y0)}
	for i := range p.mask {
		p.mask[i] = PictureNone
	}
	p.at, p.end = p.a.Ranges[2*p.tile], p.a.Ranges[2*p.tile+1]
	state := p.a.Tiles[p.tile*PictureState:][:PictureState]
	if p.Round > 0 {
		p.at, p.step, p.top, p.tag, p.unused = state[0], state[1], state[2], state[3], state[4]
		p.pop(&p.covered)
		p.pop(&p.inside)
		p.pop(&p.mask)
		p.popColor(&p.color)
	}
	for p.at < p.end && p.work < p.Budget && !p.outOfRoom {
		p.work++
		p.element(p.a.Lists[p.at])
	}
	if p.work >= PictureMostWork {
		p.a.Status[PictureTooManySides] = 1
	}
	if p.at < p.end && !p.outOfRoom {
		p.pushColor(PictureNone)
		p.push(&p.mask, PictureNone)
		p.push(&p.inside, PictureNone)
		p.push(&p.covered, PictureNone)
		if !p.outOfRoom {
			copy(state, []uint32{p.at, p.step, p.top, p.tag, p.unused})
			p.a.Todo[next+PictureGrid+p.a.Todo[next]] = p.tile
			p.a.Todo[next]++
		}
	}
	if p.outOfRoom {
		p.a.Status[PictureNoRoom] = 1
	}
	for i := range p.mask {
		if x, y := x0+uint32(i%PictureTile), y0+uint32(i/PictureTile); x < p.Width && y < p.Height {
			p.a.Pixels[y*p.Width+x] = p.pixel(i)
		}
	}
}

func (p *tilePainter) pushColor(tag uint32) {
	for i := range p.color {
		p.push(&p.color[i], tag)
	}
}

func (p *tilePainter) popColor(c *[4]pixelWords) {
	for i := len(c) - 1; i >= 0; i-- {
		p.pop(&c[i])
	}
}

func (p *tilePainter) element(number uint32) {
	e := p.a.Elements[number*PictureElement:][:PictureElement]
	switch e[PictureKind] {
	case pictureFill, pictureBeginClip:
		if p.step == 0 {
			p.inside, p.covered = p.mask, pixelWords{}
		}
		if p.step < e[PictureEndStep]-e[PictureFirstStep] {
			p.areaStep(p.a.Steps[(e[PictureFirstStep]+p.step)*PictureStep:][:PictureStep])
			p.step++
			return
		}
		p.step = 0
		if e[PictureKind] == pictureFill {
			c := unpacked(e[PictureColour])
			for i := range 3 {
				c[i] *= c[3]
			}
			for i, covered := range p.covered {
				p.over(i, p.color, c, float32(bits.OnesCount32(covered))/pictureSamples)
			}
		} else if p.covered == (pixelWords{}) {
			for p.at < p.end && p.a.Lists[p.at] <= e[PicturePartner] {
				p.at++
			}
			p.work += 32
			return
		} else if p.covered != p.mask {
			p.push(&p.mask, e[PicturePartner])
			p.mask = p.covered
		}
	case pictureEndClip:
		if p.tag == number {
			p.pop(&p.mask)
		}
	case pictureBeginGroup:
		p.pushColor(e[PicturePartner])
		p.color = [4]pixelWords{}
	case pictureEndGroup:
		of := p.color
		var below [4]pixelWords
		p.popColor(&below)
		alpha := unpacked(e[PictureColour])[3]
		for i := range p.mask {
			p.over(i, below, [4]float32{float(of[0][i]), float(of[1][i]), float(of[2][i]), float(of[3][i])}, alpha)
		}
	}
	p.at++
}

func (p *tilePainter) areaStep(s []uint32) {
	var samples pixelWords
	if s[0] <= PictureBeginPart {
		samples = p.enclosed(p.a.Stretches, p.a.Points, s[1], s[2], s[3])
		for i := range samples {
			samples[i] &= p.inside[i]
		}
	}
	switch s[0] {
	case PictureCover:
		for i := range samples {
			p.covered[i] |= samples[i]
		}
	case PictureBeginPart:
		p.push(&p.inside, PictureNone)
		p.push(&p.covered, PictureNone)
		p.inside, p.covered = samples, pixelWords{}
	case PictureEndPart:
		part := p.covered
		p.pop(&p.covered)
		for i := range part {
			p.covered[i] |= part[i]
		}
		p.pop(&p.inside)
	case PictureCut:
		p.inside, p.covered = p.covered, pixelWords{}
	}
}

// over paints a colour, multiplied by alpha, over another.
func (p *tilePainter) over(i int, below [4]pixelWords, c [4]float32, cover float32) {
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
// is free, and the order of the tiles that are not done; colours may differ by a level.
func AgreeOnPicture(_, device, mirror PicturePaint[[]uint32]) error {
	if err := same("Status", device.Status, mirror.Status); err != nil {
		return err
	}
	list := PictureGrid + int(device.Columns*device.Rows)
	next := (int(device.Round) + 1) & 1 * list
	if err := sameSet("Todo", device.Todo, mirror.Todo, next+PictureGrid, int(mirror.Todo[next])); err != nil {
		return err
	}
	for _, tile := range mirror.Todo[next+PictureGrid:][:mirror.Todo[next]] {
		at := tile * PictureState
		if err := same(fmt.Sprintf("Tiles, of tile %d, ", tile), device.Tiles[at:at+2], mirror.Tiles[at:at+2]); err != nil {
			return err
		}
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

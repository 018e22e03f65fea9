package picture

import (
	"fmt"
	"math"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Paint holds the arguments of picture_paint.
type Paint[B any] struct {
	Steps, Lists, Ranges, Firsts, Backdrops, Sides, Todo, Strips, Pages, Status, Pixels B
	View
}

// Todo returns the number of words for the lists of unfinished strips of two rounds.
func Todo(strips int) int { return 2 * (shaders.PictureGrid + strips) }

// MirrorPaint mirrors picture_paint.
func MirrorPaint(g compute.Grid, a Paint[[]uint32]) {
	n := a.Columns * a.Rows * shaders.PictureTile
	list := shaders.PictureGrid + n
	mine, next := a.Todo[a.Round&1*list:][:list], a.Todo[(a.Round+1)&1*list:][:list]
	if a.Round > 0 {
		n = mine[shaders.PictureGrid-1]
	}
	if a.Status[shaders.PictureUncounted]|a.Status[shaders.PictureUnwritten]|a.Status[shaders.PictureTooManySides] != 0 {
		return
	}
	for i := range n {
		strip := i
		if a.Round > 0 {
			strip = mine[shaders.PictureGrid+i]
		}
		p := &stripPainter{Paint: &a, strip: strip, top: shaders.PictureNone, tag: shaders.PictureNone, unused: shaders.PictureNone}
		more := a.Status[shaders.PictureSpent] >= a.Limit
		if more {
			p.leave()
		} else {
			more = p.paint()
			a.Status[shaders.PictureSpent] += shaders.PictureStripWork + p.work
		}
		if more {
			next[shaders.PictureGrid+next[shaders.PictureGrid-1]] = strip
			next[shaders.PictureGrid-1]++
			next[0] = (next[shaders.PictureGrid-1] + uint32(g.Size) - 1) / uint32(g.Size)
		}
	}
}

// leave leaves a strip for the next submission.
func (p *stripPainter) leave() {
	if p.Round == 0 {
		p.Strips[p.strip*shaders.PictureState] = shaders.PictureNone
	}
	p.Status[shaders.PictureBusy] = 1
}

// stripWords has a word for each pixel of a strip, or for each pair of lines: 16 bits for the
// samples of each line.
type stripWords [shaders.PictureWords]uint32

// stripPainter paints a strip.
type stripPainter struct {
	*Paint[[]uint32]
	strip, at, end, work uint32
	word                 uint32 // the next word of the samples, when sums have several digits
	top, tag, unused     uint32
	outOfRoom, waits     bool

	color                          [4]stripWords // float32
	mask, inside, covered, samples stripWords
}

func (p *stripPainter) push(w *stripWords, tag uint32) {
	if p.outOfRoom {
		return
	}
	page := p.unused
	if page == shaders.PictureNone {
		page = p.Status[shaders.PicturePagesTaken]
		p.Status[shaders.PicturePagesTaken]++
	} else {
		p.unused = p.Pages[page*shaders.PicturePage+uint32(len(w))]
	}
	if page >= p.Room {
		p.outOfRoom = true
		return
	}
	words := p.Pages[page*shaders.PicturePage:][:shaders.PicturePage]
	copy(words, w[:])
	words[len(w)], words[len(w)+1] = p.top, p.tag
	p.top, p.tag = page, tag
}

func (p *stripPainter) pop(w *stripWords) {
	words := p.Pages[p.top*shaders.PicturePage:][:shaders.PicturePage]
	copy(w[:], words)
	below := words[len(w)]
	words[len(w)], p.unused = p.unused, p.top
	p.top, p.tag = below, words[len(w)+1]
}

// pushColor pushes alpha, then the other components.
func (p *stripPainter) pushColor(tag uint32) {
	for i := range p.color {
		p.push(&p.color[(i+3)%4], tag)
	}
}

func (p *stripPainter) popColor(c *[4]stripWords) {
	for i := len(c) - 1; i >= 0; i-- {
		p.pop(&c[(i+3)%4])
	}
}

// paint paints until the budget is spent and reports whether the strip is unfinished.
func (p *stripPainter) paint() (more bool) {
	for i := range p.mask {
		p.mask[i] = shaders.PictureNone
	}
	tile, row := p.strip/shaders.PictureTile, p.strip%shaders.PictureTile
	p.at, p.end = p.Ranges[2*tile], p.Ranges[2*tile+1]
	state := p.Strips[p.strip*shaders.PictureState:][:shaders.PictureState]
	if p.Round > 0 && state[0] != shaders.PictureNone {
		p.at, p.word, p.top, p.tag, p.unused = state[0], state[1], state[2], state[3], state[4]
		for _, w := range []*stripWords{&p.samples, &p.covered, &p.inside, &p.mask} {
			p.pop(w)
		}
		p.popColor(&p.color)
	}
	for p.at < p.end && p.work < p.Budget && !p.outOfRoom && !p.waits {
		p.work++
		if p.waits = p.Firsts[p.at] >= p.EndSide; !p.waits {
			p.step(p.Lists[p.at])
		}
	}
	if more = p.at < p.end && !p.outOfRoom; more {
		p.keep(state)
		more = !p.outOfRoom
	}
	if more && !p.waits {
		p.Status[shaders.PictureBusy] = 1
	}
	if p.outOfRoom {
		p.Status[shaders.PictureNoRoom] = 1
	}
	x0, y0 := p.corner(tile)
	for i := range p.mask {
		if x, y := x0+uint32(i), y0+row; x < p.Width && y < p.Height {
			p.Pixels[y*p.Width+x] = p.pixel(i)
		}
	}
	return more
}

// keep stores the state of a strip; nothing but a mark if no step is done yet.
func (p *stripPainter) keep(state []uint32) {
	if p.at == p.Ranges[2*(p.strip/shaders.PictureTile)] && p.word == 0 {
		copy(state, []uint32{shaders.PictureNone, p.word, p.top, p.tag, p.unused})
		return
	}
	p.pushColor(shaders.PictureNone)
	for _, w := range []*stripWords{&p.mask, &p.inside, &p.covered, &p.samples} {
		p.push(w, shaders.PictureNone)
	}
	copy(state, []uint32{p.at, p.word, p.top, p.tag, p.unused})
}

// plain reports whether a step needs only the colours: a fresh area that covers the whole tile or,
// for a fill, none of it; or the end of a clip that was not pushed.
func (p *stripPainter) plain(number uint32, s []uint32) bool {
	what, whole := s[What]&shaders.PictureKindMask, p.Backdrops[p.at]&(1<<(s[What]>>shaders.PictureDigitsShift)-1) != 0
	if what == shaders.PictureEndClip {
		return p.tag != number
	}
	return p.Firsts[p.at] == p.Firsts[p.at+1] && s[What]&shaders.PictureFresh != 0 && (what == shaders.PictureFill || what == shaders.PictureClip && whole)
}

// add adds the samples of others to w.
func (w *stripWords) add(others stripWords) {
	for i := range others {
		w[i] |= others[i]
	}
}

// step executes a step of painting.
func (p *stripPainter) step(number uint32) {
	s := p.Steps[number*Step:][:Step]
	what, colour := s[What]&shaders.PictureKindMask, s[Colour]
	plain := p.plain(number, s)
	if !plain {
		if p.work >= p.Budget {
			return
		}
		p.work += shaders.PictureStepWork
		if s[What]>>shaders.PictureDigitsShift == 1 {
			p.work += (shaders.PictureOddWork - 1) * (p.Firsts[p.at+1] - p.Firsts[p.at])
		}
	}
	if s[What]&shaders.PictureFresh != 0 && p.word == 0 {
		p.inside, p.covered = p.mask, stripWords{}
	}
	if what > shaders.PictureBeginPart {
		p.samples = stripWords{}
	} else {
		digits := s[What] >> shaders.PictureDigitsShift
		samples := p.enclosed(digits)
		if digits == 1 || plain {
			p.samples = samples
		} else { // one word per call, to limit the work
			p.samples[p.word] = samples[p.word]
			if p.word = (p.word + 1) % shaders.PictureWords; p.word != 0 {
				return
			}
		}
		for i := range p.samples {
			p.samples[i] &= p.inside[i]
			if what != shaders.PictureBeginPart {
				p.covered[i] |= p.samples[i]
			}
		}
	}
	p.at++
	switch what {
	case shaders.PictureFill:
		c := unpacked(colour)
		for i := range 3 {
			c[i] *= c[3]
		}
		for i := range p.covered {
			p.over(i, p.color, c, p.cover(i))
		}
	case shaders.PictureClip:
		if p.covered == (stripWords{}) {
			for p.at < p.end && p.Lists[p.at] <= s[End] {
				p.at++
			}
		} else if p.covered != p.mask {
			p.push(&p.mask, s[End])
			p.mask = p.covered
		}
	case shaders.PictureBeginPart:
		p.push(&p.inside, colour)
		p.push(&p.covered, colour)
		p.inside, p.covered = p.samples, stripWords{}
	case shaders.PictureEndPart:
		part := p.covered
		p.pop(&p.covered)
		p.covered.add(part)
		p.pop(&p.inside)
	case shaders.PictureCut:
		p.inside, p.covered = p.covered, stripWords{}
	case shaders.PictureEndClip:
		if p.tag == number {
			p.pop(&p.mask)
		}
	case shaders.PictureBeginGroup:
		p.pushColor(s[End])
		p.color = [4]stripWords{}
	case shaders.PictureEndGroup:
		of := p.color
		var below [4]stripWords
		p.popColor(&below)
		alpha := unpacked(colour)[3]
		for i := range p.mask {
			p.over(i, below, [4]float32{float(of[0][i]), float(of[1][i]), float(of[2][i]), float(of[3][i])}, alpha)
		}
	}
}

// enclosed returns the samples inside the area of the current pair.
func (p *stripPainter) enclosed(digits uint32) (samples stripWords) {
	row := p.strip % shaders.PictureTile
	var sums [shaders.PictureSamples][shaders.PictureTile]int32
	for line := range sums {
		for k := range sums[line] {
			sums[line][k] = int32(p.Backdrops[p.at])
		}
	}
	for i := p.Firsts[p.at] - p.FirstSide; i < p.Firsts[p.at+1]-p.FirstSide; i++ {
		p.work++
		s := p.Sides[i*shaders.PictureSide:][:shaders.PictureSide]
		topX, topY, slope, lowX, lines := float(s[0]), float(s[1]), float(s[2]), float(s[3]), s[4]
		for line := range uint32(shaders.PictureSamples) {
			if n := row*shaders.PictureSamples + line; n < lines&1023 || n >= lines>>10&1023 {
				continue
			}
			down := float32(row) + (float32(line)+0.5)/shaders.PictureSamples - topY
			along := float32(down * slope)
			x := max(min(topX, lowX), min(max(topX, lowX), topX+along))
			first := math.Ceil(float64(x - column(line)))
			for k := int(max(0, first)); k < shaders.PictureTile; k++ {
				sums[line][k] += int32(lines>>20)*2 - 1
			}
		}
	}
	for line := range sums {
		for k, sum := range sums[line] {
			if sum&(1<<digits-1) != 0 {
				samples[line/2] |= 1 << (line%2*shaders.PictureTile + k)
			}
		}
	}
	return samples
}

// cover returns the covered share of a pixel.
func (p *stripPainter) cover(pixel int) float32 {
	n := 0
	for _, w := range p.covered {
		n += bits.OnesCount32(w & (0x10001 << pixel))
	}
	return float32(n) / shaders.PictureSamples
}

// over paints a colour, premultiplied by alpha, over another.
func (p *stripPainter) over(i int, below [4]stripWords, c [4]float32, cover float32) {
	rest := 1 - float32(c[3]*cover)
	for k := range c {
		kept := float32(float(below[k][i]) * rest)
		p.color[k][i] = math.Float32bits(kept + float32(c[k]*cover))
	}
}

// pixel rounds the colour of a pixel, divided by its alpha, to eight bits per component.
func (p *stripPainter) pixel(i int) (word uint32) {
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

// AgreeOnPicture compares the results of a round of painting. Any strip may have any page,
// unfinished strips may be in any order, and colours may differ by one level.
func AgreeOnPicture(_, device, mirror Paint[[]uint32]) error {
	list := shaders.PictureGrid + int(device.Columns*device.Rows*shaders.PictureTile)
	next := (int(device.Round) + 1) & 1 * list
	n := int(mirror.Todo[next+shaders.PictureGrid-1])
	if err := ref.SameSet("Todo", device.Todo, mirror.Todo, next+shaders.PictureGrid, n); err != nil {
		return err
	}
	for _, strip := range mirror.Todo[next+shaders.PictureGrid:][:n] {
		state := strip * shaders.PictureState
		if err := ref.Same(fmt.Sprintf("state of strip %d: Strips", strip), device.Strips[state:state+2], mirror.Strips[state:state+2]); err != nil {
			return err
		}
	}
	if err := ref.Same("Status", device.Status[shaders.PictureNoRoom:], mirror.Status[shaders.PictureNoRoom:]); err != nil {
		return err
	}
	return ref.SameColours("Pixels", device.Pixels, mirror.Pixels)
}

package ref

import "math"

// Words of a stretch: its box, its first point, how many sides it has, and the stretch
// behind all those that it is divided into. A stretch with no more than PictureLeaf
// sides is not divided. A point has its place, and the slope of the side to the
// next point: how far x moves for one of y.
const (
	PictureBox         = 0
	PictureFirstPoint  = 4
	PictureSides       = 5
	PictureNextStretch = 6
	PictureStretch     = 8

	PictureLeaf  = 8
	PicturePoint = 4 // words

	// PictureMostSides is what a part has fewer of, so that sums of windings
	// have 24 digits.
	PictureMostSides = 1 << 23
	// PictureMostWork is after how many loop iterations a round is ended in any
	// case, with an error.
	PictureMostWork = 60000
)

const pictureSamples = 32

// pictureTile is a tile for the mirror: its view and the place of its upper left pixel.
type pictureTile struct {
	*PictureView
	origin [2]float32
	work   uint32
}

// column returns where in a pixel's width the sample of a line is.
func column(sample int) float32 { return (float32((sample*13+5)&31) + 0.5) / pictureSamples }

// linesAbove returns the number of sample lines of the tile above a height.
func linesAbove(y float32) int {
	lines := float32(math.Ceil(float64(float32(y*pictureSamples) - 0.5)))
	return int(max(0, min(pictureSamples*PictureTile, lines)))
}

func (t *pictureTile) at(p float32, axis int) float32 { return t.place(p, axis) - t.origin[axis] }

// windings are the sums of windings of all samples of a tile: of each line and pixel.
type windings [pictureSamples * PictureTile][PictureTile]int32

// addSide adds the winding of a side, whose ends are in units of the scene.
func (t *pictureTile) addSide(w *windings, a, b [2]float32, slope float32) {
	ax, ay, bx, by := t.at(a[0], 0), t.at(a[1], 1), t.at(b[0], 0), t.at(b[1], 1)
	from, to, up := linesAbove(ay), linesAbove(by), int32(1)
	topX, topY := ax, ay
	if from > to {
		from, to, up = to, from, -1
		topX, topY = bx, by
	}
	left, right := min(ax, bx), max(ax, bx)
	for line := from; line < to; line++ {
		sample := line % pictureSamples
		y := float32(line/pictureSamples) + (float32(sample)+0.5)/pictureSamples
		down := y - topY
		along := float32(down * slope)
		x := max(left, min(right, topX+along))
		for k := range w[line] {
			if x <= float32(k)+column(sample) {
				w[line][k] += up
			}
		}
	}
}

// noSample says whether no sample of the tile is in a box.
func noSample(low, high [2]float32) bool {
	first, end := linesAbove(low[1]), linesAbove(high[1])
	if end-first > 1 {
		return false
	}
	c := column(first & 31)
	return math.Ceil(float64(low[0]-c)) == math.Ceil(float64(high[0]-c))
}

// enclosed returns the samples of each pixel of the tile that stretches enclose.
func (t *pictureTile) enclosed(stretches, points []uint32, first, end, rule uint32) (samples [PictureTile * PictureTile]uint32) {
	var w windings
	for i := first; i < end && t.work < PictureMostWork; {
		t.work++
		s := stretches[i*PictureStretch:][:PictureStretch]
		low := [2]float32{t.at(float(s[0]), 0), t.at(float(s[1]), 1)}
		high := [2]float32{t.at(float(s[2]), 0), t.at(float(s[3]), 1)}
		if low[0] >= PictureTile || linesAbove(low[1]) == linesAbove(high[1]) {
			i = s[PictureNextStretch]
			continue
		}
		straight := high[0] <= 0 || noSample(low, high)
		if !straight && s[PictureSides] > PictureLeaf {
			i++
			continue
		}
		i = s[PictureNextStretch]
		stride := uint32(1)
		if straight {
			stride = s[PictureSides]
		}
		for k := uint32(0); k < s[PictureSides]; k += stride {
			t.work++
			a, b := points[(s[PictureFirstPoint]+k)*PicturePoint:], points[(s[PictureFirstPoint]+k+stride)*PicturePoint:]
			slope := float(a[2])
			if straight {
				slope = 0
			}
			t.addSide(&w, [2]float32{float(a[0]), float(a[1])}, [2]float32{float(b[0]), float(b[1])}, slope)
		}
	}
	for line := range w {
		for k, sum := range w[line] {
			if rule == 1 && sum&1 != 0 || rule == 0 && sum != 0 {
				samples[line/pictureSamples*PictureTile+k] |= 1 << (line % pictureSamples)
			}
		}
	}
	return samples
}

package svgload

import "math"

// maxDashes limits the dashes of a line. A line with more is drawn solid, since they would be too
// fine to see.
const maxDashes = 1 << 16

// dash draws the dashes of a polyline.
func (k *stroker) dash(points []vec, closed bool) {
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	period, length := 0.0, 0.0
	for _, d := range k.dashes {
		period += d
	}
	for i := range points[1:] {
		length += points[i+1].sub(points[i]).length()
	}
	if !(length/period*float64(len(k.dashes)) < maxDashes) {
		k.solid = true
		k.line(points, false)
		return
	}
	i, left := k.phase(period)
	var run []vec // current dash
	if i%2 == 0 {
		run = []vec{points[0]}
	}
	for j := range points[1:] {
		a, b := points[j], points[j+1]
		whole := b.sub(a).length()
		for at := 0.0; ; {
			if left > whole-at {
				left -= whole - at
				break
			}
			at += left
			p := a.mix(b, at/whole)
			if i%2 == 0 {
				k.run(append(run, p))
			}
			if i = (i + 1) % len(k.dashes); i%2 == 0 {
				run = append(run[:0:0], p)
			}
			left = k.dashes[i]
			if len(k.out.points) > k.most {
				return
			}
		}
		if i%2 == 0 {
			run = append(run, b)
		}
	}
	if i%2 == 0 {
		k.run(run)
	}
}

// phase returns the dash in which a line begins, and its remaining length.
func (k *stroker) phase(period float64) (i int, left float64) {
	at := math.Mod(k.offset, period)
	if at < 0 {
		at += period
	}
	for i = range k.dashes {
		if at < k.dashes[i] {
			return i, k.dashes[i] - at
		}
		at -= k.dashes[i]
	}
	return 0, k.dashes[0]
}

// run draws a dash. A dash of length zero has only caps.
func (k *stroker) run(points []vec) {
	if points = distinct(points); len(points) == 1 {
		k.dot(points[0])
		return
	}
	k.line(points, false)
}

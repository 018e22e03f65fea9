package svgload

import "math"

// stroke is the style of a line.
type stroke struct {
	width, miter float64
	dashes       []float64 // an even number, or nil
	offset       float64   // position in the dash pattern at which a line begins
	cap          capStyle
	join         joinStyle
}

type capStyle uint8

const (
	buttCap capStyle = iota
	roundCap
	squareCap
)

type joinStyle uint8

const (
	miterJoin joinStyle = iota
	roundJoin
	bevelJoin
)

// stroker computes the area of a line: the union of a rectangle for each segment and a wedge on the
// outer side of each corner. The resulting contour is the sum of their contours, without parts that
// cancel. Hence no point of the area has winding number zero, however the line crosses itself.
type stroker struct {
	stroke
	out       outline
	half      float64
	tolerance float64
	most      int  // limit on the points of out
	solid     bool // a line has too many dashes
}

// strokeOutline returns the area of a stroked path, which the nonzero rule fills. solid reports
// whether a line is drawn solid because it has too many dashes.
func strokeOutline(o *outline, s stroke, tolerance float64, most int) (area outline, solid bool) {
	k := stroker{stroke: s, half: s.width / 2, tolerance: tolerance, most: most}
	for _, l := range o.lines {
		points := distinct(o.points[l.first:l.end])
		closed := l.closed && len(points) > 1
		if closed && points[0] == points[len(points)-1] {
			points = points[:len(points)-1]
		}
		switch {
		case len(k.out.points) > most:
			return k.out, k.solid
		case len(points) == 1:
			k.dot(points[0])
		case s.dashes != nil:
			k.dash(points, closed)
		default:
			k.line(points, closed)
		}
	}
	return k.out, k.solid
}

// distinct removes points equal to their predecessors.
func distinct(points []vec) []vec {
	kept := points[:1:1]
	for _, p := range points[1:] {
		if p != kept[len(kept)-1] {
			kept = append(kept, p)
		}
	}
	return kept
}

// dot draws a line of length zero.
func (k *stroker) dot(p vec) {
	h := k.half
	switch k.cap {
	case squareCap:
		k.out.add(vec{p.x - h, p.y - h}, vec{p.x + h, p.y - h}, vec{p.x + h, p.y + h}, vec{p.x - h, p.y + h})
	case roundCap:
		k.out.add(k.fan(nil, p, vec{h, 0}, 2*math.Pi)...)
	}
}

// fan appends the points of an arc around a centre, which starts at an arm and goes through a turn,
// without its end.
func (k *stroker) fan(side []vec, centre, arm vec, turn float64) []vec {
	n := steps(math.Abs(turn) / step(k.half, k.tolerance))
	for i := range n {
		sin, cos := math.Sincos(turn * float64(i) / float64(n))
		side = append(side, centre.add(vec{arm.x*cos - arm.y*sin, arm.x*sin + arm.y*cos}))
	}
	return side
}

// line draws a polyline of distinct points. A closed one does not repeat its first point.
func (k *stroker) line(points []vec, closed bool) {
	n := len(points)
	if closed && n == 2 {
		points, n = append(points[:2:2], points[0]), 3
		closed = false
	}
	stretches := n - 1
	if closed {
		stretches = n
	}
	var left, right []vec
	smooth := false // the last corner has one point on each side, which the next segment starts with
	along := func(i int) vec {
		d := points[(i+1)%n].sub(points[i%n])
		return d.mul(1 / d.length())
	}
	for i := range stretches {
		d, side := along(i), along(i).left().mul(k.half)
		p := points[(i+1)%n]
		if !smooth {
			left, right = append(left, points[i].add(side)), append(right, points[i].sub(side))
		}
		if i+1 < stretches {
			if left, right, smooth = k.bend(left, right, p, d, along(i+1), min(p.sub(points[i]).length(), points[(i+2)%n].sub(p).length())); smooth {
				continue
			}
		}
		left, right = append(left, p.add(side)), append(right, p.sub(side))
		if i+1 < stretches || closed {
			left, right = k.corner(left, right, p, d, along(i+1))
		}
		if len(left)+len(right) > k.most {
			break
		}
	}
	if closed {
		k.out.add(left...)
		reverse(right)
		k.out.add(right...)
		return
	}
	left = k.end(left, points[n-1], along(stretches-1))
	reverse(right)
	left = append(left, right...)
	k.out.add(k.end(left, points[0], along(0).mul(-1))...)
}

func reverse(points []vec) {
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
		points[i], points[j] = points[j], points[i]
	}
}

// end appends the cap at the end of a line that arrives in direction d.
func (k *stroker) end(side []vec, p, d vec) []vec {
	out, left := d.mul(k.half), d.left().mul(k.half)
	switch k.cap {
	case squareCap:
		return append(side, p.add(left).add(out), p.sub(left).add(out))
	case roundCap:
		return k.fan(side, p, left, math.Pi)
	}
	return side
}

// bend replaces a corner by a single point on each side if the difference is invisible, as in a
// curve. The segments must be long enough to keep their direction on the inner side.
func (k *stroker) bend(left, right []vec, p, d0, d1 vec, shorter float64) (l, r []vec, ok bool) {
	dot := d0.dot(d1)
	if dot < 0.5 {
		return left, right, false
	}
	cos, sin := math.Sqrt((1+dot)/2), math.Sqrt(max(0, 1-dot)/2) // of half the turning angle
	if k.half*(1/cos-cos) > k.tolerance || k.half*sin/cos > shorter/2 {
		return left, right, false
	}
	arm := d0.left().add(d1.left()).mul(k.half / (2 * cos * cos))
	return append(left, p.add(arm)), append(right, p.sub(arm)), true
}

// corner appends the contour between two segments at a point: the point on the inner side, and the
// join on the outer side.
func (k *stroker) corner(left, right []vec, p, d0, d1 vec) (l, r []vec) {
	turn := math.Atan2(d0.cross(d1), d0.dot(d1)) // positive to the right, because y points down
	if turn >= 0 {
		return k.wedge(left, p, d0.left(), d1.left(), turn), append(right, p)
	}
	return append(left, p), k.wedge(right, p, d0.left().mul(-1), d1.left().mul(-1), turn)
}

// wedge appends the outer side of a corner, between the ends of two arms.
func (k *stroker) wedge(side []vec, p, arm0, arm1 vec, turn float64) []vec {
	switch k.join {
	case roundJoin:
		return k.fan(side, p, arm0.mul(k.half), turn)
	case miterJoin:
		cos := math.Cos(turn / 2) // its reciprocal is the ratio of the miter's length to the width
		if cos*k.miter >= 1 {
			return append(side, p.add(arm0.add(arm1).mul(k.half/(2*cos*cos))))
		}
	}
	return side
}

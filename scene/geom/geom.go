// Package geom holds the plane of maps and scenes: points in fixed-point Mercator coordinates,
// boxes, distances on the sphere and the Hilbert curve. It depends on neither graphs nor drawing.
package geom

import "math"

// Point is a position in the spherical Mercator projection (EPSG:3857) in units of 2^-32 of the
// world's width, 9.3 mm at the equator. X grows to the east and wraps around at the antimeridian,
// like int32. Y grows to the south, like pixels. (0, 0) is the intersection of the equator and the
// prime meridian.
type Point struct{ X, Y int32 }

const (
	// World is the width of the world in units of Point.
	World = 1 << 32
	// MaxLat is the latitude in degrees where the projection is cut off, so that the world is a
	// square.
	MaxLat = 85.05112877980659
	// EarthRadius is the mean radius of the Earth in metres (IUGG 1980).
	EarthRadius = 6371008.8

	mercatorRadius = 6378137 // of EPSG:3857, metres
)

// FromDegrees projects a position in degrees. Latitudes beyond ±MaxLat are clamped.
func FromDegrees(lon, lat float64) Point {
	p, _ := FromDegreesCos(lon, lat)
	return p
}

// FromDegreesCos is like FromDegrees and also returns the cosine of the latitude, which hardly takes
// longer.
func FromDegreesCos(lon, lat float64) (p Point, cos float64) {
	s := sine(lat)
	if cos = math.Sqrt(1 - s*s); math.Abs(lat) > MaxLat {
		cos = math.Cos(lat * math.Pi / 180)
	}
	return Point{fixed(lon / 360), fixed(mercator(s))}, cos
}

// Project is like FromDegrees, without rounding to whole units.
func Project(lon, lat float64) (x, y float64) { return lon / 360 * World, mercator(sine(lat)) * World }

// sine returns the sine of a latitude within the map.
func sine(lat float64) float64 { return math.Sin(max(-MaxLat, min(MaxLat, lat)) * math.Pi / 180) }

// mercator returns how far south a latitude with the given sine is, as a fraction of the world.
func mercator(sine float64) float64 { return -math.Log((1+sine)/(1-sine)) / (4 * math.Pi) }

// Unproject returns the longitude and latitude of a position in units of Point.
func Unproject(x, y float64) (lon, lat float64) {
	return x / World * 360, math.Atan(math.Sinh(-y/World*2*math.Pi)) * 180 / math.Pi
}

// fixed rounds a fraction of the world to units. Values beyond ±1/2 wrap around.
func fixed(f float64) int32 {
	v := max(-0.5, min(0.5, f)) * World * (1 - 1.0/World)
	whole := math.Trunc(v) // an instruction, unlike math.Round
	if math.Abs(v-whole) >= 0.5 {
		whole += math.Copysign(1, v)
	}
	return int32(int64(whole))
}

// Degrees returns the longitude and latitude of a point.
func (p Point) Degrees() (lon, lat float64) { return Unproject(float64(p.X), float64(p.Y)) }

// MetresPerUnit returns the length on the ground of one unit at the point's latitude.
func (p Point) MetresPerUnit() float64 { return MetresPerUnit(float64(p.Y)) }

// MetresPerUnit returns the length on the ground of one unit at coordinate y.
func MetresPerUnit(y float64) float64 {
	const atEquator = 2 * math.Pi * mercatorRadius / World
	return atEquator / math.Cosh(y/World*2*math.Pi)
}

// Metres returns the great-circle distance between two points.
func (p Point) Metres(q Point) float64 {
	lon0, lat0 := p.Degrees()
	lon1, lat1 := q.Degrees()
	return GreatCircle(lon0, lat0, lon1, lat1)
}

// OnSegment returns the point of the segment from a to b that is nearest to p on the map, and its
// distance in units.
func (p Point) OnSegment(a, b Point) (q Point, distance float64) {
	x, y := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	px, py := float64(p.X)-float64(a.X), float64(p.Y)-float64(a.Y)
	t := 0.0 // position along the segment, from 0 to 1
	if square := x*x + y*y; square > 0 {
		t = max(0, min(1, (px*x+py*y)/square))
	}
	q = Point{int32(math.Round(float64(a.X) + t*x)), int32(math.Round(float64(a.Y) + t*y))}
	return q, math.Hypot(px-t*x, py-t*y)
}

// GreatCircle returns the distance in metres between two positions in degrees,
// by the haversine formula (Sinnott, Sky and Telescope 68, 1984).
func GreatCircle(lon0, lat0, lon1, lat1 float64) float64 {
	const rad = math.Pi / 180
	sy := math.Sin((lat1 - lat0) * rad / 2)
	sx := math.Sin((lon1 - lon0) * rad / 2)
	h := sy*sy + math.Cos(lat0*rad)*math.Cos(lat1*rad)*sx*sx
	return 2 * EarthRadius * math.Asin(math.Sqrt(min(1, h)))
}

// Box is a rectangle including both corners. The zero Box contains the origin: use Bounds or
// EmptyBox to start.
type Box struct{ Min, Max Point }

// EmptyBox returns a box without points. Extended by a point, it is the box of this point.
func EmptyBox() Box {
	return Box{Point{math.MaxInt32, math.MaxInt32}, Point{math.MinInt32, math.MinInt32}}
}

// Bounds returns the box around points.
func Bounds(points []Point) Box {
	b := EmptyBox()
	for _, p := range points {
		b = b.Extend(p)
	}
	return b
}

// Empty reports whether the box contains no point.
func (b Box) Empty() bool { return b.Min.X > b.Max.X || b.Min.Y > b.Max.Y }

// Extend returns the box grown to contain p.
func (b Box) Extend(p Point) Box {
	b.Min.X, b.Max.X = min(b.Min.X, p.X), max(b.Max.X, p.X)
	b.Min.Y, b.Max.Y = min(b.Min.Y, p.Y), max(b.Max.Y, p.Y)
	return b
}

// Grown returns the box with a margin of some units on each side, as far as points reach.
func (b Box) Grown(margin int64) Box {
	to := func(x int32, by int64) int32 { return int32(max(math.MinInt32, min(math.MaxInt32, int64(x)+by))) }
	return Box{Point{to(b.Min.X, -margin), to(b.Min.Y, -margin)}, Point{to(b.Max.X, margin), to(b.Max.Y, margin)}}
}

// Join returns the box around two boxes.
func (b Box) Join(c Box) Box {
	if c.Empty() {
		return b
	}
	return b.Extend(c.Min).Extend(c.Max)
}

// Within reports whether p is in the box grown by r units.
func (b Box) Within(p Point, r float64) bool {
	x, y := float64(p.X), float64(p.Y)
	return x >= float64(b.Min.X)-r && x <= float64(b.Max.X)+r && y >= float64(b.Min.Y)-r && y <= float64(b.Max.Y)+r
}

// Meets reports whether two boxes have a point in common.
func (b Box) Meets(c Box) bool {
	return b.Min.X <= c.Max.X && b.Max.X >= c.Min.X && b.Min.Y <= c.Max.Y && b.Max.Y >= c.Min.Y
}

// Contains reports whether a box lies within b.
func (b Box) Contains(c Box) bool {
	return c.Min.X >= b.Min.X && c.Max.X <= b.Max.X && c.Min.Y >= b.Min.Y && c.Max.Y <= b.Max.Y
}

// Width returns the extent along X in units of Point, negative for an empty box.
func (b Box) Width() int64 { return int64(b.Max.X) - int64(b.Min.X) }

// Height returns the extent along Y in units of Point, negative for an empty box.
func (b Box) Height() int64 { return int64(b.Max.Y) - int64(b.Min.Y) }

// Centre returns the middle of the box in units of Point.
func (b Box) Centre() (x, y float64) {
	return (float64(b.Min.X) + float64(b.Max.X)) / 2, (float64(b.Min.Y) + float64(b.Max.Y)) / 2
}

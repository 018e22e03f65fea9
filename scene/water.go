package scene

import "kernelscope/scene/geom"

// WaterKind is the kind of a shape of water.
type WaterKind uint8

// Kinds of water.
const (
	Lake  WaterKind = iota // an area: a lake, or a river as wide as its banks
	River                  // the middle of a river or canal
	Shore                  // of the sea
)

// WaterShape is a body of water: the points First to End-1 of Water.Points. Those of a lake
// are a ring whose last point is its first one.
type WaterShape struct {
	First, End uint32
	Kind       WaterKind
}

// Water is the water under a map's roads; a nil Water has none.
type Water struct {
	Shapes []WaterShape
	Points []geom.Point
}

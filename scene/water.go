package scene

import "kernelscope/scene/geom"

// WaterKind is the kind of a shape of water.
type WaterKind uint8

// Kinds of water.
const (
	Lake  WaterKind = iota // an area: a lake, or a river with its banks
	River                  // the middle line of a river or canal
	Shore                  // of the sea
)

// WaterShape is a body of water: the points First to End-1 of Water.Points. The points of a lake
// are a ring whose last point equals its first.
type WaterShape struct {
	First, End uint32
	Kind       WaterKind
}

// Water is the water on a map. A nil *Water has none.
type Water struct {
	Shapes []WaterShape
	Points []geom.Point
}

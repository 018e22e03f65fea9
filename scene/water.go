package scene

import "kernelscope/scene/geom"

// WaterKind is what a shape of water is.
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

// Water is what a map shows under its roads; a nil Water is none.
type Water struct {
	Shapes []WaterShape
	Points []geom.Point
}

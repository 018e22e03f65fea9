package osmload

import (
	"slices"

	"github.com/paulmach/osm"

	"kernelscope/internal/parallel"
	"kernelscope/internal/source"
	"kernelscope/osmload/internal/pbf"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// water holds the water of a file in any format: runs of points with known places.
type water struct {
	at     []place // places of the points of a PBF file's ways
	shapes []scene.WaterShape
	points []place
}

// IsDrawn reports whether a way is drawn for cars: as a road, or as water.
func IsDrawn(way osm.Tags) bool {
	_, water := waterOf(way)
	return water || Car.classify(way).drawn
}

// waterOf returns the kind of water of a way, if it is water. Areas made of several ways, which
// only relations join, are omitted. Source: OpenStreetMap wiki, "Key:natural", "Key:waterway".
func waterOf(tags osm.Tags) (kind scene.WaterKind, ok bool) {
	switch tags.Find("natural") {
	case "water":
		return scene.Lake, true
	case "coastline":
		return scene.Shore, true
	}
	switch tags.Find("waterway") {
	case "riverbank":
		return scene.Lake, true
	case "river", "canal":
		return scene.River, true
	}
	return 0, false
}

// add adds a shape without the points that lack a place. A lake must end where it begins.
func (w *water) add(kind scene.WaterKind, points []place) {
	first := len(w.points)
	for _, p := range points {
		if p != 0 && (len(w.points) == first || w.points[len(w.points)-1] != p) {
			w.points = append(w.points, p)
		}
	}
	here := w.points[first:]
	if n := len(here); n < 2 || kind == scene.Lake && (n < 4 || here[0] != here[n-1]) {
		w.points = w.points[:first]
		return
	}
	w.shapes = append(w.shapes, scene.WaterShape{First: uint32(first), End: uint32(len(w.points)), Kind: kind})
}

// scene returns the water of a map, or nil if there is none.
func (w *water) scene() *scene.Water {
	if len(w.shapes) == 0 {
		return nil
	}
	out := &scene.Water{Shapes: slices.Clip(w.shapes), Points: make([]geom.Point, len(w.points))}
	parallel.Pieces(len(w.points), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out.Points[i] = geom.FromDegrees(w.points[i].degrees())
		}
	})
	return out
}

// packedWater is water whose refs are still differences of ids.
type packedWater struct {
	kind scene.WaterKind
	refs []byte
}

// waterBytes is the memory for a node reference of water until the map is built: two places, while a slice
// grows, and a point.
const waterBytes = 40

// keepWater stores a way if it is water, and marks its nodes as needed.
func (b *blobState) keepWater(w *pbf.Way, wet *pbf.IDSet, budget *source.Budget) error {
	kind, ok := waterOf(w.Tags)
	if !ok || w.Count < 2 {
		return nil
	}
	if err := budget.Take(wayBytes + waterBytes*int64(w.Count) + int64(len(w.Refs))); err != nil {
		return err
	}
	if err := wet.Add(w.Refs); err != nil {
		return err
	}
	return source.Append(budget, &b.water, packedWater{kind, slices.Clone(w.Refs)})
}

// mapWater sets the places of water.
func (p *pbfReader) mapWater(e *extract) error {
	cursor := p.workers[0].wet.Cursor()
	var points []place
	for _, b := range p.blobs {
		for _, w := range b.water {
			points = points[:0]
			if err := pbf.Deltas(w.refs, func(id int64) {
				points = append(points, e.water.at[cursor.Rank(osm.NodeID(id))])
			}); err != nil {
				return err
			}
			e.water.add(w.kind, points)
		}
	}
	e.water.at = nil
	return nil
}

// xmlWater is water with the nodes of its way.
type xmlWater struct {
	kind scene.WaterKind
	refs []osm.NodeID
}

// keepWater stores a way that is not a highway if it is water.
func (x *xmlReader) keepWater(tags osm.Tags, refs []osm.NodeID, visible bool) error {
	kind, ok := waterOf(tags)
	if !ok || !visible || len(refs) < 2 {
		return nil
	}
	if err := x.budget.Take(wayBytes + (waterBytes+8)*int64(len(refs))); err != nil {
		return err
	}
	return source.Append(x.budget, &x.wet, xmlWater{kind, slices.Clone(refs)})
}

// mapWater sets the places of water. The first of repeated nodes counts.
func (x *xmlReader) mapWater(e *extract) {
	at := map[osm.NodeID]place{}
	for _, w := range x.wet {
		for _, id := range w.refs {
			at[id] = 0
		}
	}
	for _, n := range x.nodes {
		if p, wanted := at[n.id]; wanted && p == 0 {
			at[n.id] = n.at
		}
	}
	var points []place
	for _, w := range x.wet {
		points = points[:0]
		for _, id := range w.refs {
			points = append(points, at[id])
		}
		e.water.add(w.kind, points)
	}
}

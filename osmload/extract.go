package osmload

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// extract holds the highways of a file in any format.
type extract struct {
	ids    []osm.NodeID // points of highways, ascending
	at     []place      // parallel to ids; zero if the file lacks the node
	refs   []uint32
	ways   []way
	labels *labels // of ways
	towns  []scene.Settlement
	water  water
	bounds *osm.Bounds // the area that the file claims to cover; nil without a claim
	counts scene.Counts
	cutOff bool // the file seems to be truncated
}

// way is a range of refs, each the index of a point.
type way struct {
	first, end uint32
	road
	label uint32 // in extract.labels
}

// place is a position in units of 1e-7 degrees: the latitude in bits 32 to 62 and the longitude in
// bits 0 to 31, both shifted to be positive. Bit 63 is set, so that zero means no place.
type place uint64

const (
	maxLat = 90_0000000
	maxLon = 180_0000000
)

// placeAt returns the place at a latitude and longitude in units of 1e-7
// degrees, or zero if they are out of range.
func placeAt(lat, lon int64) place {
	if uint64(lat+maxLat) > 2*maxLat || uint64(lon+maxLon) > 2*maxLon {
		return 0
	}
	return 1<<63 | place(lat+maxLat)<<32 | place(lon+maxLon)
}

// degrees returns the longitude and latitude.
func (p place) degrees() (lon, lat float64) {
	return float64(int64(p&math.MaxUint32)-maxLon) * 1e-7, float64(int64(p>>32&math.MaxInt32)-maxLat) * 1e-7
}

// Memory that a highway and each of its node references need once the file is read, for references,
// nodes and places.
const (
	wayBytes = 64
	refBytes = 20
)

// doubt returns the reason to suspect that the file is incomplete, or "".
func (e *extract) doubt() string {
	switch {
	case e.counts.Nodes+e.counts.Ways+e.counts.Relations == 0:
		return "the file holds no objects: it may be cut off"
	case e.cutOff:
		return "the file has no ways, or ends in a full block: it may be cut off"
	}
	return ""
}

// missing counts the points without a place.
func (e *extract) missing() int {
	n := 0
	for _, p := range e.at {
		if p == 0 {
			n++
		}
	}
	return n
}

// finishWays counts the ways, whose ids are given in the same order, and closes repeated ways.
func (e *extract) finishWays(ids []osm.WayID) {
	e.counts.HighwayWays = len(e.ways)
	order := make([]int32, len(ids))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(ids[a], ids[b]) })
	for k := 1; k < len(order); k++ {
		if ids[order[k]] == ids[order[k-1]] {
			e.counts.DuplicateWays++
			e.ways[order[k]].road = road{}
		}
	}
	for _, w := range e.ways {
		if w.end-w.first < 2 {
			e.counts.ShortWays++
		}
		if w.open() {
			e.counts.RoadWays++
		}
	}
}

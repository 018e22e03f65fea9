package osmload

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/paulmach/osm"

	"kernelscope/osmload/internal/pbf"
)

// mapRefs converts the node ids of all ways to points.
func (p *pbfReader) mapRefs(e *extract) error {
	type piece struct{ way, ref int }
	start := make([]piece, len(p.blobs)+1)
	for i, b := range p.blobs {
		start[i+1] = start[i]
		for _, w := range b.ways {
			start[i+1].way++
			start[i+1].ref += int(w.count)
		}
	}
	total := start[len(p.blobs)]
	if total.ref > math.MaxUint32/2 {
		return fmt.Errorf("%d references to nodes; at most %d can be held", total.ref, math.MaxUint32/2)
	}
	e.ways, e.refs = make([]way, total.way), make([]uint32, total.ref)
	wayIDs := make([]osm.WayID, total.way)
	e.labels = p.labels
	set := p.workers[0].wanted
	var stop atomic.Bool
	err := p.forBlobs(func(n int) int { return n }, &stop, func(_ *worker, i int) error {
		b, at, cursor := &p.blobs[i], start[i], set.Cursor()
		rest := b.packed
		for _, k := range b.ways {
			first := at.ref
			if err := pbf.Deltas(rest[:k.refs], func(id int64) {
				e.refs[at.ref] = uint32(cursor.Rank(osm.NodeID(id)))
				at.ref++
			}); err != nil {
				return err
			}
			e.ways[at.way] = way{uint32(first), uint32(at.ref), k.road, k.label}
			wayIDs[at.way] = k.id
			at.way++
			rest = rest[k.refs+k.lats+k.lons:]
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := p.placesOnWays(e); err != nil {
		return err
	}
	e.finishWays(wayIDs)
	return nil
}

// placesOnWays sets places from ways, for files that have locations on ways instead of nodes.
func (p *pbfReader) placesOnWays(e *extract) error {
	n := 0
	for _, b := range p.blobs {
		rest := b.packed
		for _, k := range b.ways {
			w := e.ways[n]
			n++
			lats, lons := rest[k.refs:k.refs+k.lats], rest[k.refs+k.lats:k.refs+k.lats+k.lons]
			rest = rest[k.refs+k.lats+k.lons:]
			if k.lats == 0 {
				continue
			}
			var lat []int64
			if err := pbf.Deltas(lats, func(v int64) { lat = append(lat, v) }); err != nil {
				return err
			}
			i := 0
			if err := pbf.Deltas(lons, func(lon int64) {
				at := placeAt(b.scale.Apply(lat[i], lon))
				if r := e.refs[int(w.first)+i]; at != 0 && e.at[r] == 0 {
					e.at[r] = at
				}
				i++
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

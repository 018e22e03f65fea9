package osmload

import (
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmpbf"
	"github.com/paulmach/osm/osmxml"

	"kernelscope/osmload/internal/pbf"
	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
)

// objects are the objects that a reader finds in a file. From XML, only highways and those of their
// tags that describe the road are kept.
type objects struct {
	nodes     []pbfwrite.Node
	ways      []object
	relations int
	bounds    *osm.Bounds
}

type object struct {
	id   osm.WayID
	refs []osm.NodeID
	tags osm.Tags // tags with a key in WayKeys; PBF only
	road road
}

// TestSecondOpinion also reads every available extract with the readers of paulmach/osm and
// compares each node, each way and the bounds.
func TestSecondOpinion(t *testing.T) {
	files := []string{filepath.Join("..", "assets", "delaware-roads.osm.pbf")}
	for _, name := range []string{"delaware-latest.osm.pbf", "andorra-latest.osm.bz2", "changeset_38162206.osc", "changeset_38162210.osc", "minute_871.osc"} {
		files = append(files, osmtest.Module(t, name))
	}
	extracts, err := filepath.Glob(filepath.Join(osmtest.Data(t, "osm"), "*.osm*"))
	if err != nil || len(extracts) < 7 {
		t.Fatalf("%d extracts (%v)", len(extracts), err)
	}
	for _, path := range append(files, extracts...) {
		if strings.HasSuffix(path, "andorra-latest.osm.bz2") && os.Getenv("KERNELSCOPE_LONG") == "" {
			continue // 45 MB of XML; the extracts include a part of it
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file = unpacked(t, path, file)
			want := theirs(t, path, file)
			same(t, ours(t, path, file), want)
			if !strings.HasSuffix(path, ".osc") { // paulmach/osm joins the parts of change files
				sameExtract(t, file, want)
			}
		})
	}
}

// same compares the objects of two readers.
func same(t *testing.T, got, want objects) {
	t.Helper()
	if len(got.nodes)+len(got.ways) == 0 || len(got.nodes) != len(want.nodes) || len(got.ways) != len(want.ways) || got.relations != want.relations {
		t.Fatalf("%d nodes, %d ways, %d relations; the second reader has %d, %d and %d",
			len(got.nodes), len(got.ways), got.relations, len(want.nodes), len(want.ways), want.relations)
	}
	for i := range got.nodes {
		if got.nodes[i] != want.nodes[i] {
			t.Fatalf("node %d is %+v; the second reader has %+v", i, got.nodes[i], want.nodes[i])
		}
	}
	for i, g := range got.ways {
		w := want.ways[i]
		if g.id != w.id || g.road != w.road || !slices.Equal(g.refs, w.refs) || !slices.Equal(g.tags, w.tags) {
			t.Fatalf("way %d is %+v; the second reader has %+v", i, g, w)
		}
	}
	if (got.bounds == nil) != (want.bounds == nil) || got.bounds != nil && *got.bounds != *want.bounds {
		t.Errorf("the bounds are %v; the second reader has %v", got.bounds, want.bounds)
	}
}

// sameExtract compares an extract, built by several workers, with one built from objects with maps.
func sameExtract(t *testing.T, file []byte, from objects) {
	t.Helper()
	e, err := readExtract(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Progress: &Progress{}})
	if err != nil {
		t.Fatal(err)
	}
	at := map[osm.NodeID]place{}
	for _, n := range from.nodes {
		if at[n.ID] == 0 {
			at[n.ID] = placeAt(n.Lat, n.Lon)
		}
	}
	wanted, closed := map[osm.NodeID]bool{}, map[osm.WayID]bool{}
	i := 0
	for _, w := range from.ways {
		if w.road == (road{}) && w.tags.Find("highway") == "" && w.tags != nil {
			continue
		}
		got := e.ways[i]
		i++
		if closed[w.id] {
			w.road = road{}
		}
		closed[w.id] = true
		for k, p := range e.refs[got.first:got.end] {
			if e.ids[p] != w.refs[k] || e.at[p] != at[w.refs[k]] {
				t.Fatalf("way %d, node %d: %d at %v, want %d at %v", w.id, k, e.ids[p], e.at[p], w.refs[k], at[w.refs[k]])
			}
		}
		if int(got.end-got.first) != len(w.refs) || got.road != w.road {
			t.Fatalf("way %d: %+v, want %+v", w.id, got, w)
		}
		for _, id := range w.refs {
			wanted[id] = true
		}
	}
	if len(e.ids) != len(wanted) || !slices.IsSorted(e.ids) || len(e.ways) != i {
		t.Errorf("%d points and %d ways, want %d and %d", len(e.ids), len(e.ways), len(wanted), i)
	}
}

func ours(t *testing.T, path string, file []byte) (o objects) {
	t.Helper()
	if !strings.HasSuffix(path, ".pbf") {
		return oursXML(t, path, file)
	}
	f, err := pbf.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	o.bounds = f.Bounds
	decoder := pbf.Decoder{Keys: WayKeys}
	for i := range f.Blobs() {
		raw, err := decoder.Load(t.Context(), f, i)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := decoder.Decode(raw, pbf.Visitor{
			Node: func(id osm.NodeID, lat, lon int64) {
				o.nodes = append(o.nodes, pbfwrite.Node{ID: id, Lat: lat, Lon: lon})
			},
			Way: func(w *pbf.Way) error {
				way := object{id: w.ID, tags: osm.Tags{}, road: Car.classify(w.Tags)}
				for _, tag := range w.Tags {
					way.tags = append(way.tags, osm.Tag{Key: tag.Key, Value: strings.Clone(tag.Value)})
				}
				err := pbf.Deltas(w.Refs, func(id int64) { way.refs = append(way.refs, osm.NodeID(id)) })
				o.ways = append(o.ways, way)
				return err
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		o.relations += counts.Relations
	}
	return o
}

func oursXML(t *testing.T, path string, file []byte) (o objects) {
	t.Helper()
	x := newXMLReader(t.Context(), bytes.NewReader(file), nil, Options{Progress: &Progress{}})
	if err := x.file(); err != nil {
		t.Fatal(err)
	}
	o.relations, o.bounds = x.counts.relations, x.bounds
	for _, n := range x.nodes {
		lon, lat := n.at.degrees()
		o.nodes = append(o.nodes, pbfwrite.Node{ID: n.id, Lat: units(lat), Lon: units(lon)})
	}
	for _, w := range x.ways {
		o.ways = append(o.ways, object{id: w.id, refs: x.refs[w.first:w.end], road: w.road})
	}
	if strings.HasSuffix(path, ".osc") {
		byID(&o)
	}
	return o
}

// theirs reads a file with the readers of paulmach/osm.
func theirs(t *testing.T, path string, file []byte) (o objects) {
	t.Helper()
	binary := strings.HasSuffix(path, ".pbf")
	add := func(any osm.Object) {
		switch v := any.(type) {
		case *osm.Bounds:
			o.bounds = v
		case *osm.Node:
			o.nodes = append(o.nodes, pbfwrite.Node{ID: v.ID, Lat: units(v.Lat), Lon: units(v.Lon)})
		case *osm.Way:
			way := object{id: v.ID, refs: v.Nodes.NodeIDs(), road: Car.classify(v.Tags)}
			if binary {
				way.tags = osm.Tags{}
				for _, tag := range v.Tags {
					if slices.Contains(WayKeys, tag.Key) {
						way.tags = append(way.tags, tag)
					}
				}
			}
			if binary || v.Tags.Find("highway") != "" {
				o.ways = append(o.ways, way)
			}
		case *osm.Relation:
			o.relations++
		}
	}
	if strings.HasSuffix(path, ".osc") {
		var change osm.Change
		if err := xml.Unmarshal(file, &change); err != nil {
			t.Fatal(err)
		}
		for _, part := range []*osm.OSM{change.Create, change.Modify} {
			if part != nil {
				for _, object := range part.Objects() {
					add(object)
				}
			}
		}
		byID(&o)
		return o
	}
	var scanner osm.Scanner = osmxml.New(t.Context(), bytes.NewReader(file))
	if binary {
		s := osmpbf.New(t.Context(), bytes.NewReader(file), 2)
		header, err := s.Header()
		if err != nil {
			t.Fatal(err)
		}
		scanner, o.bounds = s, header.Bounds
	}
	defer scanner.Close()
	for scanner.Scan() {
		add(scanner.Object())
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return o
}

// byID sorts the objects of a change file, whose parts paulmach/osm joins.
func byID(o *objects) {
	slices.SortFunc(o.nodes, func(a, b pbfwrite.Node) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Lat, b.Lat)) })
	slices.SortFunc(o.ways, func(a, b object) int { return cmp.Or(cmp.Compare(a.id, b.id), slices.Compare(a.refs, b.refs)) })
}

// units converts degrees to units of 1e-7 degrees.
func units(degrees float64) int64 { return int64(math.Round(degrees * 1e7)) }

// unpacked returns a file's contents, decompressed by the standard library.
func unpacked(t *testing.T, path string, file []byte) []byte {
	t.Helper()
	var content io.Reader = bytes.NewReader(file)
	var err error
	switch filepath.Ext(path) {
	case ".gz":
		content, err = gzip.NewReader(content)
	case ".bz2":
		content = bzip2.NewReader(content)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

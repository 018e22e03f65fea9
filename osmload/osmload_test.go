package osmload

import (
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/osm"

	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/fault"
	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

func readBytes(b []byte) (*scene.Map, error) {
	return Read(context.Background(), bytes.NewReader(b), int64(len(b)), "test", Options{})
}

// street returns a way with highway=residential.
func street(id osm.WayID, refs ...osm.NodeID) pbfwrite.TaggedWay {
	return pbfwrite.TaggedWay{ID: id, Tags: osm.Tags{{Key: "highway", Value: "residential"}}, Refs: refs}
}

// row returns nodes 1 to n, 0.001 degrees apart.
func row(n int) (nodes []pbfwrite.Node) {
	for i := range int64(n) {
		nodes = append(nodes, pbfwrite.Node{ID: osm.NodeID(i + 1), Lat: 40_0000000, Lon: i * 10000})
	}
	return nodes
}

func encode(c pbfwrite.Compression, parts ...func(*pbfwrite.Encoder)) []byte {
	var b bytes.Buffer
	e := pbfwrite.Encoder{W: &b, Compression: c}
	e.Header("test", "")
	for _, p := range parts {
		p(&e)
	}
	if e.Err != nil {
		panic(e.Err)
	}
	return b.Bytes()
}

func nodes(n []pbfwrite.Node) func(*pbfwrite.Encoder) {
	return func(e *pbfwrite.Encoder) { e.Nodes(n) }
}
func ways(w ...pbfwrite.TaggedWay) func(*pbfwrite.Encoder) {
	return func(e *pbfwrite.Encoder) { e.Ways(w) }
}

// TestSameMap reads the same network from files in different formats.
func TestSameMap(t *testing.T) {
	n := row(6)
	a, b, c := street(10, 1, 2, 3), street(11, 3, 4, 5), street(12, 3, 6)
	plain := func(e *pbfwrite.Encoder) { e.Plain = true }
	reversed := slices.Clone(n)
	slices.Reverse(reversed)
	located := func(w pbfwrite.TaggedWay) pbfwrite.TaggedWay {
		for _, r := range w.Refs {
			w.Places = append(w.Places, n[r-1])
		}
		return w
	}
	files := map[string][]byte{
		"raw":               encode(pbfwrite.Raw, nodes(n), ways(a, b, c)),
		"zlib":              encode(pbfwrite.Zlib, nodes(n), ways(a, b, c)),
		"lz4":               encode(pbfwrite.LZ4, nodes(slices.Concat(n, row(6)[:0])), ways(a, b, c)),
		"zstd":              encode(pbfwrite.Zstd, nodes(n), ways(a, b, c)),
		"plain nodes":       encode(pbfwrite.Zlib, plain, nodes(n), ways(a, b, c)),
		"ways first":        encode(pbfwrite.Zlib, ways(a, b, c), nodes(n)),
		"mixed":             encode(pbfwrite.Zlib, nodes(n[:3]), ways(a), nodes(n[3:]), ways(b, c)),
		"mixed, nodes last": encode(pbfwrite.Zlib, ways(a), nodes(n[:3]), ways(b), nodes(n[3:5]), ways(c), nodes(n[5:])),
		"nodes unordered":   encode(pbfwrite.Zlib, nodes(reversed), ways(a, b, c)),
		"places on ways":    encode(pbfwrite.Zlib, ways(located(a), located(b), located(c))),
	}
	want, err := readBytes(files["raw"])
	if err != nil {
		t.Fatal(err)
	}
	if want.Graph.Nodes() != 4 || want.Graph.Edges() != 6 {
		t.Fatalf("a graph of %d nodes and %d edges, want 4 and 6", want.Graph.Nodes(), want.Graph.Edges())
	}
	for name, b := range files {
		m, err := readBytes(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(m.Graph.Weight, want.Graph.Weight) || !slices.Equal(m.Graph.ID, want.Graph.ID) ||
			!slices.Equal(m.Points, want.Points) || !slices.Equal(m.Lines, want.Lines) {
			t.Errorf("%s: another map:\n%+v\n%+v", name, m, want)
		}
	}
}

// TestNothingVanishes checks cases that a careless contraction loses: dead ends within a way,
// duplicate streets, turning circles, rings.
func TestNothingVanishes(t *testing.T) {
	m, err := readBytes(encode(pbfwrite.Zlib, nodes(row(20)), ways(
		street(1, 1, 2, 3, 2),            // a dead end within the way
		street(2, 5, 6), street(3, 5, 6), // an isolated duplicate street
		street(4, 8, 9), street(5, 9, 10, 11, 9), // a turning circle
		street(6, 13, 14, 15, 13), // an isolated ring
		street(7, 17, 17, 18),     // a repeated consecutive point
	)))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for _, id := range m.PointID {
		seen[id] = true
	}
	for _, id := range []int64{1, 2, 3, 5, 6, 8, 9, 10, 11, 13, 14, 15, 17, 18} {
		if !seen[id] {
			t.Errorf("node %d is not drawn", id)
		}
		if !slices.Contains(m.Graph.ID, id) && !slices.Contains(m.PointID, id) {
			t.Errorf("node %d cannot be found", id)
		}
	}
	if m.Counts.Loops != 2 {
		t.Errorf("%d loops, want the turning circle and the ring", m.Counts.Loops)
	}
	locator := graph.NewLocator(m.Graph)
	for i, id := range m.PointID {
		if v := locator.Nearest(m.Points[i]); v == graph.NoNode {
			t.Errorf("node %d snaps to nothing", id)
		}
	}
}

func TestDroppedAndCounted(t *testing.T) {
	twice := append(row(4), pbfwrite.Node{ID: 2, Lat: 1, Lon: 1}, pbfwrite.Node{ID: 9, Lat: 95_0000000, Lon: 0})
	for _, workers := range []int{1, 4} {
		old := runtime.GOMAXPROCS(workers)
		m, err := readBytes(encode(pbfwrite.Zlib, nodes(twice[:4]), nodes(twice[4:]), ways(
			street(1, 1, 2, 77, 3, 4), street(2, 1), street(1, 3, 1), street(3, 9, 4))))
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		c := m.Counts
		got := [...]int{c.MissingNodes, c.BadPlaces, c.DuplicateNodes, c.DuplicateWays, c.ShortWays}
		if want := [...]int{2, 1, 1, 1, 1}; got != want {
			t.Errorf("missing, bad, duplicate nodes, duplicate ways, short: got %v, want %v", got, want)
		}
		if m.Graph.Edges() != 4 {
			t.Errorf("%d edges, want two stretches", m.Graph.Edges())
		}
	}
}

// TestCutOff truncates a file at every byte. Each must give an error, never an incomplete map.
func TestCutOff(t *testing.T) {
	whole := encode(pbfwrite.Zlib, nodes(row(40)), ways(street(1, 1, 2, 3), street(2, 3, 4)), ways(street(3, 4, 5)))
	bounds := map[int]bool{} // a file truncated between blobs is valid
	for at := 0; at < len(whole); {
		header := int(whole[at])<<24 | int(whole[at+1])<<16 | int(whole[at+2])<<8 | int(whole[at+3])
		size := int(whole[at+4+header-1]) // the size is the last field of the header and takes one or two bytes
		if whole[at+4+header-2] >= 0x80 {
			size = size<<7 | int(whole[at+4+header-2]&0x7f)
		}
		at += 4 + header + size
		bounds[at] = true
	}
	for n := range whole {
		if _, err := readBytes(whole[:n]); (err == nil) != bounds[n] {
			t.Errorf("cut to %d of %d bytes: %v", n, len(whole), err)
		}
	}
}

func TestRefused(t *testing.T) {
	history := []byte("<osm version='0.6'><node id='1' visible='false' version='2'/></osm>")
	nested := "<osm version='0.6'>" + strings.Repeat("<relation id='1'>", 100000)
	for name, c := range map[string]struct {
		content string
		says    string
	}{
		"empty":        {"", "empty"},
		"o5m":          {"\xff\xe0\x04o5m2\xff", "o5m"},
		"opl":          {"n1 v1 dV c1 t i1 u T x1 y2\nn2 v1 x2 y2", "OPL"},
		"json":         {` {"version": 0.6}`, "JSON"},
		"geojson list": {"[1]", "JSON"},
		"html":         {"<!DOCTYPE html><html></html>", "HTML"},
		"lfs":          {"version https://git-lfs.github.com/spec/v1\noid sha256:0", "Git LFS"},
		"zip":          {"PK\x03\x04....", "zip"},
		"xz":           {"\xfd7zXZ\x00", "xz"},
		"gpx":          {"<?xml version='1.0'?><gpx version='1.1'></gpx>", "<gpx>"},
		"history":      {string(history), "history"},
		"noise":        {"hello, this is not a map", "not an OpenStreetMap file"},
		"nesting":      {nested, "does not belong"},
		"two roots":    {"<osm version='0.6'/><osm version='0.6'/>", "second top-level"},
		"latin1":       {"<?xml version='1.0' encoding='ISO-8859-1'?><osm version='0.6'/>", "UTF-8"},
		"endless tag":  {"<osm version='0.6' generator='" + strings.Repeat("x", 9<<20), "more than"},
	} {
		_, err := readBytes([]byte(c.content))
		if err == nil || !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one sentence with %q", name, err, c.says)
		}
	}
	if _, err := Load(context.Background(), t.TempDir(), Options{}); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Load(context.Background(), filepath.Join(t.TempDir(), "none.osm"), Options{}); !errors.Is(err, fault.Input) {
		t.Errorf("no file: %v", err)
	}
}

// TestLyingSizes checks that sizes in a file are not trusted: memory use stays close to the size of
// the file.
func TestLyingSizes(t *testing.T) {
	lie := func(compression byte) []byte {
		blob := []byte{compression<<3 | 2, 1, 0, 2 << 3, 0xff, 0xff, 0xff, 0x0f} // a single byte that claims 32 MiB - 1 inflated
		header := append([]byte{0x0a, 7}, "OSMData"...)
		header = append(header, 3<<3, byte(len(blob)))
		out := encode(pbfwrite.Raw)
		return append(append(append(out, 0, 0, 0, byte(len(header))), header...), blob...)
	}
	for _, compression := range []byte{3, 4, 5, 6, 7} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readBytes(lie(compression))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "byte ") {
			t.Errorf("compression %d: got %v, want an error with the place", compression, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 8<<20 {
			t.Errorf("compression %d: %d bytes were allocated", compression, taken)
		}
	}
}

// An import ends within a block of its file, or within 4,096 tags, of its cancellation.
func TestCancel(t *testing.T) {
	blocks := osmtest.Module(t, "delaware-latest.osm.pbf")
	clocktest.Cancelled(t, 300, func(ctx context.Context) error {
		_, err := Load(ctx, blocks, Options{})
		return err
	})
	tags := `<osm version="0.6"><node id="1" lat="1" lon="1"/><node id="2" lat="2" lon="2"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/></way>` +
		strings.Repeat(`<relation id="1"/>`, 50_000) + "</osm>"
	clocktest.Cancelled(t, 2*50_000/4096, func(ctx context.Context) error {
		_, err := Read(ctx, strings.NewReader(tags), int64(len(tags)), "a.osm", Options{})
		return err
	})
}

func TestProgress(t *testing.T) {
	var p Progress
	path := osmtest.Module(t, "delaware-latest.osm.pbf")
	if _, err := Load(context.Background(), path, Options{Progress: &p}); err != nil {
		t.Fatal(err)
	}
	r := p.Report()
	if r.Phase != PhaseDone || r.Bytes != r.Total || r.Total == 0 || r.Objects != 723870+73144+1644 {
		t.Errorf("got %+v", r)
	}
}

// TestMultiStreamBzip2 concatenates two compressed files.
func TestMultiStreamBzip2(t *testing.T) {
	b, err := os.ReadFile(osmtest.Data(t, "osm-bad", "generated", "101-good-grid.osm.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := unpack(formatBzip2, bytes.NewReader(append(b, b...)))
	if err != nil {
		t.Fatal(err)
	}
	var both, one bytes.Buffer
	if _, err := both.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	if _, err := one.ReadFrom(bzip2.NewReader(bytes.NewReader(b))); err != nil {
		t.Fatal(err)
	}
	if both.Len() != 2*one.Len() {
		t.Errorf("%d bytes, want twice %d", both.Len(), one.Len())
	}
}

// FuzzRead reads mutated blocks in files of every format. Accepted files must give a valid map,
// however the work is divided.
func FuzzRead(f *testing.F) {
	f.Add(encode(pbfwrite.Raw, nodes(row(6)), ways(street(10, 1, 2, 3), street(12, 3, 6))))
	f.Add(encode(pbfwrite.Zlib, ways(street(10, 1, 2, 3, 1)), nodes(row(6))))
	f.Add(encode(pbfwrite.Zstd, nodes(row(6)), ways(street(10, 1, 2, 3))))
	f.Add(encode(pbfwrite.LZ4, nodes(row(6)), ways(street(10, 1, 2, 3))))
	f.Add([]byte("<osm version='0.6'><node id='1' lat='1' lon='1'/><way id='1'><nd ref='1'/><tag k='highway' v='road'/></way></osm>"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var maps [2]*scene.Map
		for i, workers := range []int{1, 3} {
			old := runtime.GOMAXPROCS(workers)
			m, err := readBytes(b)
			runtime.GOMAXPROCS(old)
			if err != nil && strings.Contains(err.Error(), "decoder failed") {
				t.Fatal(err)
			}
			if err == nil {
				checkMap(t, m)
			}
			maps[i] = m
		}
		if (maps[0] == nil) != (maps[1] == nil) || maps[0] != nil && fmt.Sprint(maps[0].Counts) != fmt.Sprint(maps[1].Counts) {
			t.Fatalf("one worker and three differ: %+v %+v", maps[0], maps[1])
		}
	})
}

// BenchmarkDelaware imports the whole extract of 7.8 MB.
func BenchmarkDelaware(b *testing.B) {
	path := osmtest.Module(b, "delaware-latest.osm.pbf")
	for b.Loop() {
		if _, err := Load(context.Background(), path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(723870*b.N)/b.Elapsed().Seconds(), "nodes/s")
}

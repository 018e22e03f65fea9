package osmload

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/paulmach/osm"

	"kernelscope/internal/source"
	"kernelscope/scene"
)

// maxToken is the greatest size of a tag, text or comment. Real ones are smaller than a few KiB;
// the limit bounds memory for files with an endless one.
const maxToken = 4 << 20

// xmlReader extracts highways from OSM XML (version 0.6) and from change files, where it reads
// created and modified objects. It is strict: an element in the wrong place is an error, because
// the meaning of what follows would be uncertain.
type xmlReader struct {
	decoder  *xml.Decoder
	source   *meter
	ctx      context.Context
	budget   *source.Budget
	progress *Progress
	profile  Profile

	nodes  []xmlNode // in the order of the file
	ways   []xmlWay
	refs   []osm.NodeID // of all ways
	tags   osm.Tags     // tags of the current object with a key in WayKeys or TownKeys
	labels *labels
	wet    []xmlWater
	towns  []scene.Settlement
	id     int64 // id of the current object
	at     place // place of the current node; zero for other objects
	bounds *osm.Bounds
	bad    int
	counts struct{ nodes, ways, relations int }
}

type xmlNode struct {
	id osm.NodeID
	at place
}

// xmlWay is a way whose nodes are refs[first:end]
type xmlWay struct {
	id         osm.WayID
	first, end int
	visible    bool
	road       road
	label      uint32
}

// meter counts the bytes of one token.
type meter struct {
	r     io.Reader
	token int
}

func (m *meter) Read(b []byte) (int, error) {
	n, err := m.r.Read(b)
	if m.token += n; m.token > maxToken {
		return n, fmt.Errorf("an element of more than %d bytes", maxToken)
	}
	return n, err
}

// children lists the elements that each element may contain; "" stands for the file.
var children = map[string][]string{
	"":          {"osm", "osmChange"},
	"osm":       {"bounds", "note", "meta", "remark", "node", "way", "relation", "changeset"},
	"osmChange": {"bounds", "create", "modify", "delete"},
	"create":    {"node", "way", "relation"},
	"modify":    {"node", "way", "relation"},
	"delete":    {"node", "way", "relation"},
	"node":      {"tag"},
	"way":       {"nd", "tag", "bounds", "center"},
	"relation":  {"member", "tag", "bounds", "center"},
	"changeset": {"tag", "discussion"},
	"member":    {"nd"}, // geometry, as Overpass writes it
}

func newXMLReader(ctx context.Context, r io.Reader, budget *source.Budget, o Options) *xmlReader {
	m := &meter{r: r}
	x := &xmlReader{decoder: xml.NewDecoder(m), source: m, ctx: ctx, budget: budget, progress: o.Progress, profile: o.Profile, labels: newLabels(budget)}
	x.decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the encoding %.20q is not supported; save the file as UTF-8", charset)
	}
	return x
}

func readXML(ctx context.Context, r io.Reader, budget *source.Budget, o Options) (*extract, error) {
	x := newXMLReader(ctx, r, budget, o)
	o.Progress.enter(PhaseRoads)
	if err := x.file(); err != nil {
		line, column := x.decoder.InputPos()
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			err = errors.New(source.Brief(syntax.Msg))
		}
		if err.Error() == "unexpected EOF" { // truncated XML or compressed data
			err = errors.New("the file is cut off")
		}
		if errors.Is(err, ctx.Err()) {
			return nil, err
		}
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return x.extract(), nil
}

// file reads the whole file and tracks the open elements.
func (x *xmlReader) file() error {
	open := []string{""}
	skipped := 0 // depth within <delete>
	roots := 0
	for tokens := 0; ; tokens++ {
		if tokens&0xfff == 0 && x.ctx.Err() != nil {
			return x.ctx.Err()
		}
		x.source.token = 0
		t, err := x.decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.Directive:
			return errors.New("declarations (<!…>) are not allowed")
		case xml.StartElement:
			parent, name := open[len(open)-1], t.Name.Local
			if !slices.Contains(children[parent], name) {
				return misplaced(name, parent)
			}
			if parent == "" {
				if roots++; roots > 1 {
					return errors.New("a second top-level element")
				}
				if err := checkVersion(t); err != nil {
					return err
				}
			}
			if name == "delete" {
				skipped = len(open)
			}
			open = append(open, name)
			if skipped == 0 {
				if err := x.start(name, parent, t.Attr); err != nil {
					return err
				}
			}
		case xml.EndElement:
			name := open[len(open)-1]
			open = open[:len(open)-1]
			if skipped == len(open) {
				skipped = 0
			} else if skipped == 0 {
				if err := x.end(name); err != nil {
					return err
				}
			}
		}
	}
	if roots == 0 {
		return errors.New("the file holds no <osm> element")
	}
	return nil
}

func misplaced(name, parent string) error {
	if parent == "" {
		return fmt.Errorf("the top-level element is <%.40s>, not <osm>", name)
	}
	return fmt.Errorf("<%.40s> does not belong in <%s>", name, parent)
}

func checkVersion(root xml.StartElement) error {
	for _, a := range root.Attr {
		if a.Name.Local == "version" {
			if a.Value != "0.6" {
				return fmt.Errorf("OSM version %.20q is not supported; 0.6 is", a.Value)
			}
			return nil
		}
	}
	return fmt.Errorf("<%s> has no version", root.Name.Local)
}

// start handles the start of a relevant element. Node references and tags are relevant only in
// ways, since members of relations may have them too.
func (x *xmlReader) start(name, parent string, attributes []xml.Attr) error {
	attribute := func(name string) string {
		for _, a := range attributes {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch name {
	case "node", "way", "relation":
		if attribute("visible") == "false" {
			return errHistory
		}
		id, err := strconv.ParseInt(attribute("id"), 10, 64)
		if err != nil {
			return fmt.Errorf("a %s without a proper id", name)
		}
		x.progress.objects.Add(1)
		x.at, x.id, x.tags = 0, id, x.tags[:0]
		switch name {
		case "node":
			x.counts.nodes++
			if attribute("action") != "delete" {
				return x.node(id, attribute("lat"), attribute("lon"))
			}
		case "way":
			x.counts.ways++
			return source.Append(x.budget, &x.ways, xmlWay{id: osm.WayID(id), first: len(x.refs), visible: attribute("action") != "delete"})
		case "relation":
			x.counts.relations++
		}
	case "nd":
		ref, err := strconv.ParseInt(attribute("ref"), 10, 64)
		if err != nil && attribute("ref") != "" {
			return fmt.Errorf("the reference %.40q, which is not a number", attribute("ref"))
		}
		if err == nil && parent == "way" {
			return source.Append(x.budget, &x.refs, osm.NodeID(ref))
		}
	case "tag":
		k, keys := attribute("k"), WayKeys
		if parent == "node" {
			keys = TownKeys
		}
		if (parent == "way" || parent == "node") && slices.Contains(keys, k) && !x.tags.HasTag(k) {
			x.tags = append(x.tags, osm.Tag{Key: k, Value: attribute("v")})
		}
	case "bounds":
		if parent == "osm" {
			x.bounds = bounds(attribute)
		}
	case "member":
		return checkMember(attribute("type"), attribute("ref"))
	}
	return nil
}

func checkMember(kind, ref string) error {
	if kind != "node" && kind != "way" && kind != "relation" {
		return fmt.Errorf("a member of type %.40q", kind)
	}
	if _, err := strconv.ParseInt(ref, 10, 64); err != nil {
		return fmt.Errorf("a member with the reference %.40q", ref)
	}
	return nil
}

// bounds returns the area of a <bounds> element, or nil if it is not four numbers.
func bounds(attribute func(string) string) *osm.Bounds {
	var values [4]float64
	for i, name := range [...]string{"minlat", "maxlat", "minlon", "maxlon"} {
		var err error
		if values[i], err = strconv.ParseFloat(attribute(name), 64); err != nil {
			return nil
		}
	}
	return &osm.Bounds{MinLat: values[0], MaxLat: values[1], MinLon: values[2], MaxLon: values[3]}
}

func (x *xmlReader) node(id int64, lat, lon string) error {
	y, err0 := strconv.ParseFloat(lat, 64)
	l, err1 := strconv.ParseFloat(lon, 64)
	// Comparisons with NaN are false. The range is checked before the conversion.
	inRange := math.Abs(y) <= 90 && math.Abs(l) <= 180
	if err0 != nil || err1 != nil || !inRange {
		x.bad++
		return nil
	}
	x.at = placeAt(int64(math.Round(y*1e7)), int64(math.Round(l*1e7)))
	return source.Append(x.budget, &x.nodes, xmlNode{osm.NodeID(id), x.at})
}

// end handles the end of a relevant element.
func (x *xmlReader) end(name string) error {
	switch name {
	case "way":
		return x.endWay()
	case "node":
		return keepTown(x.budget, &x.towns, osm.NodeID(x.id), x.at, x.tags)
	}
	return nil
}

// endWay keeps the way if it is a highway.
func (x *xmlReader) endWay() error {
	w := &x.ways[len(x.ways)-1]
	w.end = len(x.refs)
	tags := x.tags
	if tags.Find("highway") == "" || !w.visible {
		refs := x.refs[w.first:]
		x.refs = x.refs[:w.first]
		visible := w.visible
		x.ways = x.ways[:len(x.ways)-1]
		return x.keepWater(tags, refs, visible)
	}
	w.road = x.profile.classify(tags)
	var err error
	if w.label, err = x.labels.of(tags); err != nil {
		return err
	}
	return x.budget.Take(wayBytes + refBytes*int64(w.end-w.first))
}

// extract combines the ways with the places of their nodes.
func (x *xmlReader) extract() *extract {
	e := &extract{ids: slices.Clone(x.refs), bounds: x.bounds, labels: x.labels, towns: x.towns}
	slices.Sort(e.ids)
	e.ids = slices.Clip(slices.Compact(e.ids))
	e.at = make([]place, len(e.ids))
	for _, n := range x.nodes {
		if r, ok := slices.BinarySearch(e.ids, n.id); ok {
			if e.at[r] != 0 {
				e.counts.DuplicateNodes++
				continue
			}
			e.at[r] = n.at
		}
	}
	x.mapWater(e)
	e.refs = make([]uint32, len(x.refs))
	for i, id := range x.refs {
		r, _ := slices.BinarySearch(e.ids, id)
		e.refs[i] = uint32(r)
	}
	e.ways = make([]way, len(x.ways))
	wayIDs := make([]osm.WayID, len(x.ways))
	for i, w := range x.ways {
		e.ways[i], wayIDs[i] = way{uint32(w.first), uint32(w.end), w.road, w.label}, w.id
	}
	e.counts.Nodes, e.counts.Ways, e.counts.Relations = x.counts.nodes, x.counts.ways, x.counts.relations
	e.counts.BadPlaces = x.bad
	e.finishWays(wayIDs)
	return e
}

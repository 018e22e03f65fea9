package osmload

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/paulmach/osm"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/source"
)

// labels interns what ways are called, for several goroutines. The first label is that of
// ways without a name.
type labels struct {
	budget *source.Budget
	mutex  sync.Mutex
	index  map[scene.RoadName]uint32
	list   []scene.RoadName
}

func newLabels(budget *source.Budget) *labels {
	return &labels{budget: budget, index: map[scene.RoadName]uint32{}, list: []scene.RoadName{{}}}
}

// Bytes that a label or a settlement takes beside its text: twice in a slice that grows, in
// a map, and in the table that is made of all.
const labelBytes = 200

// of returns the label of a way. Its texts are copied: tags last as long as their block.
func (l *labels) of(tags osm.Tags) (uint32, error) {
	n := scene.RoadName{Name: tags.Find("name"), Ref: tags.Find("ref")}
	if n == (scene.RoadName{}) {
		return 0, nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if i, ok := l.index[n]; ok {
		return i, nil
	}
	if err := l.budget.Take(int64(len(n.Name)+len(n.Ref)) + labelBytes); err != nil {
		return 0, err
	}
	n = scene.RoadName{Name: strings.Clone(n.Name), Ref: strings.Clone(n.Ref)}
	i := uint32(len(l.list))
	l.index[n], l.list = i, append(l.list, scene.RoadName{Name: clean(n.Name), Ref: clean(n.Ref)})
	return i, nil
}

// mostName is the greatest length of a name in characters: OpenStreetMap allows no more.
const mostName = 255

// clean returns a name as it can be shown: without control characters, spaces around it, or
// what is not text.
func clean(s string) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r): // they would reverse what follows
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")))
	if len(s) > mostName {
		if r := []rune(s); len(r) > mostName {
			s = string(r[:mostName])
		}
	}
	return s
}

// townKeys are the tags of nodes that are settlements.
var townKeys = []string{"place", "name", "population"}

// settlements are the values of place=* that are kept. Source: OpenStreetMap wiki,
// "Key:place".
var settlements = map[string]scene.Size{
	"city": scene.City, "town": scene.Town, "village": scene.Village, "suburb": scene.Suburb, "hamlet": scene.Hamlet,
}

// keepTown stores a node if it is a settlement with a name.
func keepTown(budget *source.Budget, towns *[]scene.Settlement, id osm.NodeID, at place, tags osm.Tags) error {
	size, known := settlements[tags.Find("place")]
	name := strings.Clone(clean(tags.Find("name"))) // the block does not last
	if !known || name == "" || at == 0 {
		return nil
	}
	if err := budget.Take(int64(len(name)) + labelBytes); err != nil {
		return err
	}
	lon, lat := at.degrees()
	people, err := strconv.ParseUint(strings.TrimSpace(tags.Find("population")), 10, 32)
	if err != nil {
		people = 0
	}
	return source.Append(budget, towns, scene.Settlement{
		At: geom.FromDegrees(lon, lat), ID: int64(id), Name: name, Size: size, Population: uint32(people),
	})
}

// name fills in what the lines are called, a span wherever the name changes along a line.
// Labels are numbered anew, by their first use, which does not depend on who read them when.
func (b *builder) name() {
	n := &scene.Names{Roads: make([]scene.RoadName, 1, len(b.labels)), Towns: b.towns}
	n.First, n.Road = make([]uint32, 0, len(b.m.Lines)), make([]uint32, 0, len(b.m.Lines))
	number := make([]uint32, len(b.labels)) // of a label among the roads; zero before it has one
	span := func(point, label uint32) {
		if number[label] == 0 && label != 0 {
			number[label], n.Roads = uint32(len(n.Roads)), append(n.Roads, b.labels[label])
		}
		if k := len(n.Road); k == 0 || n.Road[k-1] != number[label] {
			n.First, n.Road = append(n.First, point), append(n.Road, number[label])
		}
	}
	chains := b.chains.Len()
	for i, l := range b.m.Lines {
		if i >= chains {
			span(l.First, b.drawnLabels[i-chains])
			continue
		}
		at := l.First
		for _, p := range b.chains.Pieces[b.chains.First[i]:b.chains.First[i+1]] {
			span(at, b.openLabels[p.Way])
			at += p.End - p.First - 1
		}
	}
	slices.SortFunc(n.Towns, func(a, b scene.Settlement) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Name, b.Name)) })
	n.Towns = slices.CompactFunc(n.Towns, func(a, b scene.Settlement) bool { return a.ID == b.ID })
	if len(n.Roads) > 1 || len(n.Towns) > 0 {
		b.m.Names = n
	}
}

package osmload

import (
	"cmp"
	"hash/maphash"
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

// labels interns what ways are called, for several goroutines. Label 0 is that of ways without
// a name. The table holds no pointers, so that collecting garbage takes no time.
type labels struct {
	budget  *source.Budget
	mutex   sync.Mutex
	seed    maphash.Seed
	slots   []uint32 // labels by their hash; 0 marks a free slot
	entries []labelled
	text    []byte
}

// labelled is a label: its name and its number follow each other in the text.
type labelled struct {
	hash      uint64
	at        uint64
	name, ref uint16 // bytes
}

func newLabels(budget *source.Budget) *labels {
	return &labels{budget: budget, seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10), entries: make([]labelled, 1)}
}

// labelBytes is what a label or a settlement takes beside its text until the map is made.
const labelBytes = 128

// of returns the label of a way. Its texts are copied: tags last as long as their block.
func (l *labels) of(tags osm.Tags) (uint32, error) {
	name, ref := tags.Find("name"), tags.Find("ref")
	if name == "" && ref == "" {
		return 0, nil
	}
	name, ref = name[:min(len(name), mostBytes)], ref[:min(len(ref), mostBytes)]
	hash := maphash.String(l.seed, name) + 3*maphash.String(l.seed, ref)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	slot := l.find(hash, name, ref)
	if l.slots[slot] != 0 {
		return l.slots[slot], nil
	}
	if err := l.budget.Take(int64(len(name)+len(ref)) + labelBytes); err != nil {
		return 0, err
	}
	label := uint32(len(l.entries))
	l.slots[slot] = label
	l.entries = append(l.entries, labelled{hash, uint64(len(l.text)), uint16(len(name)), uint16(len(ref))})
	l.text = append(append(l.text, name...), ref...)
	if 2*len(l.entries) > len(l.slots) {
		l.grow()
	}
	return label, nil
}

// find returns the slot of a label, or the free one where it belongs.
func (l *labels) find(hash uint64, name, ref string) int {
	for i := int(hash) & (len(l.slots) - 1); ; i = (i + 1) & (len(l.slots) - 1) {
		label := l.slots[i]
		if label == 0 {
			return i
		}
		if e := l.entries[label]; e.hash == hash && int(e.name) == len(name) && string(l.text[e.at:][:e.name]) == name && string(l.text[e.at+uint64(e.name):][:e.ref]) == ref {
			return i
		}
	}
}

// grow doubles the slots.
func (l *labels) grow() {
	l.slots = make([]uint32, 2*len(l.slots))
	for k, e := range l.entries[1:] {
		i := int(e.hash) & (len(l.slots) - 1)
		for l.slots[i] != 0 {
			i = (i + 1) & (len(l.slots) - 1)
		}
		l.slots[i] = uint32(k + 1)
	}
}

// name returns what a label stands for, as it can be shown.
func (l *labels) name(label uint32) scene.RoadName {
	e := l.entries[label]
	text := string(l.text[e.at:][:int(e.name)+int(e.ref)])
	return scene.RoadName{Name: clean(text[:e.name]), Ref: clean(text[e.name:])}
}

// The greatest length of a name in characters: OpenStreetMap allows no more. Beyond some bytes
// none of a name is looked at.
const (
	mostName  = 255
	mostBytes = 4 * mostName
)

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
	n := &scene.Names{Roads: make([]scene.RoadName, 1, len(b.labels.entries)), Towns: b.towns}
	n.First, n.Road = make([]uint32, 0, len(b.m.Lines)), make([]uint32, 0, len(b.m.Lines))
	number := make([]uint32, len(b.labels.entries)) // of a label among the roads; zero before it has one
	span := func(point, label uint32) {
		if number[label] == 0 && label != 0 {
			number[label], n.Roads = uint32(len(n.Roads)), append(n.Roads, b.labels.name(label))
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

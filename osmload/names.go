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

	"kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// labels interns the names of ways for several goroutines. Label 0 is for ways without a name. The
// table contains no pointers, so the garbage collector does not scan it.
type labels struct {
	budget  *source.Budget
	mutex   sync.Mutex
	seed    maphash.Seed
	slots   []uint32 // hash table of labels; 0 marks a free slot
	entries []labelled
	text    []byte
}

// labelled is the position of a label in the text: its name followed by its number.
type labelled struct {
	hash      uint64
	at        uint64
	name, ref uint16 // lengths in bytes
}

func newLabels(budget *source.Budget) *labels {
	return &labels{budget: budget, seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10), entries: make([]labelled, 1)}
}

// labelBytes is the memory for a label or a settlement until the map is built, without its text.
const labelBytes = 128

// of returns the label of a way. It copies the texts, because tags are valid only as long as their
// block.
func (l *labels) of(tags osm.Tags) (uint32, error) {
	name, ref := tags.Find("name"), tags.Find("ref")
	if name == "" && ref == "" {
		return 0, nil
	}
	name, ref = name[:min(len(name), maxBytes)], ref[:min(len(ref), maxBytes)]
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

// find returns the slot of a label, or the free slot for it.
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

// grow doubles the number of slots.
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

// name returns the name of a label, as shown to people.
func (l *labels) name(label uint32) scene.RoadName {
	e := l.entries[label]
	text := string(l.text[e.at:][:int(e.name)+int(e.ref)])
	return scene.RoadName{Name: clean(text[:e.name]), Ref: clean(text[e.name:])}
}

// The greatest length of a name in characters, which is OpenStreetMap's own limit. Names of more
// bytes than the second limit are not examined at all.
const (
	maxName  = 255
	maxBytes = 4 * maxName
)

// clean returns a name that can be shown: without control characters, surrounding spaces and
// invalid text.
func clean(s string) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r): // these would reverse the following text
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")))
	if len(s) > maxName {
		if r := []rune(s); len(r) > maxName {
			s = string(r[:maxName])
		}
	}
	return s
}

// TownKeys are the keys of the tags of settlements.
var TownKeys = []string{"place", "name", "population"}

// settlements maps the supported values of place=* to sizes. Source: OpenStreetMap wiki,
// "Key:place".
var settlements = map[string]scene.Size{
	"city": scene.City, "town": scene.Town, "village": scene.Village, "suburb": scene.Suburb, "hamlet": scene.Hamlet,
}

// IsTown reports whether the tags of a node are of a settlement with a name.
func IsTown(tags osm.Tags) bool {
	_, known := settlements[tags.Find("place")]
	return known && clean(tags.Find("name")) != ""
}

// keepTown stores a node if it is a settlement with a name.
func keepTown(budget *source.Budget, towns *[]scene.Settlement, id osm.NodeID, at place, tags osm.Tags) error {
	if !IsTown(tags) || at == 0 {
		return nil
	}
	size, name := settlements[tags.Find("place")], strings.Clone(clean(tags.Find("name"))) // cloned because the block is reused
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

// name sets the names of lines, with a span wherever the name changes along a line. It renumbers
// labels by first use, so that the result does not depend on the schedule of the readers.
func (b *builder) name() {
	n := &scene.Names{Roads: make([]scene.RoadName, 1, len(b.labels.entries)), Towns: b.towns}
	n.First, n.Road = make([]uint32, 0, len(b.m.Lines)), make([]uint32, 0, len(b.m.Lines))
	number := make([]uint32, len(b.labels.entries)) // new number of a label; zero before its first use
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

package place

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// Found is a search result: a road, a settlement, or a node.
type Found struct {
	Name  string
	What  string // its kind and, for a road, the nearby settlement
	At    geom.Point
	Scale float64 // suitable scale in metres per pixel of a plain display
}

// Search finds settlements and roads by part of their names, and nodes like Find.
type Search struct {
	*Finder
	texts []text // in order of importance
}

// text is a searchable name.
type text struct {
	folded string
	town   int    // index of a settlement, or -1
	road   uint32 // index of a road's name
}

// NewSearch prepares the names of a map. It fails if Searchable does.
func NewSearch(m *scene.Map) (*Search, error) {
	f, err := NewFinder(m)
	if err != nil {
		return nil, err
	}
	s := &Search{Finder: f}
	if m.Names == nil {
		return s, nil
	}
	for i, t := range m.Names.Towns {
		s.texts = append(s.texts, text{fold(t.Name), i, 0})
	}
	slices.SortStableFunc(s.texts, func(a, b text) int {
		p, q := m.Names.Towns[a.town], m.Names.Towns[b.town]
		return cmp.Or(cmp.Compare(p.Size, q.Size), cmp.Compare(q.Population, p.Population))
	})
	for i, r := range m.Names.Roads[1:] {
		s.texts = append(s.texts, text{fold(r.Name + " " + r.Ref), -1, uint32(i + 1)})
	}
	return s, nil
}

// plain maps letters with diacritics to plain letters, which are on every keyboard.
var plain = func() map[rune]rune {
	out := map[rune]rune{}
	for to, from := range map[rune]string{
		'a': "àáâãäåāăą", 'c': "çćĉċč", 'd': "ďđð", 'e': "èéêëēĕėęě", 'g': "ĝğġģ", 'h': "ĥħ", 'i': "ìíîïĩīĭįı", 'j': "ĵ", 'k': "ķ",
		'l': "ĺļľŀł", 'n': "ñńņňŉ", 'o': "òóôõöøōŏő", 'r': "ŕŗř", 's': "śŝşšș", 't': "ţťŧț", 'u': "ùúûüũūŭůűų", 'w': "ŵ", 'y': "ýÿŷ", 'z': "źżž",
		'е': "ё", 'α': "ά", 'ε': "έ", 'η': "ή", 'ι': "ίϊΐ", 'ο': "ό", 'υ': "ύϋΰ", 'ω': "ώ", 'σ': "ς",
	} {
		for _, r := range from {
			out[r] = to
		}
	}
	return out
}()

// fold converts a text to lower case without diacritics, with single spaces between words.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if p, ok := plain[r]; ok {
			return p
		}
		return r
	}, s)
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "ß", "ss")), " ")
}

// quality returns how well a name matches the typed text, 0 being best. ok is false if it does not
// match.
func quality(name, typed string) (q int, ok bool) {
	switch at := strings.Index(name, typed); {
	case name == typed:
		return 0, true
	case at == 0:
		return 1, true
	case at > 0 && (name[at-1] == ' ' || name[at-1] == '-') || strings.Contains(name, " "+typed):
		return 2, true
	case at > 0:
		return 3, true
	}
	return 0, false
}

// Like returns up to most places whose names contain a text, the best matches first. Among equal
// matches, settlements precede roads, and roads close to near precede others. A text that Find
// accepts gives that place.
func (s *Search) Like(typed string, near geom.Point, most int) (out []Found) {
	typed = strings.TrimSpace(typed)
	if p, err := s.Find(typed, nil); err == nil {
		at := s.m.Graph.At[p.Node]
		return []Found{{Name: fmt.Sprintf("node #%d", p.Node), What: fmt.Sprintf("id:%d", s.m.Graph.ID[p.Node]), At: at, Scale: 2}}
	}
	typed = fold(typed)
	if typed == "" || s.m.Names == nil {
		return nil
	}
	var best [4][]text
	for _, t := range s.texts {
		if q, ok := quality(t.folded, typed); ok {
			best[q] = append(best[q], t)
		}
	}
	for _, list := range best {
		var roads []uint32
		for _, t := range list {
			if t.town < 0 {
				roads = append(roads, t.road)
			} else if len(out) < most {
				out = append(out, s.settlement(t.town))
			}
		}
		if len(out) < most {
			out = append(out, s.roads(roads, near, most-len(out))...)
		}
	}
	return out
}

func (s *Search) settlement(i int) Found {
	t := s.m.Names.Towns[i]
	return Found{t.Name, t.Size.String(), t.At, [...]float64{scene.City: 40, scene.Town: 14, scene.Village: 7, scene.Suburb: 7, scene.Hamlet: 4}[t.Size]}
}

// spot is a part of a matching road.
type spot struct {
	at       geom.Point
	road     uint32
	distance float64 // from the preferred point
}

// roads returns positions of roads, the nearest first, with one for each road and settlement.
func (s *Search) roads(roads []uint32, near geom.Point, most int) (out []Found) {
	n := s.m.Names
	wanted := make(map[uint32]bool, len(roads))
	for _, r := range roads {
		wanted[r] = true
	}
	var spots []spot
	for i, first := range n.First {
		if wanted[n.Road[i]] {
			p := s.m.Points[first]
			spots = append(spots, spot{p, n.Road[i], math.Hypot(float64(p.X)-float64(near.X), float64(p.Y)-float64(near.Y))})
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.road, b.road)) })
	const look = 4096 // parts; a road with more is still found
	seen := map[[2]string]bool{}
	for _, p := range spots[:min(len(spots), look)] {
		if len(out) == most {
			break
		}
		in := s.nearest(p.at)
		if name := n.Roads[p.road]; !seen[[2]string{name.String(), in}] {
			seen[[2]string{name.String(), in}] = true
			what := "road"
			if in != "" {
				what = "road, " + in
			}
			out = append(out, Found{name.String(), what, p.at, 3})
		}
	}
	return out
}

// nearest returns the name of the settlement that a point belongs to, or "" if none is near. It is
// the nearest one, where larger settlements count as nearer.
func (s *Search) nearest(p geom.Point) (name string) {
	reach := [...]float64{scene.City: 15e3, scene.Town: 8e3, scene.Village: 3e3, scene.Suburb: 0, scene.Hamlet: 0} // metres
	best, scale := 1.0, p.MetresPerUnit()
	for _, t := range s.m.Names.Towns {
		if reach[t.Size] == 0 {
			continue
		}
		if d := scale * math.Hypot(float64(p.X)-float64(t.At.X), float64(p.Y)-float64(t.At.Y)) / reach[t.Size]; d < best {
			best, name = d, t.Name
		}
	}
	return name
}

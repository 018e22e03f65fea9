package lens

import (
	"kernelscope/compute"
	"kernelscope/studio"
)

// sidesOf returns to which side of a comparison the buffers of a stage's layers belong; nil if nothing is compared.
func sidesOf(s *studio.Stage) map[compute.Buffer]int {
	v, ok := s.Shown().(studio.Layered)
	if !ok || len(v.Layers(1)) == 0 {
		return nil
	}
	sides := map[compute.Buffer]int{}
	for side := range 2 {
		for _, l := range v.Layers(side) {
			sides[l.Buffer] = side + 1
			if l.Count > 0 {
				sides[l.Source(0).Buffer] = side + 1
			}
		}
	}
	delete(sides, nil)
	return sides
}

// divide notes the sides of dispatches that have a buffer of one.
func (f *found) divide(sides map[compute.Buffer]int) {
	for i, d := range f.Dispatches {
		for _, b := range d.buffers {
			if side := sides[b]; side > 0 && f.Dispatches[i].Side == 0 {
				f.Dispatches[i].Side = side
			}
		}
	}
}

// sideNames are the sides of a comparison for people.
var sideNames = [...]string{"", "first side, ", "second side, "}

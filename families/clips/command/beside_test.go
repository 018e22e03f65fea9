package command

import (
	"slices"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/scene/clipseq"
)

// Scalar code finds the links of the oracle, pops that close nothing included.
func TestScalar(t *testing.T) {
	for _, shape := range clipseq.Shapes() {
		for _, n := range []int{0, 1, 2, 1000} {
			s, err := clipseq.Make(shape, n, 7)
			if err != nil {
				t.Fatal(err)
			}
			s.Boxes = nil
			if n > 2 {
				s.Elements = append([]uint32{clipseq.Pop, clipseq.Leaf, clipseq.Pop}, s.Elements...)
			}
			links, stack := make([]uint32, len(s.Elements)), make([]uint32, len(s.Elements)+1)
			matchScalar(s.Elements, links, stack)
			if want := oracle.Clip(s).Links; !slices.Equal(links, want) {
				t.Errorf("%s, %d: %v, want %v", shape, n, links, want)
			}
		}
	}
}

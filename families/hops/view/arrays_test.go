package view

import (
	"context"
	"fmt"
	"testing"

	"kernelscope/scene/gen"
	"kernelscope/scene/graphgen"
)

// The arrays list the neighbours of each node in the order of the numbers.
func TestRowsOf(t *testing.T) {
	for _, k := range graphgen.Kinds() {
		if k.Name != "example" {
			continue
		}
		m, err := k.Make(context.Background(), gen.Values{"kind": "csr"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, reverse := range []bool{false, true} { // all edges have both directions
			r := rowsOf(m.Graph, reverse)
			var ids []int64
			for _, v := range r.neighbours {
				ids = append(ids, m.Graph.ID[v])
			}
			if got := fmt.Sprint(r.first, ids); got != "[0 2 4 7 10 12 14] [1 2 0 3 0 3 4 1 2 5 2 5 3 4]" {
				t.Errorf("got %s", got)
			}
		}
	}
}

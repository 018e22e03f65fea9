package graphload

import (
	"fmt"
	"slices"
	"strings"
)

// readMatrixMarket reads a square sparse matrix (R. Boisvert, R. Pozo, K. Remington, "The Matrix
// Market Exchange Formats", NISTIR 5935, 1996). Entry (i, j) is an arc from i to j or, in a
// symmetric matrix, an edge.
func readMatrixMarket(t *text) (*input, error) {
	in := &input{budget: t.budget}
	nodes, entries, values := int64(0), int64(-1), 0
	for t.next() {
		switch {
		case t.n == 1:
			head := strings.Fields(strings.ToLower(string(t.line)))
			if len(head) != 5 || head[1] != "matrix" || head[2] != "coordinate" ||
				!slices.Contains([]string{"pattern", "integer", "real"}, head[3]) || !slices.Contains([]string{"general", "symmetric"}, head[4]) {
				return nil, t.wrong("only matrices of this kind can be read: coordinate pattern|integer|real general|symmetric")
			}
			in.undirected = head[4] == "symmetric"
			if head[3] != "pattern" {
				values = 1
			}
		case isComment(t.line):
		case entries < 0:
			v, ok := numbersOf(t, 0)
			if !ok || len(v) != 3 || v[0] != v[1] || v[0] < 1 || v[0] > maxNodes || v[2] < 0 || v[2] > maxArcs {
				return nil, t.wrong("a graph is a square matrix of up to %d rows and %d entries", maxNodes, maxArcs)
			}
			nodes, entries = v[0], v[2]
		case len(t.words) != 2+values:
			return nil, t.wrong("an entry needs %d numbers", 2+values)
		case int64(len(in.arcs)) == entries:
			return nil, t.wrong("more than the %d entries that were announced", entries)
		default:
			err := in.edge(t, func(id int64) (uint32, error) {
				if id < 1 || id > nodes {
					return 0, fmt.Errorf("rows and columns are numbered 1 to %d", nodes)
				}
				return uint32(id - 1), nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	switch {
	case entries < 0:
		return nil, fmt.Errorf("there is no line with the size")
	case int64(len(in.arcs)) < entries:
		return nil, fmt.Errorf("%d entries of %d: is the file cut off?", len(in.arcs), entries)
	}
	return in, in.number(nodes)
}

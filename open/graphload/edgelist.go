package graphload

import "bytes"

// readEdgeList reads lines of two nodes and an optional weight, by default 1. The first line may
// name the columns, and a comment, as in SNAP's files, may state that the graph is undirected.
func readEdgeList(t *text) (*input, error) {
	in := &input{budget: t.budget}
	nodes := numbering{budget: t.budget}
	columns, header := 0, false
	for t.next() {
		if isComment(t.line) {
			if bytes.Contains(bytes.ToLower(t.line), []byte("undirected graph")) {
				in.undirected = true
			}
			continue
		}
		if columns == 0 && !header && isHeader(t.words) {
			header = true
			continue
		}
		if columns == 0 {
			columns = len(t.words)
		}
		if columns != 2 && columns != 3 {
			return nil, t.wrong("an edge is two nodes and perhaps a weight")
		}
		if len(t.words) != columns {
			return nil, t.wrong("%d columns, where there were %d before", len(t.words), columns)
		}
		if err := in.edge(t, nodes.of); err != nil {
			return nil, err
		}
	}
	in.id = nodes.id
	return in, nil
}

// edge reads a line of two nodes and an optional weight.
func (in *input) edge(t *text, index func(id int64) (uint32, error)) error {
	var ends [2]uint32
	for i := range ends {
		id, ok := integer(t.words[i])
		if !ok {
			return t.odd()
		}
		v, err := index(id)
		if err != nil {
			return t.wrong("%w", err)
		}
		ends[i] = v
	}
	weight := 1.0
	if len(t.words) == 3 {
		w, err := in.weights.read(t.words[2])
		if err != nil {
			return t.wrong("%v", err)
		}
		weight = w
	}
	if err := in.add(ends[0], ends[1], weight); err != nil {
		return t.wrong("%w", err)
	}
	return nil
}

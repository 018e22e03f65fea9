package pgq

import (
	"fmt"
	"strings"
)

// Graph is a property graph: tables of nodes and tables of edges between them.
type Graph struct {
	Name  string
	Nodes []Node
	Edges []Edge
}

// Node is a table of nodes.
type Node struct{ Table, Label string }

// Edge is a table of edges.
type Edge struct {
	Table, Label        string
	Source, Destination End
}

// End identifies the node at an end of an edge: it is in Table, and its Key equals the edge's
// Column.
type End struct{ Column, Table, Key string }

// Statement is a statement about property graphs.
type Statement struct {
	Graph       *Graph // created graph; nil if a graph is dropped
	Drop        string
	OrReplace   bool
	IfNotExists bool // IF EXISTS for a drop
}

// ParseStatement parses CREATE PROPERTY GRAPH and DROP PROPERTY GRAPH. It returns nil for other
// statements. Errors are of type *Error.
func ParseStatement(sql string) (s *Statement, err error) {
	p := &parser{sql: sql, tokens: tokens(sql)}
	s = &Statement{}
	switch {
	case p.take("CREATE"):
		s.OrReplace = p.take("OR", "REPLACE")
		if !p.take("PROPERTY", "GRAPH") {
			return nil, nil
		}
		s.IfNotExists = p.take("IF", "NOT", "EXISTS")
		s.Graph = p.graph()
	case p.take("DROP", "PROPERTY", "GRAPH"):
		s.IfNotExists = p.take("IF", "EXISTS")
		s.Drop = p.name("the name of a graph")
	default:
		return nil, nil
	}
	if p.err == nil && p.peek().kind != end {
		p.fail("the end of the statement")
	}
	if p.err != nil {
		return nil, p.err
	}
	return s, nil
}

// graph parses a graph, beginning with its name.
func (p *parser) graph() *Graph {
	g := &Graph{Name: p.name("the name of a graph")}
	p.want("VERTEX", "TABLES", "(")
	for more := true; more && p.err == nil; more = p.take(",") {
		at := p.peek()
		n := Node{Table: p.name("a table of nodes")}
		if n.Label = p.label(); n.Label == "" {
			n.Label = n.Table
		}
		if g.node(n.Label) != nil || g.table(n.Table) != nil {
			p.failAt(at, "the table %s, or its label %s, appears twice", n.Table, n.Label)
		}
		g.Nodes = append(g.Nodes, n)
	}
	p.want(")", "EDGE", "TABLES", "(")
	for more := true; more && p.err == nil; more = p.take(",") {
		at := p.peek()
		e := Edge{Table: p.name("a table of edges")}
		p.want("SOURCE")
		e.Source = p.end(g)
		p.want("DESTINATION")
		e.Destination = p.end(g)
		if e.Label = p.label(); e.Label == "" {
			e.Label = e.Table
		}
		if g.edge(e.Label) != nil {
			p.failAt(at, "the label %s appears twice", e.Label)
		}
		g.Edges = append(g.Edges, e)
	}
	p.want(")")
	return g
}

func (p *parser) label() string {
	if p.take("LABEL") {
		return p.name("a label")
	}
	return ""
}

// end parses KEY (column) REFERENCES table (key).
func (p *parser) end(g *Graph) (e End) {
	p.want("KEY", "(")
	e.Column = p.name("a column")
	p.want(")", "REFERENCES")
	at := p.peek()
	e.Table = p.name("a table of nodes")
	if p.err == nil && g.table(e.Table) == nil {
		p.failAt(at, "%s is not among the vertex tables", e.Table)
	}
	p.want("(")
	e.Key = p.name("a column")
	p.want(")")
	return e
}

// node returns the table of nodes with a label, or nil.
func (g *Graph) node(label string) *Node {
	for i := range g.Nodes {
		if strings.EqualFold(g.Nodes[i].Label, label) {
			return &g.Nodes[i]
		}
	}
	return nil
}

// table returns the table of nodes with a name, or nil.
func (g *Graph) table(name string) *Node {
	for i := range g.Nodes {
		if strings.EqualFold(g.Nodes[i].Table, name) {
			return &g.Nodes[i]
		}
	}
	return nil
}

// edge returns the table of edges with a label, or nil.
func (g *Graph) edge(label string) *Edge {
	for i := range g.Edges {
		if strings.EqualFold(g.Edges[i].Label, label) {
			return &g.Edges[i]
		}
	}
	return nil
}

// Checks returns queries that fail if a table or a column of the graph is missing.
func (g *Graph) Checks() (queries []string) {
	for _, n := range g.Nodes {
		queries = append(queries, "FROM "+Name(n.Table)+" LIMIT 0")
	}
	for _, e := range g.Edges {
		queries = append(queries, e.query()+" LIMIT 0")
		for _, end := range []End{e.Source, e.Destination} {
			queries = append(queries, "SELECT "+Name(end.Key)+" FROM "+Name(end.Table)+" LIMIT 0")
		}
	}
	return queries
}

// query returns the query that lists the edges.
func (e *Edge) query() string {
	return fmt.Sprintf("SELECT %s, %s FROM %s", Name(e.Source.Column), Name(e.Destination.Column), Name(e.Table))
}

// Name quotes a name for SQL.
func Name(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Text quotes a string for SQL.
func Text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

package pgq

import (
	"fmt"
	"strings"
)

// joins is a GRAPH_TABLE of patterns of fixed length: a join of the tables of their nodes and edges.
type joins struct {
	graph *Graph
	nodes []*element
	edges []*element
	where []string
}

// element is a node or an edge of a pattern.
type element struct {
	variable string // made up for elements without one
	at       token
	label    string // name of a node's label, or of the table if only edges tell it
	table    string // empty for a node until its table is known
	from     string // of an edge in both directions, the query with its ends; else empty
}

// Columns that an edge in both directions has besides its own.
const (
	endFrom = "kernelscope_from"
	endTo   = "kernelscope_to"
)

// joins parses patterns of fixed length, from the first node to the end of a GRAPH_TABLE, and
// translates them. All nodes and edges of a match may be the same.
func (p *parser) joins(g *Graph) (query string) {
	j := &joins{graph: g}
	for more := true; more && p.err == nil; more = p.take(",") {
		left := p.node(j)
		for p.err == nil && (p.peek().reads("-") || p.peek().reads("<")) {
			left = p.step(j, left)
		}
	}
	for _, n := range j.nodes {
		if n.table == "" {
			p.failAt(n.at, "the node has no label, and no edge tells its table")
		}
	}
	if p.take("WHERE") {
		j.condition(p, p.between("COLUMNS"))
	}
	p.want("COLUMNS", "(")
	var columns []string
	for more := true; more && p.err == nil; more = p.take(",") {
		item := p.between(",", ")")
		if len(item) == 0 && p.err == nil {
			p.fail("a column")
		}
		columns = append(columns, p.text(item))
	}
	p.want(")", ")")
	return j.query(columns)
}

// text returns the text of tokens.
func (p *parser) text(of []token) string {
	if len(of) == 0 {
		return ""
	}
	return p.sql[of[0].from:of[len(of)-1].to]
}

// condition adds a condition; no tokens add nothing.
func (j *joins) condition(p *parser, of []token) {
	if len(of) > 0 {
		j.where = append(j.where, "("+p.text(of)+"\n)")
	} else if p.err == nil {
		p.fail("a condition")
	}
}

// node parses (a:Label WHERE …). The variable may be missing, and the label if edges tell the table.
// A variable that appeared before is the same node.
func (p *parser) node(j *joins) *element {
	p.want("(")
	n := &element{at: p.peek()}
	if p.peek().kind == word && !p.peek().reads("WHERE") {
		n.variable = p.name("the variable of a node")
	}
	if p.take(":") {
		at := p.peek()
		n.label = p.name("a label")
		if table := j.graph.node(n.label); table != nil {
			n.table = table.Table
		} else {
			p.failAt(at, "%s has no nodes with the label %s", j.graph.Name, n.label)
		}
	}
	n = j.same(p, n)
	if p.take("WHERE") {
		j.condition(p, p.between(")"))
	}
	p.want(")")
	return n
}

// same returns the node with the variable of n, which becomes a new one if there is none.
func (j *joins) same(p *parser, n *element) *element {
	for _, e := range j.edges {
		if strings.EqualFold(e.variable, n.variable) {
			p.failAt(n.at, "the variable %s is that of an edge", n.variable)
		}
	}
	for _, old := range j.nodes {
		if n.variable == "" || !strings.EqualFold(old.variable, n.variable) {
			continue
		}
		if n.table != "" {
			j.is(p, old, n.table, n.at)
		}
		return old
	}
	if n.variable == "" {
		n.variable = fmt.Sprintf("kernelscope_node%d", len(j.nodes)+1)
	}
	j.nodes = append(j.nodes, n)
	return n
}

// is tells a node's table, or checks it.
func (j *joins) is(p *parser, n *element, table string, at token) {
	switch {
	case n.table == "":
		n.table = table
	case !strings.EqualFold(n.table, table):
		p.failAt(at, "the node would be of %s and of %s", n.table, table)
	}
}

// step parses an edge and the node after it, and returns that.
func (p *parser) step(j *joins, left *element) *element {
	at := p.peek()
	back := p.take("<")
	e, via := p.edge(j)
	p.want("-")
	forth := p.take(">")
	if back && forth {
		p.failAt(at, "an edge has one direction, or none: -[…]-")
	}
	for _, mark := range []string{"*", "+", "{"} {
		if p.peek().reads(mark) {
			p.failAt(p.peek(), "a path of several edges needs ANY SHORTEST or ALL SHORTEST after MATCH")
		}
	}
	right := p.node(j)
	if p.err != nil {
		return right
	}
	j.edges = append(j.edges, e)
	source, destination := left, right
	switch {
	case back, !forth && j.reversed(p, via, left, right, at):
		source, destination = right, left
	}
	j.is(p, source, via.Source.Table, at)
	j.is(p, destination, via.Destination.Table, at)
	from, to := via.Source.Column, via.Destination.Column
	if !back && !forth && strings.EqualFold(via.Source.Table, via.Destination.Table) {
		e.from = fmt.Sprintf("(SELECT *, %[1]s AS %[4]s, %[2]s AS %[5]s FROM %[3]s UNION ALL SELECT *, %[2]s, %[1]s FROM %[3]s WHERE %[1]s IS DISTINCT FROM %[2]s)",
			Name(from), Name(to), Name(via.Table), endFrom, endTo)
		from, to = endFrom, endTo
	}
	for _, end := range []struct {
		column string
		node   *element
		key    string
	}{{from, source, via.Source.Key}, {to, destination, via.Destination.Key}} {
		j.where = append(j.where, fmt.Sprintf("%s.%s = %s.%s", Name(e.variable), Name(end.column), Name(end.node.variable), Name(end.key)))
	}
	return right
}

// reversed reports whether an edge without a direction leads from the right node to the left one: its
// tables differ, and the nodes' tables say so.
func (j *joins) reversed(p *parser, via *Edge, left, right *element, at token) bool {
	source, destination := via.Source.Table, via.Destination.Table
	if strings.EqualFold(source, destination) {
		return false
	}
	if left.table == "" && right.table == "" {
		p.failAt(at, "%s edges lead from %s to %s: give a node its label, or the edge its direction", via.Label, source, destination)
	}
	return strings.EqualFold(left.table, destination) || strings.EqualFold(right.table, source)
}

// edge parses -[k:label WHERE …].
func (p *parser) edge(j *joins) (*element, *Edge) {
	p.want("-", "[")
	e := &element{at: p.peek(), variable: fmt.Sprintf("kernelscope_edge%d", len(j.edges)+1)}
	if p.peek().kind == word {
		e.variable = p.name("the variable of an edge")
	}
	for _, old := range append(j.nodes, j.edges...) {
		if strings.EqualFold(old.variable, e.variable) {
			p.failAt(e.at, "the variable %s appears twice", e.variable)
		}
	}
	p.want(":")
	at := p.peek()
	label := p.name("a label")
	via := j.graph.edge(label)
	if via == nil {
		p.failAt(at, "%s has no edges with the label %s", j.graph.Name, label)
		return e, nil
	}
	e.table = via.Table
	if p.take("WHERE") {
		j.condition(p, p.between("]"))
	}
	p.want("]")
	return e, via
}

// query returns the join in parentheses.
func (j *joins) query(columns []string) string {
	var from []string
	for _, n := range j.nodes {
		from = append(from, Name(n.table)+" AS "+Name(n.variable))
	}
	for _, e := range j.edges {
		table := Name(e.table)
		if e.from != "" {
			table = e.from
		}
		from = append(from, table+" AS "+Name(e.variable))
	}
	sql := "(SELECT " + strings.Join(columns, ", ") + " FROM " + strings.Join(from, ", ")
	if len(j.where) > 0 {
		sql += " WHERE " + strings.Join(j.where, " AND ")
	}
	return sql + ")"
}

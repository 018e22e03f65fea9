package pgq

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Translate replaces each GRAPH_TABLE of a statement by a query. graphs returns the graph with a
// name. It translates this form:
//
//	GRAPH_TABLE (g MATCH p = ANY SHORTEST (a:Person WHERE …)-[k:knows]->{1,3}(b:Person WHERE …)
//	    WHERE … COLUMNS (a.id, b.name AS friend, path_length(p), vertices(p)))
//
// with ALL instead of ANY, and with *, + or {m,n} after the arrow. The variable of the path and all
// conditions are optional. Conditions and columns may be any SQL. It also translates patterns whose
// arrows are single edges, to joins:
//
//	GRAPH_TABLE (g MATCH (a:Person WHERE …)-[:knows]->(m)<-[:knows]-(b), (m)-[l:lives]-(c) COLUMNS (m.id))
//
// Everything else is an *Error.
func Translate(sql string, graphs func(name string) (*Graph, error)) (string, error) {
	var out strings.Builder
	p := &parser{sql: sql, tokens: tokens(sql)}
	done := 0
	for p.peek().kind != end && p.peek().kind != open {
		t := p.advance()
		if !t.reads("GRAPH_TABLE") || !p.peek().reads("(") {
			continue
		}
		query, err := p.match(graphs)
		if err != nil {
			return "", err
		}
		out.WriteString(sql[done:t.from])
		out.WriteString(query)
		done = p.tokens[p.at-1].to
	}
	out.WriteString(sql[done:])
	return out.String(), nil
}

// match is a GRAPH_TABLE.
type match struct {
	all         bool
	path, edge  string // variables, empty if absent
	from, to    pattern
	via         *Edge
	least, most int // numbers of edges
	where       []string
	columns     []string
}

// pattern is a node of a match.
type pattern struct {
	variable string
	node     *Node
	key      string
}

// match translates a GRAPH_TABLE from its opening parenthesis to its end.
func (p *parser) match(graphs func(string) (*Graph, error)) (query string, err error) {
	p.want("(")
	at := p.peek()
	name := p.name("the name of a graph")
	if p.err != nil {
		return "", p.err
	}
	g, err := graphs(name)
	if err != nil {
		return "", err
	}
	if g == nil {
		return "", errorAt(p.sql, at.from, "there is no property graph %s", name)
	}
	p.want("MATCH")
	if p.err == nil && p.peek().reads("(") {
		query = p.joins(g)
	} else if m := p.shortest(g); p.err == nil {
		query = m.query()
	}
	if p.err != nil {
		return "", p.err
	}
	return query, nil
}

// shortest parses a match of shortest paths from its path to its end.
func (p *parser) shortest(g *Graph) *match {
	m := &match{}
	if p.peek().kind == word && p.at+1 < len(p.tokens) && p.tokens[p.at+1].reads("=") {
		m.path = p.name("a path")
		p.want("=")
	}
	if m.all = p.take("ALL"); !m.all && !p.take("ANY") {
		p.fail("ANY SHORTEST, ALL SHORTEST or, without a path, a node")
	}
	p.want("SHORTEST")
	var conditions [][]token
	conditions = append(conditions, p.pattern(g, &m.from))
	p.arrow(g, m)
	conditions = append(conditions, p.pattern(g, &m.to))
	p.check(m)
	if p.take("WHERE") {
		conditions = append(conditions, p.between("COLUMNS"))
	}
	p.want("COLUMNS", "(")
	for more := true; more && p.err == nil; more = p.take(",") {
		m.columns = append(m.columns, p.column(m, p.between(",", ")")))
	}
	p.want(")", ")")
	for _, c := range conditions {
		if c != nil {
			m.where = append(m.where, "("+p.expression(m, c)+"\n)")
		}
	}
	return m
}

// pattern parses (a:Label WHERE …) and returns the condition.
func (p *parser) pattern(g *Graph, n *pattern) (where []token) {
	p.want("(")
	n.variable = p.name("the variable of a node")
	p.want(":")
	at := p.peek()
	label := p.name("a label")
	if n.node = g.node(label); n.node == nil {
		p.failAt(at, "%s has no nodes with the label %s", g.Name, label)
	}
	if p.take("WHERE") {
		where = p.between(")")
	}
	p.want(")")
	return where
}

// arrow parses -[k:label]-> and its quantifier.
func (p *parser) arrow(g *Graph, m *match) {
	p.want("-", "[")
	if !p.peek().reads(":") {
		m.edge = p.name("the variable of an edge")
	}
	p.want(":")
	at := p.peek()
	label := p.name("a label")
	if m.via = g.edge(label); m.via == nil {
		p.failAt(at, "%s has no edges with the label %s", g.Name, label)
	}
	p.want("]", "-", ">")
	m.least, m.most = 1, math.MaxInt32
	switch {
	case p.take("*"):
		m.least = 0
	case p.take("+"):
	case p.take("{"):
		at := p.peek()
		m.least = p.count()
		p.want(",")
		m.most = p.count()
		if m.least > m.most {
			p.failAt(at, "at least %d edges and at most %d", m.least, m.most)
		}
		p.want("}")
	default:
		p.fail("*, + or {m,n}")
	}
}

// count parses a number of edges.
func (p *parser) count() int {
	t := p.peek()
	if t.kind != number {
		if p.err == nil {
			p.fail("a number of edges")
		}
		return 0
	}
	n, err := strconv.ParseInt(t.value, 10, 32)
	if err != nil {
		p.failAt(t, "%s is more edges than a path has", t.value)
	}
	p.advance()
	return int(n)
}

// check compares labels with the tables that the edges join, and checks that variables are
// distinct.
func (p *parser) check(m *match) {
	if p.err != nil {
		return
	}
	at := p.tokens[p.at-1]
	for _, end := range []struct {
		of   End
		node *pattern
	}{{m.via.Source, &m.from}, {m.via.Destination, &m.to}} {
		if end.node.key = end.of.Key; !strings.EqualFold(end.of.Table, end.node.node.Table) {
			p.failAt(at, "%s edges join %s and %s, not %s and %s", m.via.Label, m.via.Source.Table, m.via.Destination.Table, m.from.node.Table, m.to.node.Table)
		}
	}
	if m.via.Source.Table != m.via.Destination.Table {
		p.failAt(at, "%s edges lead from %s to %s: a path of several needs edges within one table of nodes", m.via.Label, m.via.Source.Table, m.via.Destination.Table)
	}
	if m.via.Source.Key != m.via.Destination.Key {
		p.failAt(at, "%s edges refer to %s by %s and by %s: a path of several needs one key", m.via.Label, m.via.Source.Table, m.via.Source.Key, m.via.Destination.Key)
	}
	for i, v := range []string{m.from.variable, m.to.variable, m.edge} {
		for j, other := range []string{m.from.variable, m.to.variable, m.edge, m.path} {
			if i < j && v != "" && strings.EqualFold(v, other) {
				p.failAt(at, "the variable %s appears twice", v)
			}
		}
	}
}

// column translates an item of COLUMNS.
func (p *parser) column(m *match, item []token) string {
	if len(item) == 0 {
		if p.err == nil {
			p.fail("a column")
		}
		return ""
	}
	sql := p.expression(m, item)
	if len(item) == 4 && m.isPath(item[2]) { // a function of the path without a name
		sql += " AS " + strings.ToLower(item[0].value)
	}
	return sql
}

// isPath reports whether a token is the variable of the path.
func (m *match) isPath(t token) bool {
	return t.kind == word && m.path != "" && strings.EqualFold(t.value, m.path)
}

// expression translates the functions of the path in an expression.
func (p *parser) expression(m *match, of []token) string {
	if len(of) == 0 || p.err != nil {
		return ""
	}
	var out strings.Builder
	done := of[0].from
	for i, t := range of {
		field := i > 0 && of[i-1].reads(".") // a field of something else
		switch {
		case t.kind != word || field:
		case m.edge != "" && strings.EqualFold(t.value, m.edge):
			p.failAt(t, "%s stands for all edges of a path: its columns are not translated", t.value)
		case !m.isPath(t):
		case i >= 2 && i+1 < len(of) && of[i-1].reads("(") && of[i+1].reads(")") && of[i-2].kind == word:
			call := of[i-2]
			sql, ok := m.function(call.value)
			if !ok {
				p.failAt(call, "%s(%s) is not translated: path_length(%[2]s) and vertices(%[2]s) are", call.value, t.value)
			}
			out.WriteString(p.sql[done:call.from] + sql)
			done = of[i+1].to
		default:
			p.failAt(t, "a path is not a value: path_length(%[1]s) and vertices(%[1]s) are", t.value)
		}
	}
	out.WriteString(p.sql[done:of[len(of)-1].to])
	return out.String()
}

// function translates a function of the path.
func (m *match) function(name string) (sql string, ok bool) {
	switch strings.ToLower(name) {
	case "path_length":
		if m.all {
			return "(len(" + pathNodes + ") - 1)", true
		}
		return m.call("path_length"), true
	case "vertices":
		if m.all {
			return pathNodes, true
		}
		return m.call("shortest_path"), true
	}
	return "", false
}

// pathNodes is the column with the nodes of a path.
const pathNodes = "kernelscope_path.nodes"

// call returns a call of a function of package database.
func (m *match) call(function string) string {
	return fmt.Sprintf("%s(%s, %s.%s, %s.%s)", function, Text(m.via.query()), Name(m.from.variable), Name(m.from.key), Name(m.to.variable), Name(m.to.key))
}

// query returns the query of a match in parentheses.
func (m *match) query() string {
	inside := fmt.Sprintf("%s BETWEEN %d AND %d", m.call("path_length"), m.least, m.most)
	from := fmt.Sprintf("%s AS %s, %s AS %s", Name(m.from.node.Table), Name(m.from.variable), Name(m.to.node.Table), Name(m.to.variable))
	where := m.where
	if m.all { // does not list pairs outside the range
		from += fmt.Sprintf(", unnest(CASE WHEN %s THEN %s END) AS kernelscope_path(nodes)", inside, m.call("all_shortest_paths"))
	} else {
		where = append(where, inside)
	}
	sql := "(SELECT " + strings.Join(m.columns, ", ") + " FROM " + from
	if len(where) > 0 {
		sql += " WHERE " + strings.Join(where, " AND ")
	}
	return sql + ")"
}

package pgq

import "strings"

// parser reads tokens. It stops at the first error and keeps it.
type parser struct {
	sql    string
	tokens []token
	at     int
	err    *Error
}

// peek returns the next token.
func (p *parser) peek() token { return p.tokens[p.at] }

// advance returns the next token and moves past it, unless it is the last.
func (p *parser) advance() token {
	t := p.peek()
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// take moves past keywords or symbols if they come next.
func (p *parser) take(words ...string) bool {
	for i, w := range words {
		if p.err != nil || p.at+i >= len(p.tokens) || !p.tokens[p.at+i].reads(w) {
			return false
		}
	}
	p.at += len(words)
	return true
}

// want moves past keywords or symbols, which must come next.
func (p *parser) want(words ...string) {
	for _, w := range words {
		if p.err == nil && !p.take(w) {
			p.fail(w)
		}
	}
}

// name parses a name; what describes it in errors.
func (p *parser) name(what string) string {
	if p.err != nil {
		return ""
	}
	if t := p.peek(); t.kind == word {
		return p.advance().value
	}
	p.fail(what)
	return ""
}

// fail reports what was expected instead of the next token.
func (p *parser) fail(wanted string) {
	t := p.peek()
	found := strings.TrimSpace(p.sql[t.from:t.to])
	switch t.kind {
	case end:
		found = "the end"
	case open:
		found = "a text that does not end"
	default:
		found = "“" + found + "”"
	}
	p.failAt(t, "expected %s, found %s", wanted, found)
}

// failAt reports an error at a token.
func (p *parser) failAt(t token, format string, args ...any) {
	if p.err == nil {
		p.err = errorAt(p.sql, t.from, format, args...)
	}
}

// between returns the tokens up to a keyword or symbol outside parentheses, or up to the closing
// parenthesis.
func (p *parser) between(stops ...string) (inside []token) {
	for depth := 0; p.err == nil; {
		t := p.peek()
		if depth == 0 {
			for _, s := range stops {
				if t.reads(s) {
					return inside
				}
			}
		}
		switch {
		case t.kind == end || t.kind == open:
			p.fail(strings.Join(stops, " or "))
		case t.reads("(") || t.reads("[") || t.reads("{"):
			depth++
		case t.reads(")") || t.reads("]") || t.reads("}"):
			if depth--; depth < 0 {
				p.fail(strings.Join(stops, " or "))
			}
		}
		inside = append(inside, p.advance())
	}
	return nil
}

// Package pgq translates a small part of SQL/PGQ (ISO 9075-16) into plain SQL with the
// functions of package database: property graphs, and shortest paths between two nodes
// over the edges of one table. It knows no database.
package pgq

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error describes a syntax error and its position.
type Error struct {
	Line, Column int // from 1; columns are characters
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// errorAt returns an error at an offset of a text.
func errorAt(text string, offset int, format string, args ...any) *Error {
	before := text[:offset]
	line := strings.LastIndexByte(before, '\n') + 1
	return &Error{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[line:]) + 1, fmt.Sprintf(format, args...)}
}

// kind is the kind of a token.
type kind int

const (
	end    kind = iota
	word        // a name or keyword, plain or in double quotes
	number      // digits
	text        // a string in any quotes
	symbol      // one character
	open        // an unterminated string, name or comment
)

// token is a piece of SQL from one offset up to another.
type token struct {
	kind     kind
	from, to int
	value    string // of a word: the name without quotes; otherwise the piece
	quoted   bool
}

// reads reports whether a token is the keyword or symbol s.
func (t token) reads(s string) bool {
	return t.kind == word && !t.quoted && strings.EqualFold(t.value, s) || t.kind == symbol && t.value == s
}

// tokens splits SQL into tokens. The last token is the end or is unterminated.
func tokens(sql string) (all []token) {
	for at := 0; ; {
		t := next(sql, at)
		all = append(all, t)
		if t.kind == end || t.kind == open {
			return all
		}
		at = t.to
	}
}

// next returns the first token at or after an offset.
func next(sql string, at int) token {
	at, closed := skip(sql, at)
	rest := sql[at:]
	switch {
	case !closed:
		return token{kind: open, from: at, to: len(sql), value: rest}
	case rest == "":
		return token{kind: end, from: at, to: at}
	}
	t := token{kind: symbol, from: at}
	switch c := rest[0]; {
	case c == '\'':
		return quoted(sql, token{kind: text, from: at}, at, '\'', false)
	case (c == 'e' || c == 'E') && strings.HasPrefix(rest[1:], "'"):
		return quoted(sql, token{kind: text, from: at}, at+1, '\'', true)
	case c == '"':
		return quoted(sql, token{kind: word, from: at, quoted: true}, at, '"', false)
	case c == '$':
		if tag := dollarTag(rest); tag != "" {
			length := strings.Index(rest[len(tag):], tag)
			if length < 0 {
				return token{kind: open, from: at, to: len(sql), value: rest}
			}
			t.kind, t.to = text, at+length+2*len(tag)
			break
		}
		t.to = at + 1
	case isLetter(c):
		t.kind, t.to = word, at+span(rest, func(c byte) bool { return isLetter(c) || isDigit(c) || c == '$' })
	case isDigit(c):
		t.kind, t.to = number, at+span(rest, isDigit)
	default:
		t.to = at + 1
	}
	t.value = sql[t.from:t.to]
	return t
}

// quoted completes a token that ends at a quote; a doubled quote stands for the quote itself.
func quoted(sql string, t token, at int, quote byte, backslash bool) token {
	for i := at + 1; i < len(sql); i++ {
		switch {
		case backslash && sql[i] == '\\':
			i++
		case sql[i] != quote:
		case i+1 < len(sql) && sql[i+1] == quote:
			i++
		default:
			t.to = i + 1
			if t.value = sql[t.from:t.to]; t.kind == word {
				t.value = strings.ReplaceAll(sql[at+1:i], `""`, `"`)
			}
			return t
		}
	}
	t.kind, t.to = open, len(sql)
	return t
}

// skip returns the end of blanks and comments. Block comments may be nested.
func skip(sql string, at int) (to int, closed bool) {
	for at < len(sql) {
		switch rest := sql[at:]; {
		case strings.HasPrefix(rest, "--"):
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				at += i + 1
			} else {
				at = len(sql)
			}
		case strings.HasPrefix(rest, "/*"):
			begin, depth := at, 1
			for at += 2; depth > 0; {
				switch rest = sql[at:]; {
				case rest == "":
					return begin, false
				case strings.HasPrefix(rest, "*/"):
					depth, at = depth-1, at+2
				case strings.HasPrefix(rest, "/*"):
					depth, at = depth+1, at+2
				default:
					at++
				}
			}
		case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			at++
		default:
			return at, true
		}
	}
	return at, true
}

// dollarTag returns the delimiter of a dollar-quoted string, $$ or $name$.
func dollarTag(rest string) string {
	n := span(rest[1:], func(c byte) bool { return isLetter(c) || isDigit(c) })
	if rest = rest[1:]; n < len(rest) && rest[n] == '$' && (n == 0 || !isDigit(rest[0])) {
		return "$" + rest[:n+1]
	}
	return ""
}

func span(s string, in func(byte) bool) (n int) {
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

// isLetter also accepts all bytes of characters outside ASCII.
func isLetter(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Split splits a script into statements without semicolons. left is the text of an unterminated
// statement; if there is none, it contains only blanks and comments.
func Split(script string) (statements []string, left string) {
	from := 0
	for _, t := range tokens(script) {
		if t.reads(";") {
			if s := script[from:t.from]; !Blank(s) {
				statements = append(statements, s)
			}
			from = t.to
		}
	}
	return statements, script[from:]
}

// Blank reports whether a text contains only blanks and comments.
func Blank(sql string) bool { return next(sql, 0).kind == end }

// First returns the first two words of a statement in upper case.
func First(statement string) (first, second string) {
	t := next(statement, 0)
	if t.kind != word {
		return "", ""
	}
	first = strings.ToUpper(t.value)
	if t = next(statement, t.to); t.kind == word {
		second = strings.ToUpper(t.value)
	}
	return first, second
}

// Prepared returns the verb and the lower-case name of PREPARE name AS …, DEALLOCATE name, or
// EXECUTE name, which may follow EXPLAIN.
func Prepared(statement string) (verb, name string) {
	all := tokens(statement)
	for i, t := range all[:len(all)-1] {
		switch after := all[i+1]; {
		case i == 0 && t.reads("DEALLOCATE"):
			return "DEALLOCATE", strings.ToLower(all[max(1, len(all)-2)].value)
		case i == 0 && t.reads("PREPARE"), t.reads("EXECUTE") && after.kind == word:
			return strings.ToUpper(t.value), strings.ToLower(after.value)
		}
	}
	return "", ""
}

// Qualified returns a qualified name, such as schema.table, in quotes. It reports whether the text is
// one.
func Qualified(text string) (name string, ok bool) {
	all := tokens(text)
	for i, t := range all[:len(all)-1] {
		if (t.kind == word) != (i%2 == 0) || i%2 == 1 && !t.reads(".") || t.to != all[i+1].from {
			return "", false
		}
		if t.kind == word {
			name += Name(t.value)
		} else {
			name += "."
		}
	}
	return name, len(all)%2 == 0 && len(all) > 2 && all[len(all)-1].kind == end
}

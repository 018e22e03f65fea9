package svgload

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// declaration assigns a value to a property. The declaration with the greatest weight counts; of
// equal ones, the last.
type declaration struct {
	name, value string
	weight      int
}

// Weights: attributes have the least, followed by selectors, by specificity and order, and style
// attributes. Important declarations are above all others.
const (
	ofTag       = 1 << 20
	ofClass     = 1 << 28
	ofID        = 1 << 36
	ofStyle     = 1 << 44
	ofImportant = 1 << 45
)

// rule is a selector with some of a tag, a name and classes.
type rule struct {
	tag, id string
	classes []string
	weight  int
	gives   []declaration
}

// rules are indexed by the most specific condition of their selector: "#id", ".class", "tag" or
// "*".
type rules struct {
	byCondition map[string][]*rule
	count       int
}

// tokens splits style sheets and style attributes.
type tokens struct {
	lexer *css.Lexer
	kind  css.TokenType
	data  string
}

func newTokens(s string) *tokens {
	t := &tokens{lexer: css.NewLexer(parse.NewInputString(s))}
	t.next()
	return t
}

// next advances to the next token that is not a comment.
func (t *tokens) next() {
	for {
		kind, data := t.lexer.Next()
		if t.kind, t.data = kind, string(data); kind != css.CommentToken {
			return
		}
	}
}

func (t *tokens) end() bool { return t.kind == css.ErrorToken }

// until collects tokens up to one of the given kinds outside brackets.
func (t *tokens) until(kinds ...css.TokenType) string {
	var all strings.Builder
	for depth := 0; !t.end() && (depth > 0 || !slices.Contains(kinds, t.kind)); t.next() {
		switch t.kind {
		case css.LeftParenthesisToken, css.LeftBraceToken, css.LeftBracketToken, css.FunctionToken:
			depth++
		case css.RightParenthesisToken, css.RightBraceToken, css.RightBracketToken:
			depth = max(0, depth-1)
		}
		all.WriteString(t.data)
	}
	return strings.TrimSpace(all.String())
}

// declarations parses declarations up to the end of a block.
func (t *tokens) declarations(weight int) (all []declaration) {
	for !t.end() && t.kind != css.RightBraceToken {
		one := t.until(css.SemicolonToken, css.RightBraceToken)
		if name, value, ok := strings.Cut(one, ":"); ok {
			d := declaration{strings.TrimSpace(name), strings.TrimSpace(value), weight}
			if plain, important := strings.CutSuffix(d.value, "important"); important {
				if plain, important = strings.CutSuffix(strings.TrimSpace(plain), "!"); important {
					d.value, d.weight = strings.TrimSpace(plain), weight+ofImportant
				}
			}
			all = append(all, d)
		}
		if t.kind == css.SemicolonToken {
			t.next()
		}
	}
	return all
}

// sheet parses a style sheet.
func (r *reader) sheet(line int32, s string) error {
	for t := newTokens(s); !t.end(); {
		switch t.kind {
		case css.WhitespaceToken, css.CDOToken, css.CDCToken, css.RightBraceToken, css.SemicolonToken:
			t.next()
		case css.AtKeywordToken:
			r.note(line, "%s in a style sheet: ignored", short(t.data))
			t.until(css.SemicolonToken, css.LeftBraceToken)
			if t.kind == css.LeftBraceToken {
				t.next()
				t.until(css.RightBraceToken)
			}
			t.next()
		default:
			selectors := t.until(css.LeftBraceToken)
			t.next()
			gives := t.declarations(0)
			t.next()
			for _, s := range strings.Split(selectors, ",") {
				if err := r.rule(line, strings.TrimSpace(s), gives); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rule adds a selector.
func (r *reader) rule(line int32, selector string, gives []declaration) error {
	one, key := &rule{gives: gives}, "*"
	for t := newTokens(selector); !t.end(); t.next() {
		switch {
		case t.kind == css.IdentToken && one.weight == 0:
			one.tag, key = t.data, t.data
			one.weight += ofTag
		case t.kind == css.HashToken:
			one.id, key = t.data[1:], t.data
			one.weight += ofID
		case t.kind == css.DelimToken && t.data == ".":
			t.next()
			one.classes = append(one.classes, t.data)
			one.weight += ofClass
			if one.id == "" {
				key = "." + t.data
			}
		case t.data == "*":
		default:
			r.note(line, "selector %q: ignored", short(selector))
			return nil
		}
	}
	if r.rules.count++; r.rules.count > r.most.selectors {
		return &LimitError{"selectors", r.most.selectors}
	}
	one.weight = min(one.weight+r.rules.count, ofStyle-1)
	if r.rules.byCondition == nil {
		r.rules.byCondition = map[string][]*rule{}
	}
	r.rules.byCondition[key] = append(r.rules.byCondition[key], one)
	return nil
}

// fits reports whether a rule applies to a node with these classes.
func (r *rule) fits(n *node, classes []string) bool {
	if r.tag != "" && r.tag != n.tag || r.id != "" && r.id != n.id {
		return false
	}
	for _, c := range r.classes {
		if !slices.Contains(classes, c) {
			return false
		}
	}
	return true
}

// ruleWork is the cost of trying a rule, in bytes of attributes.
const ruleWork = 32

// declarations returns the declarations for a node, the strongest last, and adds the cost to work.
func (d *document) declarations(n *node, work *int) []declaration {
	all := make([]declaration, 0, len(n.attrs))
	var style, class string
	for _, a := range n.attrs {
		switch a.name {
		case "style":
			style = a.value
		case "class":
			class = a.value
		}
		all = append(all, declaration{a.name, a.value, 0})
	}
	*work += int(n.size) + 1
	if d.rules.count > 0 {
		classes := strings.Fields(class)
		keys := []string{"*", n.tag, "#" + n.id}
		for _, c := range classes {
			keys = append(keys, "."+c)
		}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			for _, r := range d.rules.byCondition[key] {
				*work += ruleWork + len(r.classes)*len(class)
				if r.fits(n, classes) {
					*work += ruleWork * len(r.gives)
					for _, g := range r.gives {
						g.weight += r.weight
						all = append(all, g)
					}
				}
			}
		}
	}
	if style != "" {
		all = append(all, newTokens(style).declarations(ofStyle)...)
	}
	if style != "" || d.rules.count > 0 {
		slices.SortStableFunc(all, func(a, b declaration) int { return a.weight - b.weight })
	}
	return all
}

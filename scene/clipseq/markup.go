package clipseq

import (
	"slices"
	"strings"
)

// Elements of HTML that have no end tag, and those whose contents have no tags.
var (
	voidTags = strings.Fields("area base br col embed hr img input link meta param source track wbr")
	rawTags  = strings.Fields("script style textarea title")
)

// markup reads the tags of XML or HTML: a start tag is a push, an end tag a pop, a tag that ends itself a leaf. Comments,
// CDATA, declarations, instructions and the values of attributes are skipped.
func (d *document) markup(s *syntax) error {
	for {
		c, ok := d.read()
		var err error
		switch {
		case !ok:
			return nil
		case c == '<':
			err = d.tag(s.html)
		case c == 0:
			err = d.notText()
		}
		if err != nil {
			return err
		}
	}
}

// tag reads what follows <; it may be text.
func (d *document) tag(html bool) error {
	begin := d.at
	switch {
	case d.follows("!--"):
		d.until("!--")
		return d.skip(begin, "a comment", "-->")
	case d.follows("![CDATA["):
		d.until("![CDATA[")
		return d.skip(begin, "a CDATA section", "]]>")
	case html && (d.follows("!") || d.follows("?")):
		return d.skip(begin, "a declaration", ">")
	case d.follows("!"):
		return d.declaration()
	case d.follows("?"):
		return d.skip(begin, "an instruction", "?>")
	case d.follows("/") && d.named(1):
		return d.end(html)
	case d.named(0):
		return d.start(html)
	}
	return nil
}

// named reports whether a name begins after a number of bytes.
func (d *document) named(after int) bool {
	ahead, _ := d.in.Peek(after + 1)
	if len(ahead) <= after {
		return false
	}
	c := ahead[after]
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
}

// name reads a name and returns its beginning in lower case.
func (d *document) name() string {
	const longest = 16 // no known name is longer
	var name []byte
	for {
		ahead, _ := d.in.Peek(1)
		if len(ahead) == 0 || strings.IndexByte(" \t\r\n/>", ahead[0]) >= 0 {
			return strings.ToLower(string(name))
		}
		if c, _ := d.read(); len(name) < longest {
			name = append(name, c)
		}
	}
}

// start reads a start tag after its <.
func (d *document) start(html bool) error {
	begin := d.at
	name := d.name()
	closed, err := d.attributes(begin)
	switch {
	case err != nil:
		return err
	case closed, html && slices.Contains(voidTags, name):
		return d.add(Leaf, '.', begin)
	}
	if err := d.add(Push, '<', begin); err != nil || !html || !slices.Contains(rawTags, name) {
		return err
	}
	return d.contents(begin, name)
}

// attributes reads the rest of a start tag, and reports whether it ends in />.
func (d *document) attributes(begin Origin) (closed bool, err error) {
	var last, word byte // the byte before, and the last one that is not a space
	bare := false       // within a value without quotes
	for {
		c, ok := d.read()
		switch {
		case !ok:
			return false, unfinished(begin, "a tag")
		case c == '>':
			return last == '/' && !bare, nil
		case strings.IndexByte(" \t\r\n", c) >= 0:
			bare, last = false, c
			continue
		case bare:
		case word == '=' && (c == '"' || c == '\''):
			if err := d.skip(d.at, "the value of an attribute", string(c)); err != nil {
				return false, err
			}
		case word == '=':
			bare = true
		}
		last, word = c, c
	}
}

// end reads an end tag after its <.
func (d *document) end(html bool) error {
	begin := d.at
	d.read() // the slash
	name := d.name()
	if err := d.skip(begin, "a tag", ">"); err != nil || html && slices.Contains(voidTags, name) {
		return err
	}
	return d.add(Pop, '>', begin)
}

// contents reads what has no tags, and the end tag of its element.
func (d *document) contents(begin Origin, name string) error {
	end := "/" + name
	for d.until("<") {
		ahead, _ := d.in.Peek(len(end) + 1)
		if len(ahead) > len(end) && strings.EqualFold(string(ahead[:len(end)]), end) && strings.IndexByte(" \t\r\n/>", ahead[len(end)]) >= 0 {
			return d.end(true)
		}
	}
	return unfinished(begin, "the element "+name)
}

// declaration reads a declaration of XML, and all within it, after its <.
func (d *document) declaration() error {
	begin := d.at
	for depth := 1; depth > 0; {
		c, ok := d.read()
		var err error
		switch at := d.at; {
		case !ok:
			return unfinished(begin, "a declaration")
		case c == '"', c == '\'':
			err = d.skip(at, "a string", string(c))
		case c == '<' && d.follows("!--"):
			d.until("!--")
			err = d.skip(at, "a comment", "-->")
		case c == '<' && d.follows("?"):
			err = d.skip(at, "an instruction", "?>")
		case c == '<':
			depth++
		case c == '>':
			depth--
		}
		if err != nil {
			return err
		}
	}
	return nil
}

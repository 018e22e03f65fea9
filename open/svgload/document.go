package svgload

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unsafe"

	"kernelscope/internal/source"
	"kernelscope/scene/clipscene"
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xlinkSpace = "http://www.w3.org/1999/xlink"
)

// node is a tag. Nodes are in the order of the file, so a parent precedes its children.
type node struct {
	tag         string
	attrs       []attribute
	id          string
	parent      int32
	first, next int32 // child and sibling
	line        int32
	size        int32 // bytes of attributes
	open        state // the state in progress below it
}

// none stands for no node.
const none = int32(-1)

type attribute struct{ name, value string }

func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// document is a parsed file.
type document struct {
	nodes []node
	byID  map[string]int32 // first node with each id
	rules rules
	notes []clipscene.Note
	sorts map[string]int // index of each kind of note in notes
	quiet bool           // suppresses notes that have already been made
}

// note lists something that is not drawn as intended.
func (d *document) note(line int32, format string, args ...any) {
	if d.quiet {
		return
	}
	what := fmt.Sprintf(format, args...)
	i, ok := d.sorts[what]
	if !ok && len(d.notes) >= maxNotes {
		what = "other unsupported features"
		i, ok = d.sorts[what]
	}
	if !ok {
		i = len(d.notes)
		d.sorts[what] = i
		d.notes = append(d.notes, clipscene.Note{What: what, Line: int(line)})
	}
	d.notes[i].Count++
}

// short shortens a quotation from a file for a message.
func short(s string) string {
	const most = 40
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// reader builds the tree.
type reader struct {
	*document
	xml      *xml.Decoder
	in       *xmlSource
	most     limits
	line     int32
	open     []opened
	foreign  int // depth within tags of other languages
	style    strings.Builder
	declared bool // SVG's name space has been declared
	held     int
	names    map[string]string // interned names of tags and attributes
}

// opened is a tag whose end has not been read.
type opened struct{ node, last int32 }

func readDocument(ctx context.Context, in io.Reader, most limits) (*document, error) {
	src, err := open(ctx, in, most)
	if err != nil {
		return nil, err
	}
	r := &reader{most: most, names: map[string]string{}, document: &document{byID: map[string]int32{}, sorts: map[string]int{}}, in: src, xml: xml.NewDecoder(src)}
	r.xml.CharsetReader = decoder
	for err == nil {
		line, _ := r.xml.InputPos()
		r.line, src.equals = int32(line), 0
		var t xml.Token
		if t, err = r.xml.Token(); err == nil {
			err = r.token(t)
		}
	}
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(src.err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("line %d: the compressed file ends too early", r.line)
	case src.err != nil:
		return nil, fmt.Errorf("line %d: %w", r.line, src.err)
	case errors.As(err, &syntax) && len(r.nodes) == 0:
		return nil, fmt.Errorf("line %d: this is not SVG: %s", syntax.Line, source.Brief(syntax.Msg))
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return nil, fmt.Errorf("line %d: the file ends before its tags do", syntax.Line)
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("line %d: %s", syntax.Line, source.Brief(syntax.Msg))
	case err != io.EOF:
		return nil, fmt.Errorf("line %d: %w", r.line, err)
	case len(r.nodes) == 0:
		return nil, errors.New("there is no svg tag in it")
	case !r.declared:
		r.note(1, "xmlns=%q is missing: read as SVG nevertheless", svgSpace)
	}
	return r.document, nil
}

func (r *reader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.Directive:
		return r.directive(string(t))
	case xml.ProcInst:
		if t.Target == "xml-stylesheet" {
			r.note(r.line, "style sheet in another file: ignored")
		}
	case xml.StartElement:
		return r.begin(t)
	case xml.EndElement:
		return r.end()
	case xml.CharData:
		if len(r.open) > 0 && r.foreign == 0 && r.nodes[r.open[len(r.open)-1].node].tag == "style" {
			if r.style.Len()+len(t) > r.most.text {
				return &LimitError{"bytes of style sheets", r.most.text}
			}
			r.style.Write(t)
		}
	}
	return nil
}

func (r *reader) begin(t xml.StartElement) error {
	if len(r.open)+r.foreign >= r.most.depth {
		return &LimitError{"tags open at a time", r.most.depth}
	}
	r.declared = r.declared || t.Name.Space == svgSpace
	if r.foreign > 0 || t.Name.Space != svgSpace && t.Name.Space != "" && len(r.nodes) > 0 {
		r.foreign++ // another language, such as an editor's own, draws nothing
		return nil
	}
	switch {
	case len(r.nodes) == r.most.tags:
		return &LimitError{"tags", r.most.tags}
	case len(r.nodes) == 0 && t.Name.Local != "svg":
		return fmt.Errorf("the file begins with <%s>, not with <svg>", short(t.Name.Local))
	case len(r.nodes) > 0 && len(r.open) == 0:
		return fmt.Errorf("<%s> comes after the end of the picture", short(t.Name.Local))
	}
	n := node{tag: r.name(t.Name.Local), parent: none, first: none, next: none, line: r.line}
	i := int32(len(r.nodes))
	if len(r.open) > 0 {
		above := &r.open[len(r.open)-1]
		if n.parent = above.node; above.last == none {
			r.nodes[above.node].first = i
		} else {
			r.nodes[above.last].next = i
		}
		above.last = i
	}
	n.attrs = r.attributes(t.Attr)
	for _, a := range n.attrs {
		n.size += int32(len(a.value))
	}
	if r.held += int(n.size) + len(n.attrs)*int(unsafe.Sizeof(attribute{})); r.held > r.most.held {
		return &LimitError{"bytes of attributes", r.most.held}
	}
	if n.id = n.attr("id"); n.id != "" {
		if _, taken := r.byID[n.id]; !taken {
			r.byID[n.id] = i
		}
	}
	r.nodes = append(r.nodes, n)
	r.open = append(r.open, opened{i, none})
	return nil
}

// name returns an interned string for a name. The bytes of unused names count toward the limit of
// attributes.
func (r *reader) name(s string) string {
	if _, known := r.names[s]; !known {
		r.names[s] = s
		r.held += len(s) + int(unsafe.Sizeof([2]string{}))
	}
	return r.names[s]
}

// attributes returns the attributes of SVG. A plain href takes precedence over one in another name
// space.
func (r *reader) attributes(all []xml.Attr) []attribute {
	kept := make([]attribute, 0, len(all))
	plain := false
	for _, a := range all {
		switch {
		case a.Name.Space == "":
			plain = plain || a.Name.Local == "href"
			kept = append(kept, attribute{r.name(a.Name.Local), a.Value})
		case a.Name.Local == "href" && (a.Name.Space == xlinkSpace || a.Name.Space == "xlink"):
			kept = append(kept, attribute{"xlink:href", a.Value})
		}
	}
	for i := range kept {
		if kept[i].name == "xlink:href" && !plain {
			kept[i].name = "href"
		}
	}
	return kept
}

func (r *reader) end() error {
	if r.foreign > 0 {
		r.foreign--
		return nil
	}
	n := &r.nodes[r.open[len(r.open)-1].node]
	r.open = r.open[:len(r.open)-1]
	if n.tag != "style" {
		return nil
	}
	defer r.style.Reset()
	if kind := n.attr("type"); kind != "" && kind != "text/css" {
		r.note(n.line, "style sheet of type %q: ignored", short(kind))
		return nil
	}
	return r.sheet(n.line, r.style.String())
}

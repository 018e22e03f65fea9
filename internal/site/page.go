package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image"
	_ "image/gif" // sizes of pictures
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// page is a document.
type page struct {
	document string
	source   []byte
	root     ast.Node
	title    string // the first heading
}

// parse reads a document.
func parse(document, file string) (*page, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := &page{document: document, source: source}
	p.root = markdown().Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(ids{}))))
	for n := p.root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			p.title = p.text(h)
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s has no heading", document)
}

// markdown is the dialect of the documents: GitHub's.
func markdown(options ...renderer.Option) goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(options...))
}

// ids gives headings the fragments that GitHub gives them; the second one of a name has a number.
type ids map[string]int

var notInID = regexp.MustCompile("[^a-z0-9 _-]")

// Generate returns the fragment of a heading.
func (i ids) Generate(value []byte, _ ast.NodeKind) []byte {
	id := strings.ReplaceAll(notInID.ReplaceAllString(strings.ToLower(string(value)), ""), " ", "-")
	n := i[id]
	i[id]++
	if n > 0 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return []byte(id)
}

// Put does nothing: no heading brings its own fragment.
func (i ids) Put([]byte) {}

// text returns the text of a node.
func (p *page) text(n ast.Node) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(p.source))
			if t.SoftLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// render returns the body of the page. It links to other pages of the site.
func (p *page) render(s *site) (string, error) {
	err := ast.Walk(p.root, func(n ast.Node, entering bool) (_ ast.WalkStatus, err error) {
		if l, ok := n.(*ast.Link); ok && entering {
			var to string
			to, err = s.link(p.document, string(l.Destination))
			l.Destination = []byte(to)
		}
		return ast.WalkContinue, err
	})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	md := markdown(renderer.WithNodeRenderers(util.Prioritized(&pictures{s, p}, 100)))
	err = md.Renderer().Render(&b, p.source, p.root)
	return short.ReplaceAllString(wide.ReplaceAllString(b.String(), `<div class="wide"><table>$1</table></div>`), `<code class="short">$1</code>`), err
}

// Tables scroll on narrow displays, and short pieces of code, such as flags, are not broken.
var (
	wide  = regexp.MustCompile(`(?s)<table>(.*?)</table>`)
	short = regexp.MustCompile(`<code>([^<\n]{1,16})</code>`)
)

// pictures renders the pictures of a page.
type pictures struct {
	*site
	of *page
}

// RegisterFuncs registers the renderer.
func (r *pictures) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindImage, r.render)
}

// render renders a picture, over which there is a link to the figure that runs in its place, if there is one.
func (r *pictures) render(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	from := string(node.(*ast.Image).Destination)
	to, err := r.link(r.of.document, from)
	if err != nil {
		return ast.WalkStop, err
	}
	picture := filepath.ToSlash(filepath.Join(filepath.Dir(r.of.document), from))
	img := fmt.Sprintf(`<img src="%s" alt="%s" loading="lazy"%s>`, html.EscapeString(to), html.EscapeString(r.of.text(node)), r.size(picture))
	if _, runs := r.figures[picture]; runs {
		page := relative(r.file(r.of.document), figurePage(picture))
		img = fmt.Sprintf(`<span class="runs">%s<a class="run" href="%s">Run it</a></span>`, img, html.EscapeString(page))
	}
	_, err = w.WriteString(img)
	return ast.WalkSkipChildren, err
}

// size returns the attributes of a picture's size, so that the page does not move when it is there.
func (r *pictures) size(picture string) string {
	f, err := os.Open(filepath.Join(r.root, filepath.FromSlash(picture)))
	if err != nil {
		return ""
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil {
		return "" // a drawing
	}
	return fmt.Sprintf(` width="%d" height="%d"`, c.Width, c.Height)
}

// heading is a heading of a page.
type heading struct {
	ID, Text   string
	level      int
	begin, end int // in the page
}

var headingText, tag = regexp.MustCompile(`(?s)<h([1-6]) id="([^"]*)">(.*?)</h[1-6]>`), regexp.MustCompile(`<[^>]*>`)

// all returns the headings of a body.
func all(body string) (out []heading) {
	for _, m := range headingText.FindAllStringSubmatchIndex(body, -1) {
		out = append(out, heading{body[m[4]:m[5]], plain(body[m[6]:m[7]]), int(body[m[2]] - '0'), m[0], m[1]})
	}
	return out
}

// headings returns the ones of the second level, which the navigation has.
func headings(body string) (out []heading) {
	for _, h := range all(body) {
		if h.level == 2 {
			out = append(out, h)
		}
	}
	return out
}

// plain returns the text of a piece of a page.
func plain(body string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(body, " "))), " ")
}

// section is what the search finds: where it is, its page, its heading and its text.
type section [4]string

// sections divides a page at its headings.
func sections(file, title, body string) (out []section) {
	headings := all(body)
	for i, h := range headings {
		end := len(body)
		if i+1 < len(headings) {
			end = headings[i+1].begin
		}
		out = append(out, section{file + "#" + h.ID, title, h.Text, plain(body[h.end:end])})
	}
	return out
}

// indexOf is the script that hands the sections to the search.
func indexOf(all []section) []byte {
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // they are texts
	}
	return fmt.Appendf(nil, "found(%s);\n", text)
}

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// site is the site of a checkout. Paths are relative to its root, with slashes.
type site struct {
	root    string
	pages   map[string]*page    // by the path of the document
	files   map[string]bool     // that pages link to, beside documents; folders, too
	figures map[string][]string // see figuresOf
	nav     []entry
}

// entry is a link of the navigation.
type entry struct{ Document, Title string }

// open reads all documents.
func open(root string) (*site, error) {
	s := &site{root: root, pages: map[string]*page{}, files: map[string]bool{}}
	for _, top := range []string{"README.md", "CONTRIBUTING.md", "docs"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") {
				return err
			}
			document, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			document = filepath.ToSlash(document)
			s.pages[document], err = parse(document, name)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	s.navigate()
	return s, nil
}

// navigate makes the navigation: the documents that the first one links to in its section on documentation, in this
// order, and then all others.
func (s *site) navigate() {
	s.nav = []entry{{"README.md", "Kernelscope"}}
	first, within := s.pages["README.md"], false
	add := func(document, title string) {
		if s.pages[document] != nil && !slices.ContainsFunc(s.nav, func(e entry) bool { return e.Document == document }) {
			s.nav = append(s.nav, entry{document, strings.ToUpper(title[:1]) + title[1:]})
		}
	}
	_ = ast.Walk(first.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				within = first.text(n) == "Documentation"
			}
		case *ast.Link:
			if document, fragment, _ := strings.Cut(string(n.Destination), "#"); entering && within && fragment == "" {
				add(document, first.text(n))
			}
		}
		return ast.WalkContinue, nil
	})
	for _, document := range sorted(s.pages) {
		add(document, s.pages[document].title)
	}
}

func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// file returns the file of the site for a path: pages for documents, folders and texts; pictures are copied.
func (s *site) file(of string) string {
	switch {
	case of == "README.md":
		return "index.html"
	case strings.HasSuffix(of, ".md"):
		return strings.TrimSuffix(of, ".md") + ".html"
	case isPicture(of):
		return of
	}
	if info, err := os.Stat(filepath.Join(s.root, of)); err == nil && info.IsDir() {
		return of + "/index.html"
	}
	return of + ".html"
}

func isPicture(name string) bool {
	return slices.Contains([]string{".png", ".svg", ".gif"}, path.Ext(name))
}

// link returns a destination, as a document has it, as a page has it, and notes that the file is needed.
func (s *site) link(from, destination string) (string, error) {
	to, fragment, hashed := strings.Cut(destination, "#")
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") || to == "" {
		return destination, nil
	}
	target := path.Join(path.Dir(from), to)
	if s.pages[target] == nil {
		if _, err := os.Stat(filepath.Join(s.root, target)); err != nil || !filepath.IsLocal(target) {
			return "", fmt.Errorf("%s: there is no %s", from, destination)
		}
		s.files[target] = true
	}
	out := relative(s.file(from), s.file(target))
	if hashed {
		out += "#" + fragment
	}
	return out, nil
}

// relative returns the link from a file to another one.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// write writes all files.
func (s *site) write(out string) error {
	var index []section
	for _, e := range s.nav {
		p := s.pages[e.Document]
		body, err := p.render(s)
		if err != nil {
			return err
		}
		index = append(index, sections(s.file(e.Document), p.title, body)...)
		if err := s.page(out, s.file(e.Document), e.Document, p.title, body); err != nil {
			return err
		}
	}
	for _, name := range sorted(s.files) {
		if err := s.linked(out, name); err != nil {
			return err
		}
	}
	for name, text := range map[string][]byte{"site.css": style, "site.js": script, "index.js": indexOf(index)} {
		if err := put(out, name, text); err != nil {
			return err
		}
	}
	return nil
}

// linked writes what a page links to: a picture, the text of a file, or the list of a folder's texts, which are
// written as well.
func (s *site) linked(out, name string) error {
	from := filepath.Join(s.root, filepath.FromSlash(name))
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return s.folder(out, name)
	}
	text, err := os.ReadFile(from)
	if err != nil || isPicture(name) {
		return put(out, name, text)
	}
	return s.page(out, s.file(name), name, name, "<h1><code>"+template.HTMLEscapeString(name)+"</code></h1>\n<pre class=\"file\">"+template.HTMLEscapeString(string(text))+"</pre>")
}

// folder writes the list of a folder.
func (s *site) folder(out, name string) error {
	all, err := os.ReadDir(filepath.Join(s.root, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	list := "<h1><code>" + template.HTMLEscapeString(name) + "/</code></h1>\n<ul>\n"
	for _, f := range all {
		file := path.Join(name, f.Name())
		if f.IsDir() || strings.HasSuffix(file, "_test.go") || !slices.Contains([]string{".go", ".comp", ".glsl", ".toml"}, path.Ext(file)) {
			continue
		}
		list += fmt.Sprintf("<li><a href=\"%s\"><code>%s</code></a></li>\n", template.HTMLEscapeString(f.Name()+".html"), template.HTMLEscapeString(f.Name()))
		if err := s.linked(out, file); err != nil {
			return err
		}
	}
	return s.page(out, s.file(name), name, name, list+"</ul>")
}

//go:embed page.html
var pageText string

//go:embed site.css
var style []byte

//go:embed site.js
var script []byte

var layout = template.Must(template.New("page").Parse(pageText))

// page writes a page: a body with what all pages have.
func (s *site) page(out, file, document, title, body string) error {
	type link struct {
		Href, Title string
		Here        bool
		Below       []heading
	}
	var nav []link
	for _, e := range s.nav {
		l := link{Href: relative(file, s.file(e.Document)), Title: e.Title, Here: e.Document == document}
		if l.Here {
			l.Below = headings(body)
		}
		nav = append(nav, l)
	}
	var b bytes.Buffer
	err := layout.Execute(&b, map[string]any{"Root": relative(file, ""), "Title": title, "Nav": nav, "Body": template.HTML(body)})
	if err != nil {
		return err
	}
	return put(out, file, b.Bytes())
}

// put writes a file of the site.
func put(out, name string, text []byte) error {
	to := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

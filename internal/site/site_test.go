package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// written writes the site without the pages of its figures, and returns its files.
func written(t *testing.T) (s *site, files map[string]string) {
	t.Helper()
	s, err := open("../..")
	if err != nil {
		t.Fatal(err)
	}
	if s.figures, err = figuresOf(figureList); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if err := s.write(out); err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for picture := range s.figures {
		files[figurePage(picture)] = ""
	}
	err = filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		name, err = filepath.Rel(out, name)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, files
}

var links, identity = regexp.MustCompile(`<(\w+) [^>]*?(?:href|src)="([^"]*)"`), regexp.MustCompile(` id="([^"]*)"`)

// Every link of every page leads to a file of the site, and to an element that it has. All are relative, and nothing is
// loaded from elsewhere.
func TestLinks(t *testing.T) {
	s, files := written(t)
	has := map[string][]string{}
	for name, text := range files {
		for _, m := range identity.FindAllStringSubmatch(text, -1) {
			if has[name] = append(has[name], m[1]); slices.Contains(has[name][:len(has[name])-1], m[1]) {
				t.Errorf("%s: two elements are %q", name, m[1])
			}
		}
	}
	checked := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[2], "https://") && m[1] == "a" {
				continue
			}
			to, fragment, hashed := strings.Cut(m[2], "#")
			target := path.Join(path.Dir(name), to)
			if to == "" {
				target = name
			}
			if _, ok := files[target]; !ok || strings.Contains(to, ":") || path.IsAbs(to) {
				t.Errorf("%s: there is no %s", name, m[2])
			} else if hashed && !slices.Contains(has[target], fragment) {
				t.Errorf("%s: %s has no element %q", name, target, fragment)
			}
			checked++
		}
	}
	if len(s.pages) < 25 || checked < 1000 {
		t.Errorf("there are %d pages and %d links", len(s.pages), checked)
	}
}

// The search finds every section where it is, and figures run in the place of pictures that pages show.
func TestSections(t *testing.T) {
	s, files := written(t)
	index := files["index.js"]
	for _, want := range []string{`["docs/tour.html#near-far-two-queues-and-a-threshold","A tour","Near-Far: two queues and a threshold","./viewer`, `["docs/families/paths.html#`} {
		if !strings.Contains(index, want) {
			t.Errorf("the index lacks %s", want)
		}
	}
	for picture := range s.figures {
		shown := 0
		for _, text := range files {
			shown += strings.Count(text, figurePage(picture)+`">Run it`)
		}
		if shown == 0 {
			t.Errorf("no page shows %s", picture)
		}
	}
	if first := files["index.html"]; !strings.Contains(first, `<a href="index.html" aria-current="page">`) || strings.Contains(first, "<h1 id=\"\"") {
		t.Error("the first page is not in the navigation")
	}
}

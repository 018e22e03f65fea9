package main

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"kernelscope/web/webtest"
)

// In a browser the search finds a section, the choice of colours stays, and a figure takes the place of its picture. Pages
// are not wider than a narrow display, and nothing leaves the site.
func TestBrowser(t *testing.T) {
	in := webtest.Browser(t)
	s, err := open("../..")
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	s.figures = map[string][]string{"docs/sums.png": nil}
	if err := s.write(out); err != nil {
		t.Fatal(err)
	}
	if err := put(out, figurePage("docs/sums.png"), []byte("<!doctype html><title>a figure</title>")); err != nil {
		t.Fatal(err)
	}
	visit := func(file string, width int64) *webtest.Tab {
		t.Helper()
		return webtest.Visit(t, in, "file://"+filepath.Join(out, file), "file://"+out, `document.readyState === "complete"`, width)
	}
	p := visit("docs/tour.html", 1280)
	p.Do(`document.getElementById("site-query").focus(); document.getElementById("site-query").value = "atomicMin threshold"; document.getElementById("site-query").dispatchEvent(new Event("input"))`)
	p.Until(`document.querySelector("#site-results a")?.href.includes("tour.html#near-far-two-queues-and-a-threshold") || document.querySelectorAll("#site-results a").length > 2`)
	p.Do(`document.getElementById("site-theme").click(); document.querySelector("a.run").click()`)
	p.Until(`document.querySelector("iframe").contentDocument !== undefined && !document.querySelector("a.run")`)
	if got := webtest.Value[string](p, `document.documentElement.dataset.theme`); got != "dark" && got != "light" {
		t.Errorf("the theme is %q", got)
	}
	p.Check()
	p = visit("index.html", 360)
	for _, document := range []string{"docs/commands.md", "docs/json.md", "docs/style.md", "docs/families/paths.md", "docs/measured/files.md"} { // with wide tables and long words
		if err := chromedp.Do(p.Ctx, chromedp.Navigate("file://"+filepath.Join(out, s.file(document)))); err != nil {
			t.Fatal(err)
		}
		if wide := webtest.Value[float64](p, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("%s has %v pixels, where there are 360", document, wide)
		}
	}
	p.Check()
}

package export

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// tab is a page of the command in a browser.
type tab struct{ *webtest.Tab }

// visit opens a file in a tab, of a width, and waits until the page is ready or has failed. fragment ends its URL.
func visit(t testing.TB, in context.Context, path, fragment string, width int64) *tab {
	t.Helper()
	const ready = `document.documentElement.dataset.ready || document.documentElement.dataset.failed`
	return &tab{webtest.Visit(t, in, "file://"+path+fragment, "file://"+path, ready, width)}
}

// value evaluates an expression.
func value[T any](p *tab, expression string) T {
	p.Helper()
	return webtest.Value[T](p.Tab, expression)
}

// hashes returns the hashes of the present step.
func (p *tab) hashes() (h live.Hashes) {
	p.Helper()
	if err := json.Unmarshal([]byte(value[string](p, "kernelscope.hashes()")), &h); err != nil {
		p.Fatal(err)
	}
	return h
}

// same waits until a page has no work left, for which a frame may be too short on a busy machine, and fails if it and the same
// program outside have different hashes.
func (p *tab) same(q *live.Page, when string) {
	p.Helper()
	p.Until(`!player.state.busy`)
	want, err := q.Hashes()
	if err != nil {
		p.Fatal(err)
	}
	if got := p.hashes(); got.Told != want.Told || strings.Join(got.States, " ") != strings.Join(want.States, " ") {
		p.Fatalf("%s: the page has %+v, the same program outside %+v", when, got, want)
	}
}

// settled does a request with the program outside, to its end.
func settled(t *testing.T, q *live.Page, r live.Request) {
	t.Helper()
	if err := q.Do(r); err != nil {
		t.Fatal(err)
	}
	if err := q.Settle(); err != nil {
		t.Fatal(err)
	}
}

// damaged writes a page with some text replaced.
func damaged(t *testing.T, path, old, text string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(b), old, text, 1)
	if changed == string(b) {
		t.Fatalf("%s has no %q", path, old)
	}
	out := filepath.Join(t.TempDir(), "damaged.html")
	if err := os.WriteFile(out, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

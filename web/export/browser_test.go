package export

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kernelscope/internal/clock/clocktest"
	"kernelscope/web/live"
)

// browser returns the context of a headless browser with software WebGL2. The test is skipped where there is
// none.
func browser(t testing.TB) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("there is no chromium, in which pages are tested: .ci/deps test installs it")
	}
	at, stop := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.NoFirstRun,
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-background-networking", true))
	t.Cleanup(stop)
	ctx, closed := chromedp.NewContext(at)
	t.Cleanup(closed)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Skipf("chromium does not start: %v", err)
	}
	return ctx
}

// tab is a page in a browser.
type tab struct {
	testing.TB
	ctx    context.Context
	mu     sync.Mutex
	left   []string // requests that left the page
	thrown []string // exceptions that nothing caught
}

// visit opens a file in a tab of its own, of a width, and waits until the page is ready or has failed. fragment ends its URL.
func visit(t testing.TB, in context.Context, path, fragment string, width int64) *tab {
	t.Helper()
	ctx, closed := chromedp.NewContext(in)
	t.Cleanup(closed)
	p := &tab{TB: t, ctx: ctx}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, "file://"+path) && !strings.HasPrefix(u, "about:") {
				p.left = append(p.left, u)
			}
		case *runtime.EventExceptionThrown:
			p.thrown = append(p.thrown, e.ExceptionDetails.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 740), chromedp.Navigate("file://"+path+fragment)); err != nil {
		t.Fatal(err)
	}
	p.until(`document.documentElement.dataset.ready || document.documentElement.dataset.failed`)
	if wide := value[float64](p, `document.documentElement.scrollWidth`); wide > float64(width) {
		t.Errorf("the page has %v pixels, where there are %d", wide, width)
	}
	return p
}

// value evaluates an expression.
func value[T any](p *tab, expression string) T {
	p.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return out
}

// until waits until an expression is true.
func (p *tab) until(expression string) {
	p.Helper()
	clocktest.Until(p, expression, func() bool { return value[bool](p, "!!("+expression+")") })
}

// do evaluates statements.
func (p *tab) do(statements string) {
	p.Helper()
	value[bool](p, "{"+statements+"}; true")
}

// hashes returns the hashes of the present step.
func (p *tab) hashes() (h live.Hashes) {
	p.Helper()
	if err := json.Unmarshal([]byte(value[string](p, "kernelscope.hashes()")), &h); err != nil {
		p.Fatal(err)
	}
	return h
}

// check fails if a request has left the page, or an exception was thrown.
func (p *tab) check() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.left) > 0 || len(p.thrown) > 0 {
		p.Errorf("requests %q, exceptions %q", p.left, p.thrown)
	}
}

// same fails if a page and the same program outside have different hashes.
func (p *tab) same(q *live.Page, when string) {
	p.Helper()
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

// Package webtest opens pages in a headless browser, for tests.
package webtest

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kernelscope/internal/clock/clocktest"
)

// Browser returns the context of a headless browser with software WebGL2. The test is skipped where there is
// none.
func Browser(t testing.TB) context.Context {
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
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Env("VK_INSTANCE_LAYERS=")) // validation is for this program, not for WebGL
	t.Cleanup(stop)
	ctx, closed := chromedp.NewContext(at)
	t.Cleanup(closed)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Skipf("chromium does not start: %v", err)
	}
	return ctx
}

// Tab is a page in a browser.
type Tab struct {
	testing.TB
	Ctx    context.Context
	mu     sync.Mutex
	left   []string // requests that left the page
	thrown []string // exceptions that nothing caught
}

// Visit opens an address in a tab of its own, of a width, and waits until an expression is true. Requests for other addresses
// than those that begin with within have left the page.
func Visit(t testing.TB, in context.Context, address, within, ready string, width int64) *Tab {
	t.Helper()
	ctx, closed := chromedp.NewContext(in)
	t.Cleanup(closed)
	p := &Tab{TB: t, Ctx: ctx}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, within) && !strings.HasPrefix(u, "about:") {
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
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 740), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	p.Until(ready)
	if wide := Value[float64](p, `document.documentElement.scrollWidth`); wide > float64(width) {
		t.Errorf("%s has %v pixels, where there are %d", address, wide, width)
	}
	return p
}

// Value evaluates an expression.
func Value[T any](p *Tab, expression string) T {
	p.Helper()
	out, err := chromedp.Run(p.Ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return out
}

// Until waits until an expression is true.
func (p *Tab) Until(expression string) {
	p.Helper()
	clocktest.Until(p, expression, func() bool { return Value[bool](p, "!!("+expression+")") })
}

// Do evaluates statements.
func (p *Tab) Do(statements string) {
	p.Helper()
	Value[bool](p, "{"+statements+"}; true")
}

// Check fails if a request has left the page, or an exception was thrown.
func (p *Tab) Check() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.left) > 0 || len(p.thrown) > 0 {
		p.Errorf("requests %q, exceptions %q", p.left, p.thrown)
	}
}

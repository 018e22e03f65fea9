package serve

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

const ready = `document.documentElement.dataset.ready || document.documentElement.dataset.failed`

// page is a served page in a browser.
type page struct{ *webtest.Tab }

// step is true when the page shows a step.
func (p page) step(n int) {
	p.Helper()
	p.Until(fmt.Sprintf(`player.state.runs[0].event.step === %d && !player.state.busy`, n))
}

// visit opens the page in a tab of its own, which close ends.
func (s *site) visit(in context.Context, width int64) (p page, closed func()) {
	ctx, closed := context.WithCancel(in)
	return page{webtest.Visit(s, ctx, s.url, s.url, ready, width)}, closed
}

// In a browser, a served page shows the states that the program has outside, step by step. A second one watches
// it, and drives after the first one has gone. When the viewer ends, the page says so.
func TestBrowser(t *testing.T) {
	in := webtest.Browser(t)
	scene, data := search(t, "gen:grid,width=30,height=20")
	outside, err := live.Open(scene, data)
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Release()
	var last page
	served(t, scene, data, func(s *site) {
		p, closed := s.visit(in, 1280)
		for step := 1; step <= 20; step++ {
			p.Do(`player.do({do: "step", step: 1})`)
			p.step(step)
			if err := outside.Do(live.Request{Do: "step", Step: 1}); err != nil {
				t.Error(err)
			}
			if err := outside.Settle(); err != nil {
				t.Error(err)
			}
			told, _, err := outside.Told()
			if got := webtest.Value[string](p.Tab, `kernelscope.told()`); err != nil || got != told {
				t.Errorf("step %d has the hash %s, not %s (%v)", step, got, told, err)
			}
		}
		want, err := outside.Array(0, "states")
		if got := webtest.Value[[]uint32](p.Tab, `Array.from(new Uint32Array(kernelscope.array(0, "states").buffer))`); err != nil || !slices.Equal(got, want) {
			t.Errorf("the states of step 20 are other ones (%v)", err)
		}
		at := webtest.Value[[]float64](p.Tab, `(() => { const r = document.getElementById("marks").getBoundingClientRect(), [x, y] = player.picture.pixel(player.picture.at(player.state.source), player.picture.areas(1)[0]); return [r.left + x + 3, r.top + y + 2]; })()`)
		if err := chromedp.Do(p.Ctx, chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1])); err != nil {
			t.Error(err)
		}
		p.Until(`!document.getElementById("tip").hidden && document.getElementById("tip").textContent.includes("Node #")`)

		last, _ = s.visit(in, 360)
		last.step(20)
		last.Until(`document.getElementById("panel").inert && document.getElementById("role").textContent === "Another viewer drives; you watch."`)
		p.Do(`player.do({do: "seek", step: 7})`)
		last.step(7)
		last.Do(`player.do({do: "end"})`)
		last.Until(`document.getElementById("problem").textContent === "another viewer drives"`)
		p.Check()
		closed()
		last.Until(`!document.getElementById("panel").inert && document.getElementById("viewers").hidden`)
		last.Do(`player.do({do: "end"})`)
		last.Until(`player.state.runs[0].right`)
		last.Check()
	})
	if t.Failed() {
		return
	}
	last.Until(`document.getElementById("problem").textContent.includes("has ended. Reload the page")`)
}

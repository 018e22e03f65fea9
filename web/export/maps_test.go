package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kernelscope/compute"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// click clicks at the node of a map.
func (p *tab) click(node int) {
	p.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(() => { const r = document.getElementById("marks").getBoundingClientRect(), m = player.picture, [x, y] = m.pixel(m.at(%d), m.areas(1)[0]); return [r.left + x, r.top + y]; })()`, node))
	if err := chromedp.Do(p.Ctx, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		p.Fatal(err)
	}
}

// turn moves the slider of a dial.
func (p *tab) turn(name string, at int) {
	p.Helper()
	p.Do(fmt.Sprintf(`const s = document.getElementById(%q); s.value = %d; s.dispatchEvent(new Event("input"))`, name, at))
}

// said returns what a page says of a request.
func (p *tab) said() string {
	p.Helper()
	return value[string](p, `document.getElementById("problem").textContent`)
}

// A page of prepared trees has the states of a GPU at each step, with other parameters, from another source, and with a
// closed road.
func TestTrees(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "gen:grid,width=20,height=15", "-a", "prepared", "--step", "0", "--front", "--road", "#30=0")
	small(t, path)
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	p.same(q, "at the start")
	for step := 1; step <= 20; step++ {
		p.Do(`kernelscope.do('{"do":"step","step":1}'); kernelscope.advance(0, 1000)`) // pictures take software a while
		settled(t, q, live.Request{Do: "step", Step: 1})
		p.same(q, fmt.Sprintf("at step %d", step))
	}
	p.Do(`player.do({do: "seek", step: 3})`)
	settled(t, q, live.Request{Do: "seek", Step: 3})
	p.same(q, "back at step 3")
	p.Do(`const w = document.getElementById("subtree0"); w.value = 64; w.dispatchEvent(new Event("change")); document.getElementById("end").click()`)
	settled(t, q, live.Request{Do: "set", Values: map[string]uint32{"subtree": 64}})
	settled(t, q, live.Request{Do: "end"})
	p.Until(`player.state.runs[0].right`)
	p.same(q, "with other subtrees")
	p.turn("depth", 3)
	p.turn("band", 1)
	settled(t, q, live.Request{Do: "dial", Name: "depth", Value: 2})
	settled(t, q, live.Request{Do: "dial", Name: "band", Value: value[int](p, `player.state.dials[0].values[1]`)})
	p.same(q, "with another front and other isochrones")
	if got := q.State(); got.Dials[0].IsAuto || got.View.Band == 0 || got.Dials[0].Text != value[string](p, `document.querySelector("output[for=band]").textContent`) || got.Runs[0].Front.Title != value[string](p, `player.state.runs[0].front.title`) {
		t.Errorf("the page has other dials than %+v", got)
	}
	p.Until(`location.hash.includes("'depth':2") && location.hash.includes("'band':")`)
	if got, want := value[string](p, `kernelscope.command()`), q.Command(); got != want || !strings.Contains(got, " --depth 2 --band ") {
		t.Errorf("the command is %q, not %q", got, want)
	}
	p.turn("depth", 0)
	p.Do(`document.getElementById("band-auto").click()`)
	p.Until(`!player.state.view.band && player.state.view.depth === undefined`)
	for _, dots := range []string{"player.picture.lengths[0].length > 0", `document.querySelector("#legend .scale .ticks").children.length > 2`, `document.getElementById("legend").textContent.includes("closed")`} {
		if !value[bool](p, dots) {
			t.Errorf("there are none: %s", dots)
		}
	}

	p.click(17)
	p.Until(`player.state.source === 17 && player.state.runs[0].right`)
	if err := chromedp.Do(p.Ctx, chromedp.MouseEvent("mouseMoved", 700, 300)); err != nil {
		t.Fatal(err)
	}
	p.Until(`document.getElementById("tip").textContent.startsWith("Node #") && player.state.runs[0].result`)
	p.Do(`document.getElementById("pick-T").click()`)
	p.click(202)
	p.Until(`player.state.target === 202 && !player.state.all && player.state.runs[0].result`)
	p.Do(`document.getElementById("reset").click(); document.getElementById("pick-R").click()`)
	p.click(110)
	p.Until(`player.state.roads.picked`)
	p.Do(`const r = document.getElementById("road"); r.value = 50; r.dispatchEvent(new Event("input"))`)
	p.Until(`player.state.roads.changes[0].sign === "50 %" && player.state.runs[0].right`)
	source, target := uint32(17), uint32(202)
	slow := live.Scene{Family: live.Trees, Step: -1, Source: &source, Target: &target, View: &live.View{Front: true}, Runs: []live.Run{{Algorithm: "device", Values: compute.Values{"subtree": 64}}}}
	slow.Roads = []live.Change{{Lines: value[[]uint32](p, `player.state.roads.changes[0].lines`), Factor: 2}}
	p.same(outside(t, slow, data), "where a road is slow")
	if got := value[string](p, `kernelscope.command()`); !strings.Contains(got, "viewer trees gen:grid,width=20,height=15 -s '#17' -t '#202' --form device --subtree 64 --colour bands --front --road lines:") {
		t.Errorf("the command is %q", got)
	}
	p.Do(`player.do({do: "view", name: "within"})`)
	p.Until(`player.state.heading && !player.state.busy && document.getElementById("within")`)
	p.turn("within", 2)
	p.Until(`!player.state.busy && player.state.legend.title.endsWith(" " + player.state.dials[0].text) && player.state.dials[0].at === 2`)
	p.Do(`player.do({do: "view", name: "mean"})`)
	p.Until(`player.state.heading && !player.state.busy`)
	p.Until(`location.hash.includes("mean")`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	if got, want := again.hashes(), p.hashes(); got.Told != want.Told || got.States[0] != want.States[0] {
		t.Errorf("the address shows %+v, not %+v", got, want)
	}
	p.Check()
	again.Check()
	cut := visit(t, in, damaged(t, path, element(string(read(t, path)), "data")[100:104], "AAAA"), "", 360)
	if said := cut.said(); !strings.Contains(said, "This file is damaged") {
		t.Errorf("a page with another map says %q", said)
	}
}

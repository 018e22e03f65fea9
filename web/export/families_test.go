package export

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// stepped makes steps in a page and outside, up to twenty or the end, and compares the states.
func (p *tab) stepped(t *testing.T, q *live.Page) {
	t.Helper()
	for step := 1; step <= 20 && !q.State().Runs[0].Done; step++ {
		p.Do(`player.do({do: "step", step: 1})`)
		settled(t, q, live.Request{Do: "step", Step: 1})
		p.same(q, fmt.Sprintf("at step %d", step))
	}
}

// small fails if a page is too large for what has no map.
func small(t *testing.T, path string) {
	t.Helper()
	if info, err := os.Stat(path); err != nil || info.Size() > 4_000_000 {
		t.Errorf("the page has %d bytes, %v", info.Size(), err)
	}
}

// A page of clips shows the partitions and links that a GPU has, of a short sequence and of a long one.
func TestClips(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "-a", "tree", "-n", "3000", "--compare", "workgroup=128", "--clock", "steps") // walks that look back have events in any order
	small(t, path)
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	p.stepped(t, q)
	p.Do(`player.do({do: "seek", step: 1})`)
	settled(t, q, live.Request{Do: "seek", Step: 1})
	p.same(q, "back at step 1")
	p.Do(`player.do({do: "random"}); player.do({do: "end"})`)
	p.Until(`player.state.runs.every((r) => r.right)`)
	p.Check()

	path, scene, data = exported(t, "-a", "lookback", "--text", "((.)(()))", "--element", "5")
	q, p = outside(t, scene, data), visit(t, in, path, "", 360)
	p.Do(`document.getElementById("end").click()`)
	p.Until(`player.state.runs[0].right`)
	settled(t, q, live.Request{Do: "end"})
	p.same(q, "at the end")
	at := value[[]float64](p, `(() => { const r = document.getElementById("marks").getBoundingClientRect(); return [r.left + 52 + 2.5 * Math.min(44, (r.width - 52) / 9), r.top + 60]; })()`)
	if err := chromedp.Do(p.Ctx, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		t.Fatal(err)
	}
	p.Until(`player.state.element === 2 && player.state.inspected[1] === "link: the push 1, in partition 0"`)
	if got, want := value[string](p, `kernelscope.command()`), "viewer clip --text '((.)(()))' -a lookback --workgroup 64 --items 1 --window auto --step 3 -o step.png"; got != want {
		t.Errorf("the command is %q, not %q", got, want)
	}
	p.Check()

	path, scene, data = exported(t, "gen:clip,elements=18,shape=example", "-a", "shuffle", "--workgroup", "16", "--levels")
	q, p = outside(t, scene, data), visit(t, in, path, "", 1280)
	p.same(q, "at the start")
	p.Do(`document.getElementById("end").click()`)
	p.Until(`player.state.runs[0].right && player.picture.lanes[0].levels.subarray(0, 3).join() === "5,5,16"`)
	p.Check()
}

// A page of searches between pairs shows the rows that a GPU has.
func TestHops(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "gen:example,kind=shared", "-a", "coalesced", "-n", "4", "--compare", "rows")
	small(t, path)
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	p.stepped(t, q)
	p.Do(`player.do({do: "end"})`)
	p.Until(`player.state.runs.every((r) => r.right)`)
	p.Do(`player.do({do: "set", lane: 0, algorithm: "naive"}); player.do({do: "step", step: 2})`)
	settled(t, q, live.Request{Do: "set", Algorithm: "naive"})
	settled(t, q, live.Request{Do: "step", Step: 2})
	p.same(q, "of another scheme")
	p.Do(`player.do({do: "compare", on: false})`)
	at := value[[]float64](p, `(() => { const r = document.getElementById("marks").getBoundingClientRect(), [x, y] = player.picture.lanes[0].at(3); return [r.left + x, r.top + y]; })()`)
	if err := chromedp.Do(p.Ctx, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		t.Fatal(err)
	}
	p.Until(`player.state.source === 3 && player.state.keys.chosen && location.hash.includes("source")`)
	p.Do(`player.do({do: "end"})`)
	p.Until(`player.state.runs[0].right && location.hash.includes("step':-1")`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	if got, want := again.hashes(), p.hashes(); got.Told != want.Told || got.States[0] != want.States[0] {
		t.Errorf("the address shows %+v, not %+v", got, want)
	}
	p.Check()
	again.Check()
	path, scene, data = exported(t, "gen:grid,width=12,height=9", "-a", "coalesced", "-n", "4", "--joint")
	q, p = outside(t, scene, data), visit(t, in, path, "", 360)
	p.stepped(t, q)
	if n := value[int](p, `player.picture.dots[0][0].nodes.length`); n == 0 {
		t.Error("no dot marks the joint frontier")
	}
	p.Do(`player.do({do: "view", name: "searches"}); player.do({do: "seek", step: 2})`)
	settled(t, q, live.Request{Do: "view", Name: "searches"})
	settled(t, q, live.Request{Do: "seek", Step: 2})
	p.same(q, "coloured by searches")
	p.click(40)
	p.Until(`player.state.source === 40 && player.state.keys.chosen`)
	p.Check()
	for _, of := range []string{"gen:grid,width=12,height=9", "gen:example,kind=shared", "gen:kronecker,scale=7"} {
		path, scene, data = exported(t, of, "-a", "pair", "-n", "4")
		q, p = outside(t, scene, data), visit(t, in, path, "", 1280)
		p.stepped(t, q)
		want := q.State().Runs[0]
		if n := value[int](p, `player.plots.sizes[0].series[0].values.length`); n != want.Event.Step || value[string](p, `document.getElementById("dock").textContent`) != want.Plot.Entries[0][0]+want.Plot.Entries[1][0]+want.Plot.Entries[2][0]+want.Plot.Image.Text {
			t.Errorf("%s: after %d steps the plot has %d, and says other things than %q", of, want.Event.Step, n, want.Plot.Entries)
		}
		if cells, err := q.Array(0, "image"); err != nil || len(cells) == 0 || !slices.Equal(cells, value[[]uint32](p, `Array.from(player.plots.sizes[0].cells)`)) {
			t.Errorf("%s: the image of rows is another one; %v", of, err)
		}
		p.Check()
	}
}

package export

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/fault"
	"kernelscope/studio"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// exported writes a page by the command, and returns its path and what it holds.
func exported(t testing.TB, args ...string) (path string, s live.Scene, data []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "page.html")
	app := &cli.App{Program: studio.Program{Version: "development"}}
	c := Command(app, asIs)
	app.AddFlags(c)
	c.SetArgs(append([]string{path}, args...))
	var out strings.Builder
	c.SetOut(&out)
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "verified") {
		t.Errorf("the command says %q", out.String())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := struct{ Scene *live.Scene }{&s}
	if err := json.Unmarshal([]byte(element(string(b), "scene")), &page); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(element(string(b), "data"), ":")
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err == nil {
		data, err = io.ReadAll(z)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path, s, data
}

// asIs takes words as they are.
func asIs(words []string) ([]string, error) { return words, nil }

// element returns the text of an element.
func element(page, id string) string {
	_, rest, _ := strings.Cut(page, `id="`+id+`">`)
	text, _, _ := strings.Cut(rest, "</script>")
	return text
}

// outside opens the same scene on a device.
func outside(t *testing.T, s live.Scene, data []byte) *live.Page {
	t.Helper()
	q, err := live.OpenOn(gputest.Open(t), s, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Release)
	return q
}

// A page of a search shows the states that a GPU has: step by step, back, with another parameter, from another
// source, and at the address that it gives. No request leaves it.
func TestSearch(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "-a", "nearfar")
	if info, err := os.Stat(path); err != nil || info.Size() > 9_000_000 {
		t.Errorf("the page has %d bytes, %v", info.Size(), err)
	}
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	p.same(q, "at the start")
	var seventh string
	for step := 1; step <= 20; step++ {
		if step%5 == 1 { // with the picture, which takes software a while
			p.Do(`player.do({do: "step", step: 1})`)
		} else {
			p.Do(`kernelscope.do('{"do":"step","step":1}'); kernelscope.advance(0, 1000)`)
		}
		settled(t, q, live.Request{Do: "step", Step: 1})
		p.same(q, fmt.Sprintf("at step %d", step))
		if step == 7 {
			seventh = p.hashes().Told
		}
	}
	p.Do(`const at = document.getElementById("at"); at.value = 7; at.dispatchEvent(new Event("input")); at.dispatchEvent(new Event("change"))`)
	p.Until(`player.state.time.at === 7`)
	settled(t, q, live.Request{Do: "seek", Step: 7})
	if p.same(q, "back at step 7"); p.hashes().Told != seventh {
		t.Error("back at step 7, the hash is another one")
	}

	p.Do(`const delta = document.getElementById("delta0"); delta.value = 3000; delta.dispatchEvent(new Event("change"))`)
	settled(t, q, live.Request{Do: "set", Values: map[string]uint32{"delta": 3000}})
	p.Do(`player.do({do: "seek", step: 30})`)
	p.Until(`player.state.time.at === 30`)
	settled(t, q, live.Request{Do: "seek", Step: 30})
	p.same(q, "with another delta")

	source := value[float64](p, `player.state.source`)
	at := value[[]float64](p, `(() => { const r = document.getElementById("marks").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	if err := chromedp.Do(p.Ctx, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		t.Fatal(err)
	}
	p.Until(fmt.Sprintf(`player.state.source !== %v`, source))
	if err := chromedp.Do(p.Ctx, chromedp.KeyEvent(kb.End)); err != nil {
		t.Fatal(err)
	}
	p.Until(`player.state.runs[0].right && document.getElementById("verdict").textContent.includes("verified")`)
	p.Do(`player.do({do: "step", step: -40})`)
	p.Until(`!player.state.busy`)
	p.Until(`location.hash.includes("step':" + player.state.runs[0].event.step)`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	if got, want := again.hashes(), p.hashes(); got.Told != want.Told || got.States[0] != want.States[0] {
		t.Errorf("the address shows %+v, not %+v", got, want)
	}
	before, heap := value[float64](p, `player.page.memory()`), `(() => { for (let i = 0; i < 500; i++) { kernelscope.do('{"do":"step","step":' + (i < 250 ? -1 : 1) + '}'); kernelscope.advance(0, 1000); kernelscope.array(0, "states"); } return player.page.memory(); })()`
	if after := value[float64](p, heap); after > 1.5*before {
		t.Errorf("500 steps make %v bytes of %v", after, before)
	}
	p.Check()
	again.Check()
	cut := visit(t, in, damaged(t, path, element(string(read(t, path)), "data")[100:200], ""), "", 360)
	if said := value[string](cut, `document.getElementById("problem").textContent`); !strings.Contains(said, "This file is damaged") {
		t.Errorf("a page without a part of its map says %q", said)
	}
}

// A page of two sorts shows the keys that a GPU has, on one clock.
func TestSort(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "-a", "radix", "-n", "256", "--compare", "batcher", "--caption", "Two <sorts>")
	if info, err := os.Stat(path); err != nil || info.Size() > 4_000_000 {
		t.Errorf("the page has %d bytes, %v", info.Size(), err)
	}
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	for step := 1; step <= 20; step++ {
		p.Do(`player.do({do: "step", step: 1})`)
		settled(t, q, live.Request{Do: "step", Step: 1})
		p.same(q, fmt.Sprintf("at step %d", step))
	}
	p.Do(`player.do({do: "seek", step: 5})`)
	settled(t, q, live.Request{Do: "seek", Step: 5})
	p.same(q, "back at step 5")
	p.Do(`const w = document.getElementById("workgroup1"); w.value = 64; w.dispatchEvent(new Event("change"))`)
	p.Until(`player.state.ready === 1 && !player.state.busy`)
	p.Do(`player.do({do: "end"})`)
	p.Until(`player.state.runs.every((r) => r.right)`)
	if got := value[string](p, `document.getElementById("caption").textContent`); got != "Two <sorts>" {
		t.Errorf("the caption is %q", got)
	}
	p.Do(`player.do({do: "seek", step: 0}); player.do({do: "speed", at: 500}); document.getElementById("play").click()`)
	p.Until(`player.state.runs.every((r) => r.done)`)
	p.Check()
	cut := visit(t, in, damaged(t, path, element(string(read(t, path)), "program")[1000:1004], "AAAA"), "", 360)
	if said := value[string](cut, `document.getElementById("problem").textContent`); !strings.Contains(said, "This file is damaged") {
		t.Errorf("a page with a changed program says %q", said)
	}
	whole := string(read(t, path))
	cut = visit(t, in, damaged(t, path, whole[len(whole)/2:], ""), "", 360)
	if said := value[string](cut, `document.getElementById("problem").textContent`); !strings.Contains(said, "This file is damaged") {
		t.Errorf("half of a page says %q", said)
	}
}

// A page of prefix sums shows the sums that a GPU has.
func TestSums(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "-a", "scan", "-n", "3000", "--workgroup", "32", "--compare", "workgroup=64", "--step", "1")
	q, p := outside(t, scene, data), visit(t, in, path, "", 2560)
	p.same(q, "at the step of the command")
	p.Do(`player.do({do: "random"})`)
	settled(t, q, live.Request{Do: "random"})
	p.Do(`const w = document.getElementById("workgroup0"); w.value = 128; w.dispatchEvent(new Event("change"))`)
	settled(t, q, live.Request{Do: "set", Values: map[string]uint32{"workgroup": 128}})
	p.same(q, "with other values and workgroups")
	p.Do(`document.getElementById("end").click()`)
	p.Until(`player.state.runs.every((r) => r.right)`)
	settled(t, q, live.Request{Do: "end"})
	p.same(q, "at the end")
	if got, want := value[string](p, `kernelscope.command()`), "viewer sums -n 3000 --seed 2 --workgroup 128 --compare scan,workgroup=64 --clock steps --step 2 -o step.png"; got != want {
		t.Errorf("the command is %q, not %q", got, want)
	}
	p.Check()
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each refusal has its exit code and names what there is.
func TestRefusals(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "a.svg")
	if err := os.WriteFile(svg, []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>`), 0o644); err != nil {
		t.Fatal(err)
	}
	grid := "gen:grid,width=5,height=5"
	for _, c := range []struct {
		args string
		kind fault.Kind
		says string
	}{
		{"page.png", fault.Usage, "does not end in .html"},
		{"page.html " + svg, fault.Input, "a page can run searches on maps and graphs, and what is generated: nearfar"},
		{"page.html -a clip", fault.Usage, "choose from nearfar"},
		{"page.html -a tree -n 9 --element 9", fault.Usage, "the sequence has 9 elements"},
		{"page.html -a tree --levels", fault.Usage, "tree reduces in another way"},
		{"page.html gen:clip,elements=9,depth=2 -a tree", fault.Input, "depth=2 is not shown"},
		{"page.html -a radix --list 1,x", fault.Usage, "--list"},
		{"page.html -a tree --shape odd", fault.Usage, "--shape"},
		{"page.html -a coalesced --colour odd " + grid, fault.Usage, "choose from level"},
		{"page.html -a prepared --colour odd " + grid, fault.Usage, "choose from bands"},
		{"page.html -a prepared --colour mean --band 5 " + grid, fault.Usage, "needs --colour bands"},
		{"page.html -a prepared --within 5 " + grid, fault.Usage, "needs a --colour of all nodes"},
		{"page.html --front " + grid, fault.Usage, "--front is not for searches"},
		{"page.html -a coalesced --road #1=0 " + grid, fault.Usage, "--road is not for"},
		{"page.html --road #1=300 " + grid, fault.Usage, "--road is"},
		{"page.html -a radix --shape deep", fault.Usage, "--shape is not for sorts"},
		{"page.html -a tree --centre 1,2", fault.Usage, "--centre is not for clips"},
		{"page.html -a radix " + grid, fault.Input, "sorts have generated numbers"},
		{"page.html -a radix -s #1", fault.Usage, "--source is not for sorts"},
		{"page.html -n 9 " + grid, fault.Usage, "--keys is not for searches"},
		{"page.html -a radix -n 0", fault.Usage, "at most 262,144"},
		{"page.html --compare delta=9 --clock time " + grid, fault.Usage, "mirrors run in it"},
		{"page.html -a radix --seed 9007199254740992", fault.Usage, "below 2^53"},
		{"page.html -a scan --dist random", fault.Usage, "--dist is not for sums"},
		{"page.html -a radix --dist odd", fault.Usage, "choose from random"},
		{"page.html --params delta,odd " + grid, fault.Usage, `--params has "odd"; there are delta`},
		{"page.html --theme odd " + grid, fault.Usage, "--theme"},
		{"page.html --step 9999 " + grid, fault.Usage, "the last step is"},
		{"page.html --delta 0x " + grid, fault.Usage, "delta"},
		{"page.html -s #99 " + grid, fault.Usage, "99"},
		{"/missing/page.html " + grid, fault.Output, "missing"},
	} {
		out := filepath.Join(t.TempDir(), "page.html")
		args := strings.Fields(strings.Replace(c.args, "page.html", out, 1))
		_, err := clitest.Run(t, func(a *cli.App) *cobra.Command { return Command(a, asIs) }, args...)
		if fault.Code(err) != int(c.kind) && !(c.kind == fault.Usage && err != nil && fault.Code(err) == 0) || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v (exit code %d), not %q", c.args, err, fault.Code(err), c.says)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a page was written", c.args)
		}
	}
}

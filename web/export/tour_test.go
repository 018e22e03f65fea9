package export

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/internal/fault"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// storyboardOf writes a storyboard of shots, each a command and the lines of its steps.
func storyboardOf(t *testing.T, shots ...[]string) (path string) {
	t.Helper()
	text := "title = \"A tour\"\nfps = 100\n"
	for _, shot := range shots {
		text += fmt.Sprintf("[[shot]]\nshow = %q\n", shot[0])
		for _, step := range shot[1:] {
			text += "[[shot.step]]\n" + step + "\n"
		}
	}
	path = filepath.Join(t.TempDir(), "tour.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A tour plays to its stops, waits there, goes back, opens its next scene, and is where an address says.
func TestTour(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, storyboardOf(t,
		[]string{
			"gen:grid,width=20,height=15 --algorithm=nearfar --delta=512", "caption = 'First'\nuntil = 'step 3'\nframes = 9", "caption = 'Second'\nuntil = 'relaxed 200'\nframes = 9",
			"caption = 'Third'\nset = '--delta=4096'\nuntil = 'step 2'\nframes = 3",
		},
		[]string{"gen:grid,width=20,height=15 --algorithm=dijkstra", "until = 'end'\nframes = 4"},
	))
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	at := func(stop int, caption string) {
		t.Helper()
		p.Until(fmt.Sprintf(`player.tour.at === %d && !player.tour.motion && !player.state.busy`, stop))
		if got := value[string](p, `document.getElementById("told").textContent`); got != caption {
			t.Errorf("stop %d says %q", stop, got)
		}
	}
	at(0, "First")
	settled(t, q, live.Request{Do: "seek", Step: 3})
	p.same(q, "at the first stop")
	if err := chromedp.Do(p.Ctx, chromedp.KeyEvent(kb.PageDown)); err != nil {
		t.Fatal(err)
	}
	at(1, "Second")
	for q.State().Runs[0].Event.Fact("relaxed") < 200 {
		settled(t, q, live.Request{Do: "step", Step: 1})
	}
	p.same(q, "at the second stop")
	second := p.hashes().Told
	p.Do(`player.do({do: "seek", step: 1}); player.do({do: "set", lane: 0, values: {delta: 64}})`) // a reader tries something
	p.Do(`document.getElementById("next").click()`)
	at(2, "Third")
	settled(t, q, live.Request{Do: "set", Values: map[string]uint32{"delta": 4096}})
	settled(t, q, live.Request{Do: "seek", Step: 2})
	p.same(q, "at the third stop, with another delta")
	p.Do(`document.getElementById("next").click(); document.getElementById("next").click()`) // the last one, and nothing
	at(3, "Third")
	if got := value[string](p, `player.state.runs[0].algorithm + " " + document.getElementById("next").disabled`); got != "dijkstra true" {
		t.Errorf("the last stop is %s", got)
	}
	p.Do(`document.getElementById("previous").click(); document.getElementById("previous").click()`)
	at(1, "Second")
	if got := p.hashes().Told; got != second {
		t.Errorf("back at the second stop, it has the hash %s, not %s", got, second)
	}
	p.Until(`location.hash.includes("stop':1") && location.hash.includes("step':" + player.state.runs[0].event.step)`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	if got := value[string](again, `document.getElementById("stop").textContent`); got != "2 of 4" || again.hashes().Told != second {
		t.Errorf("the address shows stop %s, %+v", got, again.hashes())
	}
	again.Do(`document.getElementById("next").click()`)
	again.Until(`player.tour.at === 2 && !player.tour.motion && player.state.time.at === 2`)
	p.Check()
	again.Check()
}

// What a tour cannot show is refused with its place.
func TestTourRefusals(t *testing.T) {
	const grid, end = "gen:grid,width=5,height=5 --algorithm=nearfar", "until = 'end'\nframes = 2"
	for says, shots := range map[string][][]string{
		":4:1: usage: --pairs: a page shows random pairs":                   {{"bfs --pairs=a.csv", end}},
		":9:1: usage: 'sort --keys=16' is of another family":                {{grid, end}, {"sort --keys=16", end}},
		":9:1: usage: 'gen:grid,width=6,height=5' is of another map or lab": {{grid, end}, {"gen:grid,width=6,height=5", end}},
		":5:3: until is step 9999":                                          {{grid, "until = 'step 9999'\nframes = 2"}},
		":5:3: until is \"odd\", which does not happen":                     {{grid, "until = 'odd'\nframes = 2"}},
		":5:3: look is for maps":                                            {{"sort --keys=16", "look = 'whole'\nframes = 2"}},
		":5:3: usage: --centre needs coordinates":                           {{grid, "set = '--centre=1,2'\n" + end}},
		":4:1: usage: --road is \"lines:1=0\"":                              {{grid + " --road=lines:1=0", end}},
	} {
		out := filepath.Join(t.TempDir(), "page.html")
		_, err := clitest.Run(t, func(a *cli.App) *cobra.Command { return Command(a, asIs) }, out, storyboardOf(t, shots...))
		if fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v (exit code %d), not %q", err, fault.Code(err), says)
		}
	}
	_, err := clitest.Run(t, func(a *cli.App) *cobra.Command { return Command(a, asIs) }, "page.html", storyboardOf(t, []string{grid, end}), "-a", "dial")
	if err == nil || !strings.Contains(err.Error(), "--algorithm cannot be combined with a storyboard") {
		t.Error(err)
	}
}

package export

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// words returns an array of the present step.
func (p *tab) words(t *testing.T, lane int, name string) []uint32 {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(value[string](p, fmt.Sprintf(`btoa(String.fromCharCode(...kernelscope.array(%d, %q)))`, lane, name)))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// A recording shows the steps and states that a GPU has, in any order, in a small file without a program, and refuses the rest.
func TestRecorded(t *testing.T) {
	in := webtest.Browser(t)
	for _, c := range []struct {
		args   string
		arrays []string
	}{
		{"gen:grid,width=20,height=15 -a nearfar --delta 512 --compare dijkstra", []string{"states"}}, {"-a radix -n 200", []string{"cells", "counts"}},
		{"-a scan -n 900 --passes 2", []string{"values", "sums"}}, {"-a tree -n 900", []string{"partition states", "links"}}, {"gen:example -a coalesced -n 4", []string{"seen", "reached"}},
		{"gen:grid,width=12,height=9 -a prepared-host --colour separators --step 0", []string{"states", "cuts 0"}},
	} {
		args := strings.Fields(c.args)
		app := &cli.App{}
		f, command := newCommand(app, asIs)
		app.AddFlags(command)
		if err := command.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		command.SetContext(t.Context())
		page, err := f.page(command, cli.Optional(command.Flags().Args()))
		if err != nil {
			t.Fatal(err)
		}
		path, _, _ := exported(t, append(args, "--recorded")...)
		if info, err := os.Stat(path); err != nil || info.Size() > 1_000_000 {
			t.Errorf("%s: the page has %d bytes, %v", c.args, info.Size(), err)
		}
		q, p := outside(t, page.Scene, page.Data), visit(t, in, path, "", 1280)
		same := func(when string) {
			t.Helper()
			want, _, err := q.Told()
			if got := value[string](p, `kernelscope.told()`); err != nil || got != want {
				t.Fatalf("%s, %s: the page has %s, a GPU %s (%v)", c.args, when, got, want, err)
			}
			for lane := range q.State().Runs {
				for _, name := range c.arrays {
					want, err := q.Array(lane, name)
					if got := p.words(t, lane, name); err != nil || !slices.Equal(got, want) {
						t.Fatalf("%s, %s: %s of run %d is %v, not %v (%v)", c.args, when, name, lane, got, want, err)
					}
				}
			}
		}
		for step := 1; step <= 20 && !q.State().Runs[0].Done; step++ {
			p.Do(`player.do({do: "step", step: 1})`)
			settled(t, q, live.Request{Do: "step", Step: 1})
			same(fmt.Sprintf("at step %d", step))
		}
		p.Do(`document.getElementById("end").click()`)
		settled(t, q, live.Request{Do: "end"})
		same("at the end")
		p.Do(`player.do({do: "seek", step: 1})`)
		settled(t, q, live.Request{Do: "seek", Step: 1})
		same("back at step 1")
		p.Do(`player.do({do: "speed", at: 1e4}); player.do({do: "play"})`)
		p.Until(`player.state.runs.every((r) => r.right) && !player.state.time.playing`)
		p.Do(`player.do({do: "random"})`)
		if said := value[string](p, `document.getElementById("problem").textContent`); !strings.Contains(said, "a recording") {
			t.Errorf("%s: it says %q", c.args, said)
		}
		p.Check()
	}
	path, _, _ := exported(t, storyboardOf(t,
		[]string{"gen:grid,width=12,height=9 --algorithm=nearfar", "until = 'step 2'\nframes = 2"},
		[]string{"gen:grid,width=12,height=9 --algorithm=dijkstra --road=#9=0", "until = 'end'\nframes = 2"},
	), "--recorded")
	p := visit(t, in, path, "", 1280)
	p.Until(`player.tour.at === 0 && !player.tour.motion && player.state.runs[0].event.step === 2`)
	p.Do(`document.getElementById("next").click()`)
	p.Until(`player.tour.at === 1 && !player.tour.motion && player.state.runs[0].right`)
	if got := value[string](p, `player.state.runs[0].title + player.state.roads.changes.length`); got != "Dijkstra1" {
		t.Errorf("the second stop of a recorded tour shows %q", got)
	}
	p.Until(`decodeURIComponent(location.hash.slice(1)).replaceAll("'", '"') === JSON.stringify(player.scene())`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	if got, want := value[string](again, `kernelscope.told()`), value[string](p, `kernelscope.told()`); got != want {
		t.Errorf("the address of a recorded tour shows %s, not %s", got, want)
	}
	p.Do(`document.getElementById("previous").click()`)
	p.Until(`player.tour.at === 0 && player.state.runs[0].event.step === 2`)
	p.Check()
	path, _, _ = exported(t, "-a", "radix", "-n", "64", "--recorded")
	cut := visit(t, in, damaged(t, path, element(string(read(t, path)), "data")[100:200], ""), "", 360)
	if said := value[string](cut, `document.getElementById("problem").textContent`); !strings.Contains(said, "This file is damaged") {
		t.Errorf("a page without a part of its recording says %q", said)
	}
}

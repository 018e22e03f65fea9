package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/open/labload"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// A step of a page has the hash of a storyboard that shows it, which 'viewer check' prints.
func TestPageIsChecked(t *testing.T) {
	t.Parallel()
	needDevice(t)
	const grid = "gen:grid,width=8,height=8"
	in, err := open.ReadMap(t.Context(), grid, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := live.Pack(in)
	if err != nil {
		t.Fatal(err)
	}
	const example = "gen:example,kind=shared"
	if in, err = open.ReadMap(t.Context(), example, open.Options{}); err != nil {
		t.Fatal(err)
	}
	small, err := live.Pack(in)
	if err != nil {
		t.Fatal(err)
	}
	_, copied, err := labload.Copied(t.Context(), "lab:life")
	if err != nil {
		t.Fatal(err)
	}
	life, err := json.Marshal(live.LabData{From: "lab:life", Copy: copied})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		show  string
		scene live.Scene
		data  []byte
	}{
		{grid + " -a nearfar --delta 512", live.Scene{Family: live.Paths, Runs: []live.Run{{Algorithm: "nearfar", Values: map[string]uint32{"delta": 512}}}}, packed},
		{
			"sort -n 64 -a radix --compare batcher --clock=steps",
			live.Scene{Family: live.Sorts, Runs: []live.Run{{Algorithm: "radix"}, {Algorithm: "batcher"}}, Keys: &live.Keys{N: 64, Distribution: "random", Seed: 1}}, nil,
		},
		{
			"clip --shape random -n 3000 -a tree --partitions --step 0",
			live.Scene{Family: live.Clips, Runs: []live.Run{{Algorithm: "tree", Values: map[string]uint32{"workgroup": 64, "items": 1, "few": 1}}}, Keys: &live.Keys{N: 3000, Distribution: "random", Seed: 3}}, nil,
		},
		{
			"bfs " + example + " --scheme coalesced -n 4 --step 0",
			live.Scene{Family: live.Hops, Runs: []live.Run{{Algorithm: "coalesced"}}, Keys: &live.Keys{N: 4, Seed: 1}}, small,
		},
		{
			"bfs " + grid + " --scheme pair -n 4 --step 0",
			live.Scene{Family: live.Hops, Runs: []live.Run{{Algorithm: "pair"}}, Keys: &live.Keys{N: 4, Seed: 1}}, packed,
		},
		{
			"lab lab:life --set side=24,passes=30 --step 0",
			live.Scene{Family: live.Labs, Runs: []live.Run{{Algorithm: "Game of life", Values: map[string]uint32{"side": 24, "passes": 30}}}}, life,
		},
	} {
		text := fmt.Sprintf("size = \"320x240\"\nfps = 10\n[[shot]]\nshow = %q\n", c.show)
		p, err := live.Open(c.scene, c.data)
		if err != nil {
			t.Fatal(err)
		}
		all := sha256.New()
		for step := 1; step <= 20 && !p.State().Runs[0].Done; step++ {
			text += fmt.Sprintf("[[shot.step]]\nuntil = \"step %d\"\nframes = 1\n", step)
			if err := p.Do(live.Request{Do: "seek", Step: step}); err != nil {
				t.Fatal(err)
			}
			if err := p.Settle(); err != nil {
				t.Fatal(err)
			}
			h, err := p.Hashes()
			if err != nil {
				t.Fatal(err)
			}
			all.Write([]byte(strings.Join(h.Lines, "")))
		}
		out, stderr, code := viewer(t, nil, "check", written(t, text))
		if want := fmt.Sprintf("events %x,", all.Sum(nil)[:12]); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: check says %q, %s; the page has %s", c.show, out, stderr, want)
		}
	}
}

// Each article becomes a tour of all its steps. A storyboard of what pages do not have is refused with its place.
func TestArticlesAsTours(t *testing.T) {
	boards, err := filepath.Glob("../../assets/articles/*.toml")
	if err != nil || len(boards) != len(articles) {
		t.Fatalf("%d storyboards of %d articles: %v", len(boards), len(articles), err)
	}
	export := func(board string) (says string, err error) {
		var out strings.Builder
		c := newApp().command() // in the checkout, where it builds the program
		c.SetArgs([]string{"export", filepath.Join(t.TempDir(), "tour.html"), board})
		c.SetOut(&out)
		c.SetErr(&out)
		err = c.ExecuteContext(t.Context())
		return out.String(), err
	}
	life := written(t, "size = \"320x240\"\nfps = 10\n[[shot]]\nshow = \"lab lab:life --set side=16,passes=30\"\n[[shot.step]]\nuntil = \"step 20\"\nframes = 9\n")
	for _, board := range append(boards, life, "../../assets/demos/bridge.toml") {
		if says, err := export(board); err != nil || !strings.Contains(says, "verified") {
			t.Errorf("%s: %s, %v", board, says, err)
		}
	}
	for board, want := range map[string][2]string{"six": {"six.toml:43:1: usage: ", "is of another family than the first shot"}, "experiment": {"experiment.toml:8:1: ", ""}} {
		if _, err := export("../../assets/demos/" + board + ".toml"); fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), want[0]) || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: %v, not %s", board, err, want)
		}
	}
}

// The picture of a page is the picture that 'viewer render' draws of the same step: of their blocks of 8 × 8 pixels, at most
// 1 % differ by more than 24 of 255 levels on average, those with the legend and the scale. Another step differs by more.
func TestPagePicture(t *testing.T) {
	needDevice(t)
	in, folder := webtest.Browser(t), t.TempDir()
	shown := strings.Fields("Wilmington -a nearfar --step 200 --centre=-75.56,39.74 --scale=10 --theme=dark")
	page, picture := filepath.Join(folder, "page.html"), filepath.Join(folder, "picture.png")
	export := newApp().command() // in the checkout, where it builds the program
	export.SetArgs(append([]string{"export", page}, shown...))
	export.SetOut(t.Output())
	if err := export.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := viewer(t, nil, append([]string{"render", "-o", picture, "--size=960x600", "--labels=false"}, shown...)...); code != 0 {
		t.Fatal(stderr)
	}
	want := readPNG(t, picture)
	p := webtest.Visit(t, in, "file://"+page, "file://"+page, `document.documentElement.dataset.ready`, 1400)
	p.Do(`Object.assign(document.getElementById("picture").style, {position: "fixed", inset: 0, width: "960px", height: "600px", zIndex: 9}); player.about.map.towns.length = 0`)
	p.Until(`document.getElementById("roads").width === 960 && document.getElementById("roads").height === 600`)
	off := func() float64 {
		t.Helper()
		data, err := base64.StdEncoding.DecodeString(webtest.Value[string](p, `(() => {
			const out = Object.assign(document.createElement("canvas"), {width: 960, height: 600}), g = out.getContext("2d");
			g.fillStyle = player.colours().background;
			g.fillRect(0, 0, 960, 600);
			for (const id of ["ground", "roads", "glow", "marks"]) {
				g.globalCompositeOperation = document.getElementById(id).style.mixBlendMode || "source-over";
				g.drawImage(document.getElementById(id), 0, 0);
			}
			return out.toDataURL().slice("data:image/png;base64,".length);
		})()`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return blocksOff(got, want, 24)
	}
	if share := off(); share > 0.01 {
		t.Errorf("%.2f %% of the blocks differ", 100*share)
	}
	p.Do(`player.do({do: "seek", step: 150})`)
	if share := off(); share < 0.01 {
		t.Errorf("at step 150, %.2f %% of the blocks differ from step 200", 100*share)
	}
}

// blocksOff returns the share of blocks of 8 × 8 pixels whose mean colours differ by more than some levels.
func blocksOff(a, b image.Image, levels float64) float64 {
	mean := func(p image.Image, x, y int) (c [3]float64) {
		for i := range 64 {
			r, g, b, _ := p.At(x+i%8, y+i/8).RGBA()
			for k, v := range []uint32{r, g, b} {
				c[k] += float64(v>>8) / 64
			}
		}
		return c
	}
	off, n := 0, 0
	for y := 0; y+8 <= b.Bounds().Dy(); y += 8 {
		for x := 0; x+8 <= b.Bounds().Dx(); x += 8 {
			c, d := mean(a, x, y), mean(b, x, y)
			if math.Abs(c[0]-d[0])+math.Abs(c[1]-d[1])+math.Abs(c[2]-d[2]) > 3*levels {
				off++
			}
			n++
		}
	}
	return float64(off) / float64(n)
}

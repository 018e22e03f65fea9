package main

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	clips "kernelscope/families/clips/session"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/paths/session"
	sorts "kernelscope/families/sorts/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// stated is what a canvas shows after a command line and some actions.
type stated struct {
	pixels  []byte
	command []string // that the stage says gives this state
}

// onCanvas carries out a command line on a canvas in place of a window, and then uses that.
func onCanvas(t *testing.T, words []string, use func(*studio.Canvas) error) {
	t.Helper()
	a := newApp()
	a.Families = slices.Clone(a.Families)
	err := a.Canvas(studio.PictureFlags{Size: "640x480", Ratio: 1}, func(c *studio.Canvas) error {
		c.UI.Panels = true // as in a window
		host := studio.Host{Stage: c.Stage, Load: func(r studio.Reading) {
			if err := c.Load(t.Context(), r, func(ctx context.Context) (any, error) { return open.Read(ctx, r.Path, c.Input) }); err != nil {
				t.Errorf("%s: %v", words, err)
			}
		}}
		begin, err := a.Restore(t.Context(), words, "a test")
		if err == nil {
			err = begin(host)
		}
		if err != nil {
			return err
		}
		return use(c)
	})
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
}

// state carries out a command line on a canvas in place of a window, and then actions.
func state(t *testing.T, words []string, actions ...watch.Action) (s stated) {
	t.Helper()
	onCanvas(t, words, func(c *studio.Canvas) error {
		actions = append(slices.Clone(actions), timeline.Pause{})
		for _, x := range actions {
			if err := settle(t, c); err != nil {
				return err
			}
			c.Ask(x)
		}
		var err error
		clocktest.Until(t, "nothing goes on", func() bool { // verdicts and clocks take their time
			err = settle(t, c)
			return err != nil || !c.Shown().Waiting()
		})
		if err != nil {
			return err
		}
		line, err := c.Command(true)
		if err != nil {
			return err
		}
		words, err := format.ParseShell(line)
		s = stated{bytes.Clone(c.Target.Pixels()), words[1:]}
		return err
	})
	return s
}

// settle draws frames until nothing goes on, but for what plays.
func settle(t *testing.T, c *studio.Canvas) error {
	for range 4 {
		for range 20 {
			if err := c.Advance(10*time.Millisecond, time.Hour); err != nil {
				return err
			}
		}
		if _, err := c.Frame(t.Context()); err != nil {
			return err
		}
	}
	return nil
}

// zoomed is a camera close to the middle of a map.
func zoomed(lon, lat float64) ui.MoveCamera {
	x, y := geom.Project(lon, lat)
	return ui.MoveCamera{Camera: render.Camera{X: x + 0.3, Y: y - 0.7, Scale: 0.00123456789, Width: 640, Height: 480}}
}

// TestCommands makes states of every family as a person does. The command that each says
// shows the same picture in a new window, and says itself again. (How look-back goes differs
// from run to run, so clips are matched by the tree.)
func TestCommands(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	keys, drawing, pairs := filepath.Join(dir, "some keys.bin"), filepath.Join(dir, "square.svg"), filepath.Join(dir, "pairs.csv")
	for name, text := range map[string]string{keys: strings.Repeat("abcdzyxw3141", 20), drawing: clippedSquare, pairs: "2,21\n4,45\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		words   string
		actions []watch.Action
	}{
		"map":             {"-a nearfar", []watch.Action{watch.Set{Algorithm: "frontier"}, watch.Set{Values: compute.Values{"delta": 3000}}, timeline.Seek{Step: 40}, zoomed(-75.55, 39.6), session.SetView{View: session.View{ByDistance: true, Painter: "quads"}}}},
		"closed roads":    {"-a nearfar -s=-75.75,39.68 -t=-75.55,39.74", []watch.Action{session.CloseRoad{Lines: []uint32{900, 901, 31}}, session.SetRoadSpeed{Lines: []uint32{77}, KMH: 12}, timeline.Seek{Step: 30}}},
		"on foot":         {"--profile=foot -a nearfar", []watch.Action{timeline.Seek{Step: 12}}},
		"map to all":      {"-a deltastep", []watch.Action{session.SetTargetAll{All: true}, timeline.Seek{Step: 25}}},
		"graph compared":  {"gen:grid,width=40,height=30 -a nearfar --weight=length", []watch.Action{watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: "bellmanford"}, timeline.Seek{Step: 12}}},
		"map at its end":  {"gen:grid,width=20,height=20", []watch.Action{session.RandomEnds{}, timeline.End{}}},
		"sort":            {"sort -n 3000", []watch.Action{watch.Set{Algorithm: "radix4"}, watch.Set{Values: compute.Values{"workgroup": 64}}, sorts.SetView{View: sorts.View{Shape: "plot", Tint: "moved"}}, timeline.Seek{Step: 2}}},
		"keys of a file":  {"sort --type u64 --desc --payload -a batcher --input '" + keys + "'", []watch.Action{timeline.Seek{Step: 5}}},
		"list":            {"sort -a radix4 --list 10,25,39,92,1,5,68,23,21,10", []watch.Action{timeline.Seek{Step: 1}}},
		"scene":           {"clip '" + drawing + "'", []watch.Action{watch.Set{Algorithm: "tree"}, clips.SetView{View: clips.View{OwnBoxes: true, Peel: 1, Pinned: 0}}}},
		"drawing":         {"'" + drawing + "' --boxes --peel 1", nil},
		"shape":           {"clip --shape random -n 2000 -a tree", []watch.Action{watch.Set{Values: compute.Values{"few": 4}}, clips.Select{Partition: 3}, timeline.Seek{Step: 7}}},
		"icicle":          {"clip --shape random -n 300 -a tree --icicle", []watch.Action{clips.SelectElement{Element: 9}}},
		"links":           {"clip --shape deep -n 60 -a tree --links", []watch.Action{clips.SelectElement{Element: 7}, timeline.Seek{Step: 1}}},
		"clips compared":  {"clip --shape random -n 1000 -a tree --compare workgroup=128", []watch.Action{timeline.Seek{Step: 4}}},
		"hops":            {"bfs gen:grid,width=40,height=30 -n 40 --scheme coalesced --step 0", []watch.Action{watch.Set{Values: compute.Values{"workgroup": 64}}, hops.SetView{View: hops.View{Colour: hops.BySearches, Joint: true}}, timeline.Seek{Step: 6}}},
		"hops between":    {"bfs gen:grid,width=40,height=30 -s '#3' -t '#400' -n 1 --step 0", []watch.Action{timeline.Seek{Step: 9}}},
		"pairs of a file": {"bfs gen:grid,width=10,height=10 --scheme bottom-up --pairs '" + pairs + "' --shown 1 --step 0", []watch.Action{timeline.Seek{Step: 3}}},
		"trees":           {"trees gen:roads,nodes=2000 -s '#5' --form host", []watch.Action{trees.SetTarget{At: &geom.Point{}}, trees.SetView{View: trees.View{Colour: trees.Separators, Front: true}}, timeline.Seek{Step: 9}}},
		"trees at an end": {"trees gen:grid,width=40,height=30 -s '#3' -t '#400' --form device", []watch.Action{watch.Set{Values: compute.Values{"subtree": 64}}, trees.SetLevel{Depth: 2}, trees.SetView{View: trees.View{Colour: trees.Smooth, Front: true}}}},
		"trees compared":  {"trees gen:roads,nodes=2000 -s '#5' --form device", []watch.Action{watch.SetCompare{On: true}, watch.Set{Lane: 1, Algorithm: trees.OnDevice.Name()}, watch.Set{Lane: 1, Values: compute.Values{"subtree": 64}}, timeline.Seek{Step: 30}}},
		"isochrones":      {"trees gen:roads,nodes=2000 -s '#5' --form host", []watch.Action{trees.SetBand{Width: 450}}},
		"every junction":  {"trees gen:roads,nodes=900 -s '#5' --form host", []watch.Action{trees.SetView{View: trees.View{Colour: trees.Within}}, trees.SetWithin{Limit: 450}}},
		"places":          {"trees gen:roads,nodes=900 -s '#5' --form host --colour nearest --places '#7' --places '#300'", []watch.Action{trees.TogglePlace{At: geom.Point{}}}},
		"sums compared":   {"sums -n 5000", []watch.Action{watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{"workgroup": 128}}, timeline.Seek{Step: 1}}},
		"sums":            {"sums -n 5000 --seed 4", []watch.Action{watch.Set{Values: compute.Values{"workgroup": 64}}, timeline.Seek{Step: 1}}},
	} {
		if often := []string{"map", "graph compared", "sort", "drawing", "shape", "hops", "trees", "isochrones", "sums"}; !gputest.Long() && !slices.Contains(often, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			words, err := format.ParseShell(c.words)
			if err != nil {
				t.Fatal(err)
			}
			want := state(t, words, c.actions...)
			got := state(t, want.command)
			if line := format.Shell(want.command); format.Shell(got.command) != line {
				t.Errorf("the command is %s, and of what that shows it is %s", line, format.Shell(got.command))
			}
			if bytes.Equal(untimedPart(got.pixels), untimedPart(want.pixels)) {
				return
			}
			for i, pixels := range [][]byte{want.pixels, got.pixels} {
				var b bytes.Buffer
				_ = record.Picture(&b, pixels, 640, 480, "", 1)
				_ = os.WriteFile(filepath.Join(os.TempDir(), strings.ReplaceAll(name, " ", "-")+[]string{"-want.png", "-got.png"}[i]), b.Bytes(), 0o644)
			}
			t.Errorf("'viewer %s' shows another picture; see %s", format.Shell(want.command), os.TempDir())
		})
	}
}

// TestPictureCommands writes pictures and recordings. What each says of itself opens the window
// on what it shows: the same as the command that wrote it.
func TestPictureCommands(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	for _, line := range []string{
		"render gen:grid,width=30,height=20 -a frontier --delta 300 -s #3 -t #400 --step 15 --by-distance --ui",
		"sort -a batcher -n 64 --step 9 --ui",
	} {
		file := filepath.Join(dir, strings.Fields(line)[0]+".png")
		args := append(strings.Fields(line), "--size", "640x480", "-o", file)
		if _, stderr, code := viewer(t, nil, args...); code != 0 {
			t.Fatalf("%s: exit code %d: %s", line, code, stderr)
		}
		words, ok := studio.CommandOf(file)
		if !ok {
			t.Fatalf("%s: the picture says no command", line)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		written, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := image.NewNRGBA(written.Bounds())
		draw.Draw(want, want.Bounds(), written, image.Point{}, draw.Src)
		if got := state(t, words); !bytes.Equal(untimedPart(got.pixels), untimedPart(want.Pix)) {
			t.Errorf("'viewer %s' shows something else than '%s' has written", format.Shell(words), line)
		}
	}
	film := filepath.Join(dir, "film.gif")
	if _, stderr, code := viewer(t, nil, strings.Fields("sums -n 500 --size 320x200 --fps 5 --seconds 0.4 -o "+film)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if words, ok := studio.CommandOf(film); !ok || format.Shell(words) != "sums --values=500 --seed=1 --size=320x168" {
		t.Errorf("the recording says %q", words)
	}
}

// A picture whose command writes a file, or is none that shows something, is refused.
func TestRestoreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for command, reason := range map[string]string{
		"viewer render -o x.png": "does more", "viewer sort -o x.png": "does more", "viewer --trace=x": "does more", "viewer version": "does more", "viewer --trace=-": "does more", "viewer sort --trace=-": "does more",
		"viewer help": "does more", "viewer help sort": "does more", "viewer completion bash": "does more", "viewer __complete sort -": "completes", "viewer --size=640x480 __completeNoDesc s": "completes",
		"viewer sort --nonsense": "does not understand", "viewer --help": "does not understand",
	} {
		file := filepath.Join(dir, "picture.png")
		var b bytes.Buffer
		if err := record.Picture(&b, make([]byte, 4), 1, 1, command, 1); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		refusal{command, nil, file, exitInput, reason}.check(t)
	}
}

// untimedPart is what a picture shows beside the panel, without the times at the top and the right: they
// differ from run to run. What the panel shows else is part of the command.
func untimedPart(pixels []byte) (part []byte) {
	const width, panel, right, times = 640, 344, 560, 52
	for y := times; y < len(pixels)/4/width; y++ {
		part = append(part, pixels[4*(y*width+panel):4*(y*width+right)]...)
	}
	return part
}

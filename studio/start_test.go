package studio

import (
	"maps"
	"testing"

	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio/config"
)

// keeper is a view that remembers.
type keeper struct {
	plain
	given map[string]string
}

func (k *keeper) Remember() (string, map[string]string) {
	if k.name == "" {
		return "", nil
	}
	return "fast", k.given
}

func (k *keeper) Recall(algorithm string, given map[string]string) error {
	k.given = maps.Clone(given)
	k.given["algorithm"] = algorithm
	return nil
}

// Parameters of the last window come back with the first file, once, unless flags were given.
func TestRecall(t *testing.T) {
	for _, asked := range []bool{false, true} {
		w, _ := openScreen(t, func(*Window, int) *input.Frame { return nil })
		folder := t.TempDir()
		s, err := config.Load(folder)
		if err != nil {
			t.Fatal(err)
		}
		s.Choose("Two", "fast", map[string]string{"delta": "7"})
		w.Settings, w.Asked = s, asked
		k := &keeper{plain: plain{Stage: w.Stage}}
		w.views[1], w.shown = k, 1
		w.recall()
		if len(k.given) != 0 {
			t.Error("an empty view gets parameters")
		}
		in, err := open.Read(t.Context(), "gen:grid,width=3,height=3", open.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Open(in); err != nil {
			t.Fatal(err)
		}
		w.recall()
		if got := k.given["delta"] == "7" && k.given["algorithm"] == "fast"; got == asked {
			t.Errorf("flags are given: %v; the parameters are %v", asked, k.given)
		}
		k.given = map[string]string{"delta": "8"}
		w.recall()
		w.keep()
		kept, err := config.Load(folder)
		if err != nil || kept.Families["Two"].Params["fast"]["delta"] != "8" || kept.Window != (config.Window{Width: 320, Height: 200, X: 3, Y: 4}) {
			t.Errorf("kept is %+v, %v", kept, err)
		}
	}
}

// What a person chooses is saved when the window rests, and survives an end of the process.
func TestKeptAtRest(t *testing.T) {
	folder := t.TempDir()
	settings, err := config.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		switch frame {
		case 0:
			return &input.Frame{Keys: []input.KeyEvent{{Key: input.KeyT, Down: true}}} // another theme
		case 1, 2:
			return &input.Frame{Quiet: true}
		}
		kept, err := config.Load(folder)
		if err != nil || kept.Theme != w.UI.Theme.Name || kept.Theme == render.Themes[0].Name {
			t.Errorf("the theme %q is kept, and %q shown: %v", kept.Theme, w.UI.Theme.Name, err)
		}
		return nil
	})
	w.Settings = settings
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

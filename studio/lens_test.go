package studio

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// glass is a lens that notes how it is used.
type glass struct {
	of      LensOf
	frames  int
	follows []int // steps
	others  int
	closed  bool
}

type polish struct{}

func (polish) Action() {}

func (g *glass) Panel() ui.Overlay                                { return g }
func (g *glass) Frame(u *ui.UI, _ input.Frame, _ image.Rectangle) { g.frames++ }
func (g *glass) Command() (string, error)                         { return "viewer inside k", nil }
func (g *glass) Close()                                           { g.closed = true }

func (g *glass) Follow(step int, other bool) (bool, error) {
	g.follows = append(g.follows, step)
	if other {
		g.others++
	}
	return false, nil
}

func (g *glass) Apply(a watch.Action) (bool, error) {
	if a == (polish{}) {
		return true, errors.New("there is no cloth")
	}
	return false, nil
}

// clip is a clipboard.
type clip struct{ text string }

func (c *clip) Text() (string, error) { return c.text, nil }
func (c *clip) SetText(text string)   { c.text = text }

// Key I opens a lens on the step that is shown, which has the keys and is told where the window is. It closes with its view.
func TestWindowLens(t *testing.T) {
	var all []*glass
	board := &clip{}
	key := func(k input.Key) *input.Frame {
		return &input.Frame{Ctrl: k == input.KeyC, Clipboard: board, Keys: []input.KeyEvent{{Key: k, Down: true}}}
	}
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		v := w.views[0].(*plain)
		switch frame {
		case 0: // nothing runs
			w.UI.CanRecord, w.Executable = true, "viewer"
			w.Given = []string{"--weight=length", "--backend=ref"}
			w.Lenses = func(of LensOf) Lens {
				all = append(all, &glass{of: of})
				return all[len(all)-1]
			}
			return key(input.KeyI)
		case 1:
			if len(all) > 0 || !strings.Contains(w.Status().Problem, "nothing runs here") {
				t.Errorf("%d lenses are open: %q", len(all), w.Status().Problem)
			}
			v.now = Now{Runs: []Run{{}}, Time: timeline.State{At: 7}}
			return key(input.KeyI)
		case 3:
			if !slices.Contains(v.applied, watch.Action(timeline.Pause{})) {
				t.Errorf("the run plays on while the lens is open: %v", v.applied)
			}
			return key(input.KeyC)
		case 4:
			v.name, v.now.Time.At = "other", 8
			v.asks = []watch.Action{polish{}}
		case 6:
			if !strings.Contains(w.Status().Problem, "no cloth") || !w.UI.Typing() {
				t.Errorf("the lens has no keys, or its action is not executed: %q", w.Status().Problem)
			}
			return key(input.KeyI)
		case 8:
			return key(input.KeyF4) // another view
		case 11:
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || !all[0].closed || !all[1].closed || w.UI.Lens != nil {
		t.Fatalf("%d lenses were opened: %+v", len(all), all)
	}
	g := all[0]
	if words := strings.Join(g.of.Words, " "); words != "One --weight=length" || g.of.Step != 7 || g.frames == 0 {
		t.Errorf("the lens looks at step %d of %q, in %d frames", g.of.Step, words, g.frames)
	}
	if g.follows[0] != 7 || g.follows[len(g.follows)-1] != 8 || g.others == 0 || g.others == len(g.follows) {
		t.Errorf("the lens is told of steps %v, and %d times of another run", g.follows, g.others)
	}
	if board.text != "viewer inside k" {
		t.Errorf("%q is copied", board.text)
	}
}

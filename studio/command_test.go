package studio

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kernelscope/render/input"
	"kernelscope/render/record"
)

// clipboard keeps what was copied last.
type clipboard struct{ text string }

func (c *clipboard) Text() (string, error) { return c.text, nil }
func (c *clipboard) SetText(s string)      { c.text = s }

// Ctrl-C copies the command of the view, and a picture that is dropped passes its own to
// the program. Another picture is read like any file.
func TestCopyAndRestore(t *testing.T) {
	dir := t.TempDir()
	ours, other, beside := filepath.Join(dir, "ours.png"), filepath.Join(dir, "other.png"), filepath.Join(dir, "city.osm")
	for path, command := range map[string]string{ours: "viewer city.osm -a x --input=city.osm --seed=1", other: "rm -rf /", beside: ""} {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Picture(f, make([]byte, 16), 2, 2, command, 1); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	var copied clipboard
	var restored []string
	frames := []*input.Frame{
		{Clipboard: &copied, Ctrl: true, Keys: []input.KeyEvent{{Key: input.KeyC, Down: true}}},
		{Files: []string{ours}},
		{Files: []string{other}},
		{},
	}
	w, _ := openScreen(t, func(w *Window, _ int) *input.Frame {
		if w.load != nil {
			return &input.Frame{}
		}
		if len(frames) == 0 {
			return nil
		}
		next := frames[0]
		frames = frames[1:]
		return next
	})
	w.Restore = func(_ context.Context, words []string, picture string) (Begin, error) {
		return func(Host) error { restored = append(restored, words...); return nil }, nil
	}
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "viewer One --size=320x200"; copied.text != want {
		t.Errorf("copied is %q, want %q", copied.text, want)
	}
	if want := []string{beside, "-a", "x", "--input=" + beside, "--seed=1"}; !slices.Equal(restored, want) {
		t.Errorf("restored is %q, want %q", restored, want)
	}
	if _, ok := CommandOf(other); ok {
		t.Error("a command of another program is one of this one")
	}
}

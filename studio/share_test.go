package studio

import (
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/render/input"
	"kernelscope/studio/storyboard"
	"kernelscope/ui"
)

// pressed is a frame in which a key is pressed, with Shift.
func pressed(k input.Key) *input.Frame {
	return &input.Frame{Shift: true, Keys: []input.KeyEvent{{Key: k, Down: true}}}
}

// A picture has twice the pixels across and down of the window, which goes on as before.
func TestWindowSavesTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	w, _ := openScreen(t, func(w *Window, frame int) *input.Frame {
		switch frame {
		case 0:
			return pressed(input.KeyF8)
		case 1:
			return &input.Frame{Keys: []input.KeyEvent{{Key: input.KeyF8, Down: true}}}
		case 4:
			return nil
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var wide []int
	saved, _ := filepath.Glob("kernelscope-*.png")
	for _, name := range saved {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c, err := png.DecodeConfig(f)
		if err != nil || c.Width*200 != c.Height*320 {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
		wide = append(wide, c.Width)
	}
	if slices.Sort(wide); !slices.Equal(wide, []int{320, 640}) {
		t.Errorf("the pictures are %v wide", wide)
	}
	if w.Width != 320 || w.Ratio != 1 || w.UI.Scale() != 1 || w.Steady || w.Status().Problem != "" {
		t.Errorf("afterwards the window is %d wide at %g, the interface at %g: %q", w.Width, w.Ratio, w.UI.Scale(), w.Status().Problem)
	}
}

// A GIF is made of a storyboard of six seconds by another process, which tells how far it is, can be cancelled, and may fail.
func TestWindowSharesGIF(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("TMPDIR", dir)
	scripts := []struct {
		text, problem string
		cancel        bool
	}{
		{"exec tail -f /dev/null", "", true},
		{"exit 0", "", false},
		{"echo no room >&2; exit 3", "failed: no room", false},
	}
	program := func(text string) string {
		name := filepath.Join(dir, "program")
		text = "#!/bin/sh\ncp \"$2\" seen.toml\necho '0.5000 75 of 150 frames'\n" + text
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return name
	}
	asked, told := false, 0
	w, _ := openScreen(t, func(w *Window, _ int) *input.Frame {
		switch {
		case !asked && len(scripts) == 0:
			return nil
		case !asked:
			asked, w.UI.CanRecord, w.Executable = true, true, program(scripts[0].text)
			return pressed(input.KeyF11)
		case w.film == nil:
			if got := w.Status().Problem; !strings.Contains(got, scripts[0].problem) || scripts[0].problem == "" && got != "" {
				t.Errorf("%s: the message is %q", scripts[0].text, got)
			}
			asked, scripts = false, scripts[1:]
		case w.UI.Film.Done == 0.5 && w.UI.Film.Doing == "75 of 150 frames":
			told++
			if scripts[0].cancel {
				w.Ask(ui.StopFilm{})
			}
		}
		return &input.Frame{}
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if told == 0 {
		t.Error("it is not told how far the recording is")
	}
	text, err := os.ReadFile("seen.toml")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := storyboard.Parse("seen.toml", text); err != nil || b.Frames() != 6*b.FPS || b.Shots[0].Show != "One" || b.Size != "320x200" {
		t.Errorf("the storyboard is %s: %v", text, err)
	}
	if left, _ := filepath.Glob("kernelscope-*.toml"); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// Ctrl-E writes a page of what is shown by another process, and says why there is none.
func TestWindowSharesPage(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >seen\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("a page runs no clips")
	asked := 0
	w, _ := openScreen(t, func(w *Window, _ int) *input.Frame {
		w.Executable = program
		w.Page = func(shown []string, file string) ([]string, error) {
			if asked++; asked > 1 {
				return nil, refused
			}
			return append([]string{"export", file}, shown...), nil
		}
		switch {
		case w.film != nil:
			return &input.Frame{}
		case asked < 2:
			return &input.Frame{Ctrl: true, Keys: []input.KeyEvent{{Key: input.KeyE, Down: true}}}
		}
		return nil
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen, err := os.ReadFile("seen"); err != nil || !strings.HasPrefix(string(seen), "export kernelscope-") || !strings.Contains(string(seen), ".html") {
		t.Errorf("the command is %q: %v", seen, err)
	}
	if got := w.Status().Problem; !strings.Contains(got, refused.Error()) {
		t.Errorf("the message is %q", got)
	}
}

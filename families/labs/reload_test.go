package labs

import (
	"os"
	"path/filepath"
	"testing"

	"kernelscope/internal/clock/clocktest"
	"kernelscope/open/labload"
)

// An edit while files are read is read afterwards.
func TestEditWhileReading(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("session/testdata")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "collatz.toml")
	edit := func() {
		t.Helper()
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path+"~", append(text, "# edited\n"...), 0o644)
		}
		if err == nil {
			err = os.Rename(path+"~", path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := labload.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	w := watching([2]*labload.Lab{l, l}, nil)
	if w.busy() {
		t.Error("nothing was edited")
	}
	for _, during := range []bool{true, false} {
		edit()
		clocktest.Until(t, "the edit is seen", w.busy)
		if during {
			edit()
		}
		labs, done := w.changed()
		clocktest.Until(t, "the lab is read", func() bool {
			if !done {
				labs, done = w.changed()
			}
			return done
		})
		if w.problem != nil {
			t.Fatal(w.problem)
		}
		if w = watching(labs, w.stamps); during != w.busy() {
			t.Errorf("edited while it was read: %v, is read again: %v", during, w.busy())
		}
		for done = !during; !done; {
			_, done = w.changed()
		}
	}
}

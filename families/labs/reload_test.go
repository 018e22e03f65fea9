package labs

import (
	"errors"
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

// A file that is deleted is missed after some looks, and read when it is back.
func TestDeleted(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("session/testdata")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "collatz.toml")
	l, err := labload.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	w := watching([2]*labload.Lab{l, l}, nil)
	for _, to := range []string{path + "~", path} {
		from := path
		if to == path {
			from = path + "~"
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
		done := false
		clocktest.Until(t, "it is seen", w.busy)
		clocktest.Until(t, "it is read", func() bool {
			if !done {
				_, done = w.changed()
			}
			return done
		})
		if isGone := errors.Is(w.problem, os.ErrNotExist); isGone != (to != path) {
			t.Errorf("renamed to %s: %v", to, w.problem)
		}
	}
}

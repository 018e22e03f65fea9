package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"

	"kernelscope/internal/fault"
)

// What is saved is read again.
func TestSettings(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	s, err := Load(folder)
	if err != nil || len(s.Recent) != 0 {
		t.Fatalf("without a file: %+v, %v", s, err)
	}
	s.Window, s.Theme = Window{800, 600, -5, 7}, "light"
	for _, n := range []string{"a", "b", "a", "gen:grid,width=3"} {
		s.Opened(n)
	}
	s.Choose("Map", "nearfar", map[string]string{"delta": "512"})
	s.Choose("Map", "frontier", map[string]string{"batch": "4"})
	s.Choose("Map", "frontier", nil)
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	got, err := Load(folder)
	if err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v is read as %+v, %v", s, got, err)
	}
	if want := "gen:grid,width=3 a b"; strings.Join(got.Recent, " ") != want {
		t.Errorf("recent files are %q", got.Recent)
	}
	if c := got.Families["Map"]; c.Algorithm != "frontier" || len(c.Params) != 1 || c.Params["nearfar"]["delta"] != "512" {
		t.Errorf("chosen is %+v", c)
	}
	for range 20 {
		s.Opened(t.TempDir())
	}
	if len(s.Recent) != MaxRecent {
		t.Errorf("%d files are remembered", len(s.Recent))
	}
}

// A file that cannot be used is one message, the usual settings, and stays as it is.
func TestDamaged(t *testing.T) {
	for text, want := range map[string]string{
		"{": "unexpected end", "[]": "array", `{"version":2}`: "version 2", `{"version":1,"window":{"width":-3}}`: "-3", strings.Repeat(" ", maxBytes+1): "more than", `{"version":1,"recent":3}`: "number",
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "settings.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(folder)
		if fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20s: %v", text, err)
		}
		s.Opened("x")
		if err := s.Save(); err != nil {
			t.Error(err)
		}
		if b, _ := os.ReadFile(path); string(b) != text {
			t.Errorf("%.20s is overwritten", text)
		}
	}
	var none *Settings // --no-config
	none.Opened("x")
	none.Choose("Map", "nearfar", nil)
	if err := none.Save(); err != nil {
		t.Error(err)
	}
}

// Settings in a FIFO or a device are one message, and are not waited for.
func TestNoFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "settings.json")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Load(folder)
	if fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), "pipe") {
		t.Errorf("a FIFO: %v", err)
	}
	if err := s.Save(); err != nil {
		t.Error(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", path); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(folder); fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), "device") {
		t.Errorf("a device: %v", err)
	}
}

// Windows that save at the same time keep the files that the others have opened.
func TestManyWindows(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range MaxRecent {
		s, err := Load(folder)
		if err != nil {
			t.Fatal(err)
		}
		s.Opened(fmt.Sprintf("gen:grid,width=%d", i+2))
		s.Choose(fmt.Sprint("family ", i), "a", map[string]string{"n": fmt.Sprint(i)})
		all.Go(func() {
			if err := s.Save(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := Load(folder)
	if err != nil || len(s.Recent) != MaxRecent || len(s.Families) != MaxRecent {
		t.Errorf("of %d windows %q and %d families are kept, %v", MaxRecent, s.Recent, len(s.Families), err)
	}
}

//go:build !nowindow

package main

import (
	"io/fs"
	"path/filepath"
	"testing"
)

// What 'viewer kernels' compiles is all that a window needs at the first visit of each tab, at a step and at the
// end: no frame of the window waits for the compiler.
func TestWindowCold(t *testing.T) {
	t.Parallel()
	needDevice(t)
	cache := t.TempDir()
	environment := []string{"MESA_SHADER_CACHE_DIR=" + cache}
	if out, stderr, code := viewer(t, environment, "kernels", "--size", "1280x800", "--no-config"); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, stderr)
	}
	before := entries(t, cache)
	if before < 20 {
		t.Fatalf("%d kernels were compiled", before)
	}
	d := openDesktopIn(t, environment, "--size", "1280x800")
	d.key("Escape")
	if now := entries(t, cache); now > before+2 { // pictures of the start card
		t.Errorf("opening the window compiles %d kernels", now-before)
	}
	before = entries(t, cache)
	for _, tab := range []string{"F2", "F3", "F4", "F5", "F6", "F7", "F10"} {
		d.key(tab)
		d.key("Right")
		d.key("End")
		if now := entries(t, cache); now != before {
			t.Errorf("%s: the window compiles %d kernels", tab, now-before)
			before = now
		}
	}
}

// entries counts the files of the driver's cache.
func entries(t *testing.T, cache string) (n int) {
	t.Helper()
	if err := filepath.WalkDir(cache, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

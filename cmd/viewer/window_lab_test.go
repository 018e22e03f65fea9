//go:build !nowindow

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A window follows edits of a lab: it stays at its step with its values, and an edit that cannot be read leaves the last
// good lab.
func TestWindowLab(t *testing.T) {
	t.Parallel()
	const source = "../../families/labs/session/testdata"
	dir := t.TempDir()
	write := func(name string, change func(string) string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(source, name))
		if err == nil {
			// As editors do: a file beside it takes its place.
			err = os.WriteFile(filepath.Join(dir, name+"~"), []byte(change(string(b))), 0o644)
		}
		if err == nil {
			err = os.Rename(filepath.Join(dir, name+"~"), filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	whole := func(s string) string { return s }
	for _, name := range []string{"collatz.toml", "collatz.spv", "clear.spv"} {
		write(name, whole)
	}
	d := openDesktop(t, "lab", filepath.Join(dir, "collatz.toml"), "--set", "n=9", "--step", "4")
	d.until("the fourth step", func() bool { return d.step() == 4 })
	write("collatz.toml", func(s string) string { return strings.Replace(s, "Left[0] == 0", "Left[0] == ", 1) })
	d.until("the edit is refused", func() bool { return d.count("edited", "collatz.toml:33:1: formula") == 1 })
	bad := d.screenshot()
	write("collatz.toml", func(s string) string { return strings.Replace(s, "Collatz", "Another", 1) })
	d.until("the edit is read", func() bool { return d.count("edited", "read") == 1 })
	if good := d.screenshot(); same(bad, good) {
		t.Error("the problem is not shown")
	}
	d.until("the edit changes nothing", func() bool { return d.count("difference", "Step 4: the edit changes no word.") == 1 })
	write("collatz.toml", func(s string) string { return strings.Replace(s, "i + 1", "i + 2", 1) })
	d.until("the edit changes something", func() bool { return d.count("difference", "Step 4: the edit changes 9 of 10 words") == 1 })
	write("collatz.spv", func(s string) string { return s[:100] })
	d.until("the damaged module is refused", func() bool { return d.count("edited", "collatz.spv") == 1 })
	if n := d.step(); n != 4 {
		t.Errorf("step %d", n)
	}
	d.key("End")
	d.until("the end", func() bool { return d.step() == 38 })
	d.end()
}

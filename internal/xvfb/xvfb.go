// Package xvfb starts virtual displays for tests, and acts on them like a user: with xdotool, and
// by dragging and dropping files.
package xvfb

import (
	"bufio"
	_ "embed"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Display is a virtual display.
type Display struct {
	Name   string // such as :5
	Server *exec.Cmd
	client string // drops files
}

// Open starts a display on a number that the server chooses. It ends with the test, which is skipped
// where the tools are missing.
func Open(t testing.TB, flags ...string) *Display {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// Without -noreset the server starts over, and refuses clients meanwhile, when its last client leaves:
	// xdotool, before the window is there.
	d := &Display{Server: exec.Command("Xvfb", append([]string{"-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"}, flags...)...)}
	d.Server.ExtraFiles = []*os.File{w}
	// Two servers that start together may take the same number: the second one removes the socket of the
	// first.
	lock, err := os.OpenFile(filepath.Join(os.TempDir(), "kernelscope-xvfb.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if err := d.Server.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { _ = d.Server.Process.Kill(); _ = d.Server.Wait() })
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	d.Name = ":" + strings.TrimSpace(number)
	return d
}

// Do runs xdotool and returns its output.
func (d *Display) Do(args ...string) (string, error) {
	out, err := d.run("xdotool", args...)
	return strings.TrimSpace(out), err
}

// Window returns the number of the program's window; "" before it is open.
func (d *Display) Window() string {
	out, _ := d.Do("search", "--onlyvisible", "--name", "Kernelscope")
	first, _, _ := strings.Cut(out, "\n")
	return first
}

//go:embed testdata/xdnd.c
var source string

// Drop drops a file on a window. If dies is set, the client that drags it is gone before the window
// can answer.
func (d *Display) Drop(t testing.TB, window, path string, dies bool) error {
	t.Helper()
	if d.client == "" {
		client := filepath.Join(t.TempDir(), "xdnd")
		c := exec.Command("cc", "-x", "c", "-o", client, "-", "-lX11")
		c.Stdin = strings.NewReader(source)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("the client cannot be built: %s", out)
		}
		d.client = client
	}
	args := []string{window, (&url.URL{Scheme: "file", Path: path}).String()}
	if dies {
		args = append(args, "die")
	}
	_, err := d.run(d.client, args...)
	return err
}

// run runs a client of the display.
func (d *Display) run(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.Name)
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return string(out), err
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/internal/clock/clocktest"
)

// runIn runs the program, with DIR in the arguments for its name.
func runIn(t *testing.T, dir, args string) (stderr string, code int) {
	t.Helper()
	_, stderr, code = viewer(t, nil, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
	return stderr, code
}

// Each flag that names a file to write is declared, so that --force and the checks hold for it.
func TestOutputsAreDeclared(t *testing.T) {
	n := 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "force" || f.Name != "output" && !(strings.Contains(f.Usage, "write") && strings.Contains(f.Usage, "file")) {
				return
			}
			n++
			if _, ok := f.Annotations["kernelscope_writes"]; !ok {
				t.Errorf("%s: --%s (%s) is not declared with cli.Writes", c.CommandPath(), f.Name, f.Usage)
			}
		})
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(newApp().command())
	if n < 20 {
		t.Errorf("there are only %d such flags", n)
	}
}

// Inputs are never overwritten, files that exist only with --force, and no file twice.
func TestOverwriting(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const graph = "p sp 2 2\na 1 2 3\na 2 1 3\n"
	files := map[string]string{"i.gr": graph, "i.co": "p aux sp co 2\nv 1 0 0\nv 2 9 9\n", "k.bin": "12345678", "p.csv": "#0\n", "c.csv": "(\n)\n", "r.json": "{}",
		"old.el": "old", "rome.co": "old", "f03.png": "old", "o.png": "old", "g.v": "1\n2\n", "g.e": "1 2\n", "map.csv": "old"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("k.bin", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"run sort --input DIR/k.bin -o DIR/k.bin", exitUsage, "is an input"},
		{"run sort --force --input DIR/k.bin -o DIR/k.bin", exitUsage, "is an input"},
		{"run sort --input DIR/k.bin -o DIR/link", exitUsage, "is an input"},
		{"run sort --input DIR/k.bin -o DIR/../" + filepath.Base(dir) + "/k.bin", exitUsage, "is an input"},
		{"sort --input DIR/o.png -o DIR/o.png", exitUsage, "is an input"},
		{"sort --force --input DIR/f03.png -o DIR/f%02d.png", exitUsage, "is an input"},
		{"run table DIR/i.gr --sources DIR/p.csv -o DIR/p.csv", exitUsage, "is an input"},
		{"gen tile DIR/i.gr -o DIR/i.gr", exitUsage, "is an input"},
		{"run clip DIR/c.csv -o DIR/c.csv", exitUsage, "is an input"},
		{"run sssp DIR/i.gr --trace DIR/i.gr", exitUsage, "is an input"},
		{"run sssp DIR/i.gr --force --trace DIR/i.co", exitUsage, "is an input"},
		{"run sssp DIR/g.v --force --trace DIR/g.e", exitUsage, "is an input"},
		{"run sssp gen:tile,k=2,map=DIR/i.gr --trace DIR/i.gr", exitUsage, "is an input"},
		{"bench draw DIR/r.json -o DIR/r.json", exitUsage, "is an input"},
		{"bench sweep -o DIR/x.csv,DIR/x.csv", exitUsage, "twice"},
		{"run sort --payload -o DIR/x --values DIR/./x", exitUsage, "twice"},
		{"gen grid -o DIR/old.el", exitOutput, "--force"},
		{"gen grid -o DIR/rome.gr", exitOutput, "rome.co: it exists"},
		{"render -o DIR/o.png", exitOutput, "--force"},
		{"sort -o DIR/f%02d.png", exitOutput, "f03.png: it exists"},
		{"--trace DIR/old.el", exitOutput, "--force"},
		{"sort -n 9 -o DIR/x%.png", exitUsage, "frames/%04d.png"},
		{"sort -n 9 -o DIR/x%s.png", exitUsage, "frames/%04d.png"},
		{"clip --shape deep -o DIR/x%dy%d.png", exitUsage, "frames/%04d.png"},
		{"record -o DIR/x%d%d.png", exitUsage, "frames/%04d.png"},
	} {
		stderr, code := runIn(t, dir, c.args)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.args, code, c.code, stderr)
		}
	}
	if stderr, code := runIn(t, dir, "gen grid --width 3 --height 2 --force -o DIR/old.el"); code != 0 || stderr != "" {
		t.Errorf("--force: exit code %d, %s", code, stderr)
	}
	delete(files, "old.el")
	for name, text := range files {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != text {
			t.Errorf("%s is now %q, %v", name, b, err)
		}
	}
}

// What a killed run has left is told of.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".part-ABCDEFGHIJ-a.el"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if stderr, code := runIn(t, dir, "gen grid --width 3 --height 2 -o DIR/a.el"); code != 0 || !strings.Contains(stderr, ".part-ABCDEFGHIJ-a.el is left over") {
		t.Errorf("exit code %d: %q", code, stderr)
	}
}

// A full disk under the standard output, or a trace, is an error of writing.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	if info, err := full.Stat(); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Skip("/dev/full is not a device here")
	}
	commands := []string{"info gen:grid,width=4,height=4", "info --json gen:grid,width=4,height=4", "version", "completion bash", "--help", "run --help",
		"gen grid --width 3 --height 2 -o DIR/a.el"}
	if _, _, code := viewer(t, nil, "devices"); code == 0 {
		commands = append(commands, "devices", "devices --json", "run sort -n 9", "run clip gen:clip,elements=9", "run sssp gen:grid,width=4,height=4",
			"render gen:grid,width=4,height=4 -o DIR/a.png --size 64x64")
	}
	for _, args := range commands {
		var said strings.Builder
		c := exec.Command(binary, strings.Fields(strings.ReplaceAll(args, "DIR", t.TempDir()))...)
		c.Stdout, c.Stderr, c.Env = full, &said, append(os.Environ(), compiled())
		_ = c.Run()
		if code := c.ProcessState.ExitCode(); code != exitOutput || !strings.Contains(said.String(), "no space left") || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d: %q", args, code, said.String())
		}
	}
	needDevice(t)
	for _, args := range []string{"run sssp gen:grid,width=4,height=4 --trace /dev/full", "run sort -n 9 -o /dev/full", "run sssp gen:grid,width=4,height=4 -s #0 -t #9 --trace DIR/none/a"} {
		if stderr, code := runIn(t, t.TempDir(), args); code != exitOutput {
			t.Errorf("%s: exit code %d: %q", args, code, stderr)
		}
	}
}

// A video that is given up has the exit code of the reason and leaves nothing, even where
// ffmpeg hangs.
func TestVideoGivenUp(t *testing.T) {
	t.Parallel()
	needDevice(t)
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "ffmpeg"), []byte("#!/bin/sh\nhead -c 100000 > /dev/null\necho $$ > \"$PIDFILE\"\nexec sleep 10000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		signal syscall.Signal
		code   int
	}{{0, exitTimeout}, {syscall.SIGINT, 130}, {syscall.SIGTERM, 143}} {
		dir, pidFile := t.TempDir(), filepath.Join(t.TempDir(), "pid")
		args := []string{"sort", "-n", "64", "-o", filepath.Join(dir, "-a.mp4"), "--size", "640x400"}
		if c.signal == 0 {
			args = append(args, "--timeout", "3s")
		}
		p := exec.Command(binary, args...)
		p.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "PIDFILE="+pidFile, compiled())
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		if c.signal != 0 {
			clocktest.Until(t, "ffmpeg has read a part of a frame", func() bool { _, err := os.Stat(pidFile); return err == nil })
			_ = p.Process.Signal(c.signal)
		}
		_ = p.Wait()
		if code := p.ProcessState.ExitCode(); code != c.code {
			t.Errorf("%v: exit code %d, want %d", c.signal, code, c.code)
		}
		if files, _ := os.ReadDir(dir); len(files) > 0 {
			t.Errorf("%v: it leaves %v", c.signal, files)
		}
		pid, _ := os.ReadFile(pidFile)
		if stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/comm"); len(pid) > 0 && err == nil && strings.Contains(string(stat), "sleep") {
			t.Errorf("%v: ffmpeg is still there", c.signal)
		}
	}
}

// A name cannot give orders to the terminal.
func TestEscapesInNames(t *testing.T) {
	t.Parallel()
	file := write(t, "\x1b]0;owned\x07\u009b31m.gr", "p sp 2 1\na 1 2 3\n")
	for _, args := range [][]string{{"info", file}, {"info", file + "x"}} {
		stdout, stderr, _ := viewer(t, nil, args...)
		if strings.ContainsAny(stdout+stderr, "\x1b\x07\u009b") || !strings.Contains(stdout+stderr, `\u001b`) {
			t.Errorf("%q prints %q and %q", args, stdout, stderr)
		}
	}
}

// A display that does not answer is one line with the reason, and the demo writes files.
func TestStaleDisplay(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, display := range []string{":4987", "localhost:4987"} {
		_, stderr, code := viewer(t, []string{"DISPLAY=" + display, "WAYLAND_DISPLAY="})
		if code != exitUnavailable || !strings.Contains(stderr, "DISPLAY is "+display+", where no server answers") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	}
	stdout, stderr, code := viewer(t, []string{"DISPLAY=:4987"}, "demo", "--force", "--timeout", "1ms")
	if code != exitTimeout || !strings.Contains(stdout, "written to files instead") {
		t.Errorf("the demo has exit code %d: %s%s", code, stdout, stderr)
	}
}

// Two recordings of one name do not meet.
func TestTwoRecordings(t *testing.T) {
	t.Parallel()
	needDevice(t)
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var both []*exec.Cmd
	for range 2 {
		c := exec.Command(binary, "sort", "-n", "64", "-o", "a.mp4", "--force", "--size", "160x120", "--seconds", "1")
		c.Dir, c.Env = dir, append(os.Environ(), compiled())
		both = append(both, c)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(both[0].Wait(), both[1].Wait()); err != nil {
		t.Error(err)
	}
	var names []string
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		names = append(names, f.Name())
	}
	if !slices.Equal(names, []string{"a.mp4"}) {
		t.Errorf("there are %v", names)
	}
}

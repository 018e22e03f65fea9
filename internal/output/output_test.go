package output

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/internal/fault"
)

// text writes some text.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func names(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	defer syscall.Umask(syscall.Umask(0o077))
	for _, s := range []string{"one", "another"} {
		if err := File(path, text(s)); err != nil || read(t, path) != s {
			t.Fatalf("%q: %v", s, err)
		}
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("with umask 077 the mode is %v", info.Mode())
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("wrong")
	err := File(path, func(w io.Writer) error { _ = text("half")(w); return wrong })
	if err != wrong || read(t, path) != "another" {
		t.Errorf("after %v there is %q", err, read(t, path))
	}
	if err := FileBy(path, func(part string) error { return os.WriteFile(part, []byte("by name"), 0o600) }); err != nil || read(t, path) != "by name" {
		t.Errorf("%v: %q", err, read(t, path))
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("the new file's mode is %v, not that of the old one", info.Mode())
	}
	if err := File(filepath.Join(dir, strings.Repeat("n", 255)), text("long")); err != nil {
		t.Error(err)
	}
	if n := names(t, dir); len(n) != 2 {
		t.Errorf("there are %v", n)
	}
}

// A link is followed, and stays.
func TestLinks(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target, link, dangling := filepath.Join(elsewhere, "a.txt"), filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o644), os.Symlink(target, link), os.Symlink("nothing", dangling)); err != nil {
		t.Fatal(err)
	}
	if err := File(link, text("new")); err != nil || read(t, target) != "new" {
		t.Errorf("%v: %q", err, read(t, target))
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is replaced")
	}
	if err := File(dangling, text("new")); !errors.Is(err, fault.Output) {
		t.Errorf("a link to nothing: %v", err)
	}
}

// Paths that cannot be written are known before there is anything to write.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"file", "new", ".", "./new"} {
		if err := Check(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"none/new", "file/new", strings.Repeat("9", 300)} {
		if err := Check(path); !errors.Is(err, fault.Output) {
			t.Errorf("%.20s: %v", path, err)
		}
	}
	if _, err := os.Lstat("new"); err == nil {
		t.Error("a check made a file")
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	locked := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(locked, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{dir: "folder", locked: "read-only", filepath.Join(dir, "none", "a.txt"): "no such file"} {
		if err := File(path, text("new")); !errors.Is(err, fault.Output) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), partPrefix) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if read(t, locked) != "old" {
		t.Error("what is read-only is overwritten")
	}
}

// Devices and FIFOs are written into.
func TestDevices(t *testing.T) {
	if err := File("/dev/full", text("x")); !errors.Is(err, fault.Output) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full device: %v", err)
	}
	fifo := filepath.Join(t.TempDir(), "a.txt")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := FileBy(fifo, func(string) error { return nil }); !errors.Is(err, fault.Output) {
		t.Errorf("another program may write a FIFO: %v", err)
	}
	got := make(chan string)
	go func() {
		time.Sleep(50 * time.Millisecond)
		b, _ := os.ReadFile(fifo)
		got <- string(b)
	}()
	if err := File(fifo, text("through")); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "through" {
		t.Errorf("the reader gets %q", s)
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the FIFO is replaced: %v", err)
	}
	patience = 50 * time.Millisecond
	defer func() { patience = 10 * time.Second }()
	if err := File(fifo, text("x")); !errors.Is(err, fault.Output) {
		t.Errorf("nothing reads: %v", err)
	}
}

// Two who write one name do not meet, and a name that somebody prepared is not used.
func TestConcurrent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	err := File(path, func(w io.Writer) error {
		if n := Leftovers(filepath.Dir(path)); len(n) != 0 {
			t.Errorf("what is being written is called left over: %v", n)
		}
		if err := text("first, ")(w); err != nil {
			return err
		}
		if err := File(path, text("second")); err != nil {
			return err
		}
		return text("to the end")(w)
	})
	if s := read(t, path); err != nil || s != "first, to the end" {
		t.Errorf("%v: %q", err, s)
	}
	killed := filepath.Join(filepath.Dir(path), partPrefix+"ABCDEFGHIJ-a.txt")
	if err := os.WriteFile(killed, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if n := Leftovers(filepath.Dir(path)); !slices.Equal(n, []string{killed}) {
		t.Errorf("left over are %v", n)
	}
}

func TestUnused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "picture")
	for _, file := range []string{".png", "-2.csv"} {
		if got := Unused(name, ".xyz", ".png", ".csv"); file == "-2.csv" && got != name+"-2" {
			t.Errorf("got %s", got)
		}
		if err := os.WriteFile(name+file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := Unused(name, ".png", ".csv"); got != name+"-3" {
		t.Errorf("got %s", got)
	}
}

func TestPattern(t *testing.T) {
	dir := t.TempDir()
	for _, bad := range []string{"x%.png", "x%s.png", "x%dy%d.png", "x%%.png", "x.png", "x%4d.png", "x%099d.png", "x%x.png", "%d/x.png", "x%d%"} {
		if p, err := ParsePattern(bad); err == nil {
			t.Errorf("%q gives %q", bad, p.Name(7))
		}
	}
	p, err := ParsePattern(filepath.Join(dir, "x%03d.png"))
	if err != nil || p.Name(7) != filepath.Join(dir, "x007.png") {
		t.Errorf("%v, %s", err, p.Name(7))
	}
	for _, name := range []string{"x12.png", "x012.png", "y012.png", "x012.png.bak"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.Existing(); !slices.Equal(got, []string{filepath.Join(dir, "x012.png")}) {
		t.Errorf("there are %v", got)
	}
}

func TestStream(t *testing.T) {
	var b bytes.Buffer
	s := NewStream(&b, "the test")
	for _, part := range []string{"plain → \t\n", "\x1b[31mred\x07", "\u009b1m\u202etxt\r", "\xff"} {
		if n, err := s.Write([]byte(part)); err != nil || n != len(part) {
			t.Errorf("%q: %d, %v", part, n, err)
		}
	}
	if want := "plain → \t\n" + `\u001b[31mred\u0007\u009b1m\u202etxt\u000d` + "\xff"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	s = NewStream(full, "the test")
	_, _ = s.Write([]byte("lost"))
	if _, err := s.Write(nil); !errors.Is(err, fault.Output) || s.Err() != err || !strings.Contains(err.Error(), "the test") {
		t.Errorf("a full device: %v", err)
	}
}

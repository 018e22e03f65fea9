package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/fault"
)

// Exit codes of package fault.
const (
	exitInput  = int(fault.Input)
	exitWrong  = int(fault.Wrong)
	exitLimit  = int(fault.Limit)
	exitOutput = int(fault.Output)
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "viewer")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "viewer")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// viewer runs the program in a folder of its own and returns what it printed and
// its exit code. The software device is used, so that results do not depend on
// the machine.
func viewer(t *testing.T, env []string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	c := exec.Command(binary, args...)
	c.Dir = t.TempDir()
	c.Env = append(append(os.Environ(), "DISPLAY=", "XDG_CACHE_HOME="+c.Dir, "XDG_CONFIG_HOME="+c.Dir, compiled()), env...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), code
}

// compiled lets programs find what the driver has compiled for others, also in earlier runs
// of the tests, although they have a cache folder of their own.
func compiled() string {
	user, _ := os.UserCacheDir()
	return "MESA_SHADER_CACHE_DIR=" + cmp.Or(os.Getenv("MESA_SHADER_CACHE_DIR"), user, filepath.Dir(binary))
}

// refusal is a command line, split at blanks, that must fail with one line.
type refusal struct {
	name string
	env  []string
	args string
	code int
	says string
}

func (c refusal) check(t *testing.T) {
	t.Helper()
	stdout, stderr, code := viewer(t, c.env, strings.Fields(c.args)...)
	if code != c.code || !strings.Contains(stderr, c.says) {
		t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
	}
	if strings.Count(strings.TrimSpace(stderr), "\n") > 0 || !strings.HasPrefix(stderr, "viewer: ") || stdout != "" {
		t.Errorf("%s: %q is no single line, or it prints %q", c.name, stderr, stdout)
	}
}

// write makes a file in a folder of its own.
func write[Contents string | []byte](t *testing.T, name string, contents Contents) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(contents), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// readPNG reads a picture.
func readPNG(t *testing.T, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// interrupt runs a command that is interrupted in a submission. It must exit with 130, long before
// its work is done: where it makes a hundred submissions more it loses its device.
func interrupt(t *testing.T, submission int, args ...string) {
	t.Helper()
	faults := fmt.Sprintf("vkQueueSubmit:%d:1:130,vkQueueSubmit:%d:1000000:-4", submission, submission+100)
	if _, stderr, code := viewer(t, gputest.Faults(t, faults), args...); code != 130 {
		t.Errorf("%v: interrupted in submission %d, it exits with %d: %s", args, submission, code, stderr)
	}
}

// checkInterrupted interrupts a command whose last argument is its output: what was there
// must be left, and nothing else.
func checkInterrupted(t *testing.T, submission int, args ...string) {
	t.Helper()
	path := write(t, args[len(args)-1], "old")
	args[len(args)-1] = path
	interrupt(t, submission, append(args, "--force")...)
	checkLeft(t, path, args)
}

// checkLeft checks that an interrupted command has left its output as it was, and nothing else.
func checkLeft(t *testing.T, path string, args []string) {
	t.Helper()
	if b, _ := os.ReadFile(path); string(b) != "old" {
		t.Errorf("%v: what was there is gone", args)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("%v: it leaves %v behind", args, entries)
	}
}

// patience is how long tests wait for what takes a moment: a machine may be busy otherwise.
const patience = 5 * time.Minute

func needDevice(t *testing.T) {
	t.Helper()
	if _, _, code := viewer(t, nil, "devices"); code != 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no Vulkan device")
		}
		t.Skip("there is no Vulkan device")
	}
}

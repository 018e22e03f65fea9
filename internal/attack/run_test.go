// Package attack hurts the built viewer: damaged inputs of every kind, odd values of flags,
// faults of the driver, signals, full disks, small files that stand for much, and kills while
// files are written. The short form is part of the suite; KERNELSCOPE_ATTACK=1 ("make
// attack") is the long one. TestSoak runs for the time that KERNELSCOPE_SOAK says.
package attack

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Exit codes that a person may get: success, and the kinds of errors that package fault and
// the command line have.
const (
	ok          = 0
	usage       = 2
	badInput    = 3
	unavailable = 4
	deviceLost  = 5
	limit       = 6
	output      = 7
	timeout     = 124
)

// What no run may exceed.
const (
	maxTime   = 60 * time.Second // of each of two processors
	longest   = 5 * maxTime      // on a busy machine
	maxMemory = 1 << 30          // bytes resident
	maxSpace  = 6 << 30          // bytes of address space
	maxWords  = 600              // bytes of an error message
)

// long selects the long form. KERNELSCOPE_ATTACK=1 makes all runs, a greater number at most
// that many of a kind, drawn at random.
var long = os.Getenv("KERNELSCOPE_ATTACK") != ""

// count returns n, or many in the long form.
func count(n, many int) int {
	if !long {
		return n
	}
	if most, _ := strconv.Atoi(os.Getenv("KERNELSCOPE_ATTACK")); most > 1 {
		return min(many, most)
	}
	return many
}

// sqlProgram returns kernelscope-sql, which is built at the first call.
var sqlProgram = sync.OnceValues(func() (path string, err error) {
	path = filepath.Join(filepath.Dir(viewer), "kernelscope-sql")
	if out, err := exec.Command("go", "build", "-tags", "duckdb", "-o", path, "kernelscope/cmd/kernelscope-sql").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s%w", out, err)
	}
	return path, nil
})

// viewer is the program under attack: KERNELSCOPE_VIEWER, or built here.
var viewer = os.Getenv("KERNELSCOPE_VIEWER")

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		panic(err)
	}
	if viewer == "" {
		viewer = filepath.Join(dir, "viewer")
		if out, err := exec.Command("go", "build", "-o", viewer, "kernelscope/cmd/viewer").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			os.Exit(1)
		}
	}
	fmt.Printf("KERNELSCOPE_SEED=%d\n", seed)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// attempt is a run of the viewer or, if it is named, another program.
type attempt struct {
	program string
	input   string   // file that is the standard input
	dir     string   // where it runs; a new folder if empty
	env     []string // beside the test's own
	args    []string
	// meanwhile, if not nil, is called when the process has started.
	meanwhile func(*os.Process)
}

// outcome is how a run ended.
type outcome struct {
	dir        string
	code       int // -1 after a signal
	out, err   string
	elapsed    time.Duration
	worked     time.Duration // processor time
	peak       int64         // bytes
	hung       bool
	terminated syscall.Signal
}

// run runs the viewer, with an address space that holds what it should need.
func (a attempt) run(t testing.TB) (o outcome) {
	t.Helper()
	if a.dir == "" {
		a.dir = t.TempDir()
	}
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", fmt.Sprintf(`ulimit -c 0; ulimit -v %d; exec "$@"`, maxSpace>>10), "sh", cmp.Or(a.program, viewer)}, a.args...)...)
	c.Dir = a.dir
	c.Env = append(append(os.Environ(), "DISPLAY=", "WAYLAND_DISPLAY=", "XDG_CACHE_HOME="+a.dir, compiled()), a.env...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if a.input != "" {
		f, err := os.Open(a.input)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c.Stdin = f
	}
	c.WaitDelay = time.Second
	begin := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	peak := make(chan int64)
	go func() { peak <- most(c.Process.Pid, ctx.Done()) }()
	if a.meanwhile != nil {
		a.meanwhile(c.Process)
	}
	_ = c.Wait()
	cancelled := ctx.Err() != nil
	cancel()
	o = outcome{dir: a.dir, code: c.ProcessState.ExitCode(), out: out.String(), err: errs.String(), elapsed: time.Since(begin), hung: cancelled}
	o.worked = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if o.worked > 2*maxTime {
		o.hung = true
	}
	o.peak = <-peak
	if all := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; all > resident(os.Getpid()) {
		o.peak = all // of a child it is at least what its parent has had
	}
	if s := c.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		o.terminated = s.Signal()
	}
	return o
}

// resident returns the most bytes that a process has had in memory, 0 if it is gone.
func resident(pid int) (bytes int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &bytes)
	}
	return bytes << 10
}

// most follows the memory of a process until done.
func most(pid int, done <-chan struct{}) (bytes int64) {
	for {
		bytes = max(bytes, resident(pid))
		select {
		case <-done:
			return bytes
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// compiled lets the viewer find what the driver has compiled before, although it has a cache
// folder of its own.
func compiled() string {
	if dir := os.Getenv("MESA_SHADER_CACHE_DIR"); dir != "" {
		return "MESA_SHADER_CACHE_DIR=" + dir
	}
	user, _ := os.UserCacheDir()
	return "MESA_SHADER_CACHE_DIR=" + user
}

var crash = regexp.MustCompile(`panic:|goroutine \d|fatal error|SIGSEGV|runtime error`)

// problem says what is wrong with an outcome: a crash, a hang, too much memory, an exit code
// that is not among those expected, or an error that is not one line. It is empty of a run
// that is as it should be.
func (o outcome) problem(codes ...int) string {
	said := strings.TrimSpace(notes.ReplaceAllString(o.err, ""))
	duck := strings.HasPrefix(said, "kernelscope-sql: ") // DuckDB shows the statement, and what it could have meant
	switch {
	case o.hung:
		return fmt.Sprintf("works for more than %v, or waits for more than %v", maxTime, longest)
	case o.code < 0:
		return fmt.Sprintf("ended by %v", o.terminated)
	case crash.MatchString(o.out + o.err):
		return "a crash: " + o.err
	case o.peak > maxMemory:
		return fmt.Sprintf("took %d MiB", o.peak>>20)
	case !slices.Contains(codes, o.code):
		return fmt.Sprintf("exit code %d: %s", o.code, said)
	case o.code != ok && (said == "" || strings.Contains(said, "\n") && !duck):
		return fmt.Sprintf("exit code %d with %q, which is not one line", o.code, said)
	case o.code != ok && len(said) > maxWords && !duck:
		return fmt.Sprintf("%d bytes of error: %.100s…", len(said), said)
	}
	return ""
}

// notes are lines that may come before the error: the log, progress, and those of the fault layer.
var notes = regexp.MustCompile(`(?m)^(time=|[0-9]+ % after |\[fault\]|viewer: (.*left over|warning)).*\n`)

// eachOf runs f for numbers from 0 to n-1, some of them concurrently.
func eachOf(t *testing.T, n int, f func(i int)) {
	t.Helper()
	var wait sync.WaitGroup
	next := make(chan int)
	for range max(1, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

// needDevice skips a test where the viewer finds no device.
func needDevice(t *testing.T) {
	t.Helper()
	if o := (attempt{args: []string{"devices"}}).run(t); o.code == unavailable && os.Getenv("CI") == "" {
		t.Skip(o.err)
	}
}

// tally counts outcomes by exit code, and keeps the worst.
type tally struct {
	sync.Mutex
	codes   map[int]int
	peak    int64
	slowest time.Duration
}

func (c *tally) add(o outcome) {
	c.Lock()
	defer c.Unlock()
	if c.codes == nil {
		c.codes = map[int]int{}
	}
	c.codes[o.code]++
	c.peak, c.slowest = max(c.peak, o.peak), max(c.slowest, o.elapsed)
}

// String has the number of runs by exit code.
func (c *tally) String() string {
	var parts []string
	n := 0
	for _, code := range slices.Sorted(func(yield func(int) bool) {
		for k := range c.codes {
			if !yield(k) {
				return
			}
		}
	}) {
		n += c.codes[code]
		parts = append(parts, fmt.Sprintf("%d × %d", c.codes[code], code))
	}
	return fmt.Sprintf("%d runs, exit codes %s; most %d MiB, slowest %.1f s", n, strings.Join(parts, ", "), c.peak>>20, c.slowest.Seconds())
}

// seed makes other cases: KERNELSCOPE_SEED or, in the long form, one of the day; the suite's is fixed.
var seed = func() uint64 {
	if text := os.Getenv("KERNELSCOPE_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic(err)
		}
		return n
	}
	if long {
		return uint64(time.Now().Unix() / int64(24*time.Hour/time.Second))
	}
	return 0
}()

// random returns a source of numbers for a case, which can be repeated with the same seed.
func random(kind string, i int) *rand.Rand {
	h := 14695981039346656037 + seed
	for _, b := range []byte(kind) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return rand.New(rand.NewPCG(h, uint64(i)))
}

// pick returns one of some values.
func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// write makes a file.
func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
}

package attack

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/internal/xvfb"
	"kernelscope/render/record"
)

// patience is how long a window may do without an answer to a drop.
const patience = 3 * time.Minute

// monkey acts on the program's window at random. Its actions depend on the seed alone.
type monkey struct {
	*testing.T
	*rand.Rand
	*xvfb.Display
	dir     string // of the program
	files   []func() string
	window  string
	program *exec.Cmd
	ended   chan struct{} // closed

	last          []string // actions
	drops, missed int      // missed are those that the window was too slow for
	peak          int64    // bytes resident
}

// monkeyActions is the number of actions, if it is set.
var monkeyActions, _ = strconv.Atoi(os.Getenv("KERNELSCOPE_MONKEY"))

// TestMonkey presses keys, clicks, drags, resizes and drops good and bad files, at random. The
// window goes on, without a panic and within a bound of memory. KERNELSCOPE_SEED and
// KERNELSCOPE_MONKEY, the number of actions, repeat a run.
func TestMonkey(t *testing.T) {
	needDevice(t)
	n := count(60, 3000)
	if monkeyActions > 0 {
		n = monkeyActions
	}
	m := &monkey{T: t, Rand: random("monkey", 0), Display: xvfb.Open(t), dir: t.TempDir()}
	t.Logf("KERNELSCOPE_SEED=%d KERNELSCOPE_MONKEY=%d", seed, n)
	m.findFiles()
	m.start()
	for i := range n {
		m.act()
		if i%25 == 24 {
			m.answer()
		}
		m.watch()
	}
	m.answer()
	m.stop()
	t.Logf("%d actions, %d drops, %d of them not awaited by their source; most %d MiB", n, m.drops, m.missed, m.peak>>20)
}

// start starts the program and waits for its window.
func (m *monkey) start() {
	m.Helper()
	m.program = exec.Command(viewer, pick(m.Rand, [][]string{{}, {grid}, {"sort"}, {"clip"}, {"trees", grid}, {"bfs", grid}, {"sums"}})...)
	m.program.Dir = m.dir
	m.program.Env = append(os.Environ(), "DISPLAY="+m.Name, "WAYLAND_DISPLAY=", "XDG_CACHE_HOME="+m.dir, "XDG_CONFIG_HOME="+m.dir, compiled())
	said, err := os.Create(filepath.Join(m.dir, "said.txt"))
	if err != nil {
		m.Fatal(err)
	}
	defer said.Close()
	m.program.Stderr = said
	if err := m.program.Start(); err != nil {
		m.Fatal(err)
	}
	program, ended := m.program, make(chan struct{})
	go func() { _ = program.Wait(); close(ended) }()
	m.ended = ended
	m.Cleanup(func() { _ = program.Process.Kill() })
	m.record("start " + strings.Join(m.program.Args[1:], " "))
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if m.window = m.Window(); m.window != "" {
			return
		}
	}
	m.Fatalf("no window opens: %s", m.said())
}

// said returns what the program has printed.
func (m *monkey) said() string {
	text, _ := os.ReadFile(filepath.Join(m.dir, "said.txt"))
	return string(text)
}

// monkeyKeys are keys and texts; texts are typed.
var monkeyKeys = strings.Fields(`F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 space Left Right Up Down Home End Return Escape Tab BackSpace Delete Insert
	a c f g j k l o p r s t v x y z bracketleft bracketright ctrl+a ctrl+c ctrl+v ctrl+x ctrl+z ctrl+y ctrl+s ctrl+o shift+p shift+Left shift+Right shift+r`)

var monkeyTexts = []string{"0", "-1", "1e30", "nan", "4096", "gen:grid,width=30,height=30", "gen:clip,elements=500", "gen:", "/", "~", "\u00e9\u4e2d", "random", "#3", "-75.5,39.1"}

// act makes an action.
func (m *monkey) act() {
	x, y := m.IntN(1400), m.IntN(900)
	if m.IntN(5) < 3 {
		x = m.IntN(340) // on the panel
	}
	at := []string{"mousemove", "--window", m.window, fmt.Sprint(x), fmt.Sprint(y)}
	button := pick(m.Rand, []string{"1", "1", "1", "1", "2", "3"})
	switch n := m.IntN(100); {
	case n < 30:
		m.do("key", "--window", m.window, pick(m.Rand, monkeyKeys))
	case n < 35:
		m.do("type", "--window", m.window, pick(m.Rand, monkeyTexts))
	case n < 58:
		with := pick(m.Rand, []string{"", "", "", "shift", "ctrl", "alt"})
		click := append(at, "mousedown", button, "mouseup", button)
		if with != "" {
			click = slices.Concat([]string{"keydown", with}, click, []string{"keyup", with})
		}
		m.do(click...)
	case n < 73:
		to := []string{"mousemove_relative", "--", fmt.Sprint(m.IntN(400) - 200), fmt.Sprint(m.IntN(300) - 150)}
		m.do(slices.Concat(at, []string{"mousedown", button}, to, to, []string{"mouseup", button})...)
	case n < 81:
		m.do(append(at, "click", pick(m.Rand, []string{"4", "5", "6", "7"}))...)
	case n < 84:
		size := pick(m.Rand, [][2]int{{1280, 800}, {64, 48}, {1, 1}, {320 + m.IntN(1200), 200 + m.IntN(700)}})
		m.do("windowsize", m.window, fmt.Sprint(size[0]), fmt.Sprint(size[1]))
	case n < 85:
		m.do("windowunmap", m.window)
		m.do("windowmap", m.window)
	default:
		m.drop(pick(m.Rand, m.files)(), n >= 98)
	}
}

// record keeps an action for the report of a failure.
func (m *monkey) record(action string) {
	m.last = append(m.last[max(0, len(m.last)-39):], action)
}

func (m *monkey) do(args ...string) {
	m.record(strings.Join(args, " "))
	_, _ = m.Do(args...) // of a program that has ended; watch tells
}

func (m *monkey) drop(path string, dies bool) {
	m.record(fmt.Sprintf("drop %s %v", path, dies))
	m.drops++
	if err := m.Drop(m.T, m.window, path, dies); err != nil {
		m.missed++
	}
}

// answer waits until the window answers, to a drop of a file that does not exist.
func (m *monkey) answer() {
	for end := time.Now().Add(patience); m.Drop(m.T, m.window, "/none", false) != nil && !m.hasEnded(); {
		if time.Now().After(end) {
			_ = m.program.Process.Signal(syscall.SIGQUIT) // which prints all stacks
			<-m.ended
			m.Errorf("no answer for %v", patience)
		}
	}
}

func (m *monkey) hasEnded() bool {
	select {
	case <-m.ended:
		return true
	default:
		return false
	}
}

// watch reports what must not be: an end, a panic, too much memory.
func (m *monkey) watch() {
	if m.hasEnded() {
		m.fail(fmt.Sprintf("the program ended, %v: %.8000s", m.program.ProcessState, m.said()))
		m.start()
	}
	if reports, _ := filepath.Glob(filepath.Join(m.dir, "kernelscope-panic-*")); len(reports) > 0 {
		text, _ := os.ReadFile(reports[0])
		m.fail(fmt.Sprintf("a panic: %.4000s", text))
		_ = os.Remove(reports[0])
	}
	m.peak = max(m.peak, resident(m.program.Process.Pid))
	if m.peak > maxMemory {
		m.Fatalf("%d MiB after %v", m.peak>>20, m.last)
	}
	saved, _ := filepath.Glob(filepath.Join(m.dir, "kernelscope-2*"))
	for _, path := range saved { // pictures, traces
		_ = os.Remove(path)
	}
}

// fail reports what is wrong, and the last actions.
func (m *monkey) fail(what string) {
	m.Errorf("%s\nafter\n%s", what, strings.Join(m.last, "\n"))
}

// stop ends the program by a signal.
func (m *monkey) stop() {
	_ = m.program.Process.Signal(syscall.SIGTERM)
	select {
	case <-m.ended:
		if code := m.program.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) || crash.MatchString(m.said()) {
			m.fail(fmt.Sprintf("at the end the exit code is %d: %s", code, m.said()))
		}
	case <-time.After(patience):
		m.fail("SIGTERM does not end it")
	}
}

// monkeyCommands are stored in pictures that are dropped.
var monkeyCommands = []string{"trees good.gr", "bfs good.gr -n 64 --scheme coalesced", "bfs good.gr --pairs=good.csv", "good.osm -a nearfar", "good.svg", "clip good.svg --partitions",
	"sort --input=good.bin", "sort -n 5000 -a batcher --compare radix", "sums -n 3000", "clip --shape random -n 300", // good ones
	"clip good.gr", "trees good.svg", "bfs good.svg", "clip good.osm.pbf", "sort --input=pipe", "bfs good.gr --pairs=pipe", "sort --input=/dev/zero", "pipe", "trees none.gr",
	"sort -n 2^40", "run sort", "sort -o x.png", "picture.png", "good.gr --close=9,9", "help"}

// findFiles makes the files that are dropped: good ones, damaged ones of all kinds, pictures of
// commands, folders, pipes and devices.
func (m *monkey) findFiles() {
	dir := filepath.Join(m.dir, "files")
	good := map[string][]byte{"good.gr": []byte(grSeed), "good.mtx": []byte(mtxSeeds[0]), "good.el": []byte(edgeSeeds[0]), "good.svg": []byte(svgSeed), "good.osm": []byte(xmlSeed()),
		"good.osm.pbf": pbfSeed(), "good.txt": []byte(clipSeeds[0]), "good.bin": noise(m.Rand, 4096), "good.csv": []byte("1,2\n3,4\n")}
	paths := []string{dir, filepath.Join(dir, "none"), filepath.Join(dir, "pipe"), "/dev/zero", "/dev/null"}
	for _, name := range slices.Sorted(maps.Keys(good)) {
		write(m.T, filepath.Join(dir, name), good[name])
		paths = append(paths, filepath.Join(dir, name), filepath.Join(dir, name))
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		m.Fatal(err)
	}
	for i, command := range monkeyCommands {
		var picture bytes.Buffer
		if err := record.Picture(&picture, make([]byte, 4), 1, 1, "viewer "+command, 1); err != nil {
			m.Fatal(err)
		}
		path := filepath.Join(dir, fmt.Sprintf("picture%d.png", i))
		write(m.T, path, picture.Bytes())
		paths = append(paths, path)
	}
	all := kinds(m.T)
	damaged := filepath.Join(dir, "damaged")
	write(m.T, filepath.Join(damaged, "x"), nil)
	m.files = []func() string{
		func() string { return pick(m.Rand, paths) }, func() string { return pick(m.Rand, paths) },
		func() string { return pick(m.Rand, all).make(m.Rand, damaged) },
	}
}

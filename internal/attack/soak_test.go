package attack

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// lanes are the widths of subgroups, by what makes the software device have them.
var lanes = map[string]string{"128": "4", "256": "8", "512": "16"}

// wide says that nothing is drawn: the driver compiles no drawings for subgroups of 16.
var wide = os.Getenv("LP_NATIVE_VECTOR_WIDTH") == "512"

// TestSoak works at random for the time that KERNELSCOPE_SOAK says, a third at each width of
// subgroups: it opens and closes devices, changes sizes, and runs all families,
// each of which must be verified. Memory must stay as it is after a warm-up.
func TestSoak(t *testing.T) {
	most, err := time.ParseDuration(cmp.Or(os.Getenv("KERNELSCOPE_SOAK"), "0s"))
	if err != nil {
		t.Fatal(err)
	}
	if most == 0 {
		t.Skip("KERNELSCOPE_SOAK, such as 1h, says for how long")
	}
	if os.Getenv("LP_NATIVE_VECTOR_WIDTH") != "" { // one of those that are started below
		soak(t, most)
		return
	}
	for _, width := range slices.Sorted(maps.Keys(lanes)) {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestSoak$", "-test.v", "-test.timeout", (most + time.Hour).String())
		user, _ := os.UserCacheDir() // compiled code stays there, orders of random maps do not
		c.Env = append(os.Environ(), "LP_NATIVE_VECTOR_WIDTH="+width, "KERNELSCOPE_SOAK="+(most/3).String(), "KERNELSCOPE_VIEWER="+viewer,
			"XDG_CACHE_HOME="+t.TempDir(), "MESA_SHADER_CACHE_DIR="+filepath.Join(user, "kernelscope", "llvmpipe-"+width))
		out, err := c.CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, ".go:") && !strings.Contains(line, "round: ") {
				t.Logf("%s lanes: %s", lanes[width], strings.TrimSpace(line))
			}
		}
		if err != nil {
			t.Errorf("%s lanes: %v, after …%s", lanes[width], err, out[max(0, len(out)-4000):])
		}
	}
}

// soaker is a window without a display, and what was seen of it.
type soaker struct {
	*testing.T
	*rand.Rand
	device  *gpu.Device
	stage   *studio.Stage
	rounds  map[string]int
	refused int
	frames  int
}

// roundsOpen is after how many rounds the device is closed and opened again.
const roundsOpen = 6

// soak makes rounds until the time is over.
func soak(t *testing.T, most time.Duration) {
	runtime.LockOSThread()
	s := &soaker{T: t, Rand: random("soak", int(time.Now().UnixNano())), rounds: map[string]int{}}
	begin := time.Now()
	var held []sample
	for time.Since(begin) < most && !t.Failed() {
		s.openDevice()
		for range roundsOpen {
			s.round()
			if t.Failed() {
				break
			}
		}
		s.closeDevice()
		held = append(held, resting())
	}
	all := 0
	for _, n := range s.rounds {
		all += n
	}
	t.Logf("%v: %d rounds, all verified: %v; %d settings refused; %d frames; %d devices", time.Since(begin).Round(time.Second), all, s.rounds, s.refused, s.frames, len(held))
	flat(t, held)
}

// sample is the memory that is held when all is closed, in bytes.
type sample struct {
	resident int64 // but for what the driver keeps for good
	goes     int64 // objects of Go
	native   int64 // what C code has allocated
	kept     int64 // by the driver, for good
}

// resting returns what is held when nothing is open. The driver of the software device writes
// code of vertices into executable memory of its own, of which it frees none: a page for each
// pipeline that draws (docs/reliability.md). Nothing else of this process is writable and
// executable, so that is what is left out.
func resting() (s sample) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.goes, s.native = int64(m.HeapAlloc), gputest.Allocated()
	maps, _ := os.ReadFile("/proc/self/smaps")
	isCode := false
	for line := range strings.Lines(string(maps)) {
		words := strings.Fields(line)
		switch {
		case !strings.HasSuffix(words[0], ":"):
			isCode = words[1] == "rwxp"
		case words[0] == "Rss:":
			var kib int64
			_, _ = fmt.Sscan(words[1], &kib)
			if isCode {
				s.kept += kib << 10
			} else {
				s.resident += kib << 10
			}
		}
	}
	return s
}

// flat compares the memory of the last third with that of the middle one: the first is a
// warm-up, in which kernels are compiled that had not run before.
func flat(t *testing.T, held []sample) {
	third := len(held) / 3
	if third < 3 {
		t.Logf("memory: only %d samples, which say nothing", len(held))
		return
	}
	for what, of := range map[string]func(sample) int64{
		"resident": func(s sample) int64 { return s.resident }, "Go": func(s sample) int64 { return s.goes }, "C": func(s sample) int64 { return s.native },
	} {
		mean := func(some []sample) (mib float64) {
			for _, h := range some {
				mib += float64(of(h)) / (1 << 20) / float64(len(some))
			}
			return mib
		}
		first, middle, last := mean(held[:third]), mean(held[third:2*third]), mean(held[2*third:])
		var some []string
		for i := range 20 {
			some = append(some, fmt.Sprintf("%.1f", mean(held[i*(len(held)-1)/19:][:1])))
		}
		t.Logf("memory at rest, %s: %.2f, %.2f, %.2f MiB in the thirds of %d samples, 20 of which are %s", what, first, middle, last, len(held), strings.Join(some, " "))
		if last > 1.05*middle {
			t.Errorf("memory grows by %.1f %%: %s", 100*(last/middle-1), what)
		}
	}
	t.Logf("the driver keeps %d KiB of code for good", held[len(held)-1].kept>>10)
}

func (s *soaker) openDevice() {
	var err error
	if s.device, err = gpu.Open(gpu.Options{Device: cmp.Or(os.Getenv("KERNELSCOPE_TEST_DEVICE"), "llvmpipe")}); err != nil {
		s.Fatal(err)
	}
	s.stage, err = studio.NewStage(s.device, 640, 400, 1, studio.Options{Program: &studio.Program{Families: cli.Views(families.All)}, Seed: s.Uint64()})
	if err != nil {
		s.Fatal(err)
	}
}

func (s *soaker) closeDevice() {
	s.stage.Release()
	for _, name := range s.device.Release() {
		s.Errorf("%s was not released", name)
	}
	s.stage, s.device = nil, nil
}

// How long a round may take, of which the processor is at work for the former: a machine that
// is busy otherwise gives it little.
const maxWork, maxWait = 2 * time.Minute, 30 * time.Minute

// processor returns how long processors were at work for this process.
func processor() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// round shows something in a family at a random size, and waits until it is verified.
func (s *soaker) round() {
	s.stage.Width, s.stage.Height = 64+s.IntN(900), 64+s.IntN(600)
	canvas, err := draw.NewCanvas(s.device, s.stage.Width, s.stage.Height)
	if err != nil {
		s.Fatal(err)
	}
	defer canvas.Release()
	family := pick(s.Rand, families.All).Tab.Name
	if _, err := s.stage.Show(family); err != nil {
		s.Fatal(err)
	}
	what := s.begin(family)
	s.Logf("round: %s %s", family, what)
	s.stage.Ask(timeline.End{})
	changes := s.IntN(10)
	for begin, worked := time.Now(), processor(); ; {
		s.frame(canvas)
		right, there := s.verdict()
		if p := s.stage.Status().Problem; p != "" {
			s.refused++
			s.stage.Tell(nil)
			return
		}
		if there && !right {
			s.Errorf("%s, %s: wrong", family, what)
		}
		if changes > 0 {
			changes--
			s.disturb(changes == 0)
			continue
		}
		if there {
			s.rounds[family]++
			return
		}
		if worked := processor() - worked; worked > maxWork || time.Since(begin) > maxWait {
			s.Errorf("%s, %s: not verified after %v, %v of them at work", family, what, time.Since(begin), worked)
			return
		}
	}
}

// frame gives a frame of random input, lets time pass, and draws.
func (s *soaker) frame(canvas *draw.Canvas) {
	in := input.Frame{Seconds: 1.0 / 60, X: float64(s.IntN(s.stage.Width)), Y: float64(s.IntN(s.stage.Height)), WheelY: float64(s.IntN(3) - 1)}
	if _, err := s.stage.Interact(in); err != nil {
		s.Fatal(err)
	}
	if err := s.stage.Advance(time.Second/60, 50*time.Millisecond); err != nil {
		s.Fatal(err)
	}
	if wide {
		return
	}
	if err := (&studio.Canvas{Stage: s.stage, Target: canvas}).Present(s.Context()); err != nil {
		s.Fatal(err)
	}
	s.frames++
}

//go:build !nowindow

package main

import (
	"encoding/json"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/xvfb"
	"kernelscope/osmload/osmtest"
)

// desktop is a virtual display with the program's window on it.
type desktop struct {
	*xvfb.Display
	t       *testing.T
	dir     string
	window  string // X11's number
	program *exec.Cmd
	ended   chan error
	lines   []line // of the log
	read    int    // bytes of the log
}

// openDesktop starts a display and the program under validation.
func openDesktop(t *testing.T, args ...string) *desktop {
	t.Helper()
	return openDesktopIn(t, validation(t), args...)
}

// openDesktopIn is openDesktop with another environment.
func openDesktopIn(t *testing.T, environment []string, args ...string) *desktop {
	t.Helper()
	needDevice(t)
	var server []string
	if len(environment) > 0 { // faults are those of swapchains, which a window has where no memory is shared
		server = []string{"-extension", "MIT-SHM"}
	}
	d := &desktop{Display: xvfb.Open(t, server...), t: t, dir: t.TempDir()}
	d.program = exec.Command(binary, append(args, "--trace", "trace.jsonl")...)
	d.program.Dir = d.dir
	d.program.Env = append(append(os.Environ(), "DISPLAY="+d.Name, "XDG_CACHE_HOME="+d.dir, "XDG_CONFIG_HOME="+d.dir, compiled()), environment...)
	said, err := os.Create(filepath.Join(d.dir, "said.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	d.program.Stdout, d.program.Stderr = said, said
	if err := d.program.Start(); err != nil {
		t.Fatal(err)
	}
	d.ended = make(chan error, 1)
	go func() { d.ended <- d.program.Wait() }()
	t.Cleanup(func() {
		_ = d.program.Process.Kill()
		if t.Failed() {
			t.Logf("the program said: %s", d.said())
		}
	})
	d.until("the window opens", func() bool {
		d.window = d.Window()
		return d.window != ""
	})
	return d
}

// do runs xdotool, which must succeed, and waits until the window has drawn what it did: an interface
// needs some frames to settle.
func (d *desktop) do(args ...string) {
	d.t.Helper()
	if _, err := d.Do(args...); err != nil {
		d.t.Fatalf("xdotool %v: %v", args, err)
	}
	for range 3 {
		d.frame("F12")
	}
}

// frame presses F12, and waits for the frame with it. Events come in order: all others before it
// were seen.
func (d *desktop) frame(key ...string) {
	d.t.Helper()
	n := d.count("frame", "")
	if _, err := d.Do(append([]string{"key"}, key...)...); err != nil {
		d.t.Fatal(err)
	}
	d.until("there is a frame", func() bool { return d.count("frame", "") > n })
}

func (d *desktop) key(k string) { d.t.Helper(); d.do("key", "--window", d.window, k) }

func (d *desktop) moveTo(x, y int) {
	d.t.Helper()
	d.do("mousemove", "--window", d.window, fmt.Sprint(x), fmt.Sprint(y))
}

func (d *desktop) click(x, y int) {
	d.t.Helper()
	d.moveTo(x, y)
	d.do("mousedown", "1")
	d.do("mouseup", "1")
}

func (d *desktop) drag(x0, y0, x1, y1 int) {
	d.t.Helper()
	d.moveTo(x0, y0)
	d.do("mousedown", "1")
	d.moveTo((x0+x1)/2, (y0+y1)/2)
	d.moveTo(x1, y1)
	d.do("mouseup", "1")
}

// said returns what the program has printed so far.
func (d *desktop) said() string {
	text, _ := os.ReadFile(filepath.Join(d.dir, "said.txt"))
	return string(text)
}

// until waits for something to become true.
func (d *desktop) until(what string, true_ func() bool) {
	d.t.Helper()
	came := false
	defer func() {
		if keep := os.Getenv("KERNELSCOPE_KEEP"); keep != "" && !came {
			_ = exec.Command("import", "-display", d.Name, "-window", "root", filepath.Join(keep, "failed.png")).Run()
		}
		if !came {
			d.t.Logf("the log ends with %v", d.tail())
		}
	}()
	clocktest.Until(d.t, what, func() bool {
		select {
		case err := <-d.ended:
			d.t.Fatalf("the program ended (%v) before %s", err, what)
		default:
		}
		came = true_()
		return came
	})
}

// line is a line of the program's log: an action or an event.
type line struct {
	Action string
	Value  json.RawMessage
	compute.Event
}

// log returns the lines that are complete.
func (d *desktop) log() []line {
	b, _ := os.ReadFile(filepath.Join(d.dir, "trace.jsonl"))
	for text := range strings.Lines(string(b[min(d.read, len(b)):])) {
		if !strings.HasSuffix(text, "\n") {
			break
		}
		var l line
		if d.read += len(text); json.Unmarshal([]byte(text), &l) == nil {
			d.lines = append(d.lines, l)
		}
	}
	return d.lines
}

func (d *desktop) tail() (out []string) {
	all := d.log()
	for _, l := range all[max(0, len(all)-5):] {
		out = append(out, fmt.Sprintf("%s %s %v", l.Action, l.Value, l.Facts))
	}
	return out
}

// count counts the actions of a name whose value has a text.
func (d *desktop) count(action, text string) (n int) {
	for _, l := range d.log() {
		if strings.HasSuffix(l.Action, action) && strings.Contains(string(l.Value), text) {
			n++
		}
	}
	return n
}

func (d *desktop) step() int {
	lines := d.log()
	for i := len(lines) - 1; i >= 0; i-- {
		if len(lines[i].Facts) > 0 {
			return lines[i].Step
		}
	}
	return 0
}

// screenshot lets the program save its picture.
func (d *desktop) screenshot() image.Image {
	d.t.Helper()
	before, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-*.png"))
	for _, f := range before {
		os.Remove(f)
	}
	n := d.count("screenshot", "")
	d.key("F8")
	d.until("a picture is saved", func() bool { return d.count("screenshot", "") > n })
	found, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-*.png"))
	if len(found) != 1 {
		d.t.Fatalf("pictures: %v", found)
	}
	if keep := os.Getenv("KERNELSCOPE_KEEP"); keep != "" { // to be looked at
		b, _ := os.ReadFile(found[0])
		_ = os.WriteFile(filepath.Join(keep, fmt.Sprintf("%s-%d.png", d.t.Name(), n)), b, 0o644)
	}
	return readPNG(d.t, found[0])
}

// like counts the pixels near a colour.
func like(p image.Image, r, g, b int) (n int) {
	const near = 24
	off := func(v uint32, w int) bool { return int(v>>8)-w > near || w-int(v>>8) > near }
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			pr, pg, pb, _ := p.At(x, y).RGBA()
			if !off(pr, r) && !off(pg, g) && !off(pb, b) {
				n++
			}
		}
	}
	return n
}

// onPanel counts the bright pixels where only the panel is.
func onPanel(p image.Image) (n int) {
	for y := range p.Bounds().Dy() {
		for x := range 330 {
			if _, g, _, _ := p.At(x, y).RGBA(); g>>8 > 0x60 {
				n++
			}
		}
	}
	return n
}

// same reports whether two pictures have the same pixels.
func same(a, b image.Image) bool {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// TestWindow drives the real window: a person opens it, watches, picks, turns,
// resizes and opens another file.
func TestWindow(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "-a", "nearfar", "--speed", "20") // so that it runs when a slow machine pauses it
	d.until("the embedded map is open", func() bool { return d.count("open", "Delaware") == 1 })
	d.until("a search is running", func() bool { return d.step() > 60 })
	d.key("space")
	d.until("it pauses", func() bool { return d.count("Pause", "") == 1 })
	running := d.screenshot()
	if running.Bounds().Dx() != 1280 || running.Bounds().Dy() != 800 {
		t.Fatalf("the picture has %v", running.Bounds())
	}
	for what, n := range map[string]int{
		"settled": like(running, 0x62, 0x89, 0xCF), "near": like(running, 0xFC, 0xC6, 0x21), "ground": like(running, 0x0F, 0x13, 0x18),
		"source": like(running, 0x3D, 0xDC, 0x97), "target": like(running, 0xFF, 0x5C, 0x8A), "panel": onPanel(running),
	} {
		if n < 40 {
			t.Errorf("only %d pixels have the colour %q", n, what)
		}
	}

	before := d.step()
	for range 10 {
		d.frame("F12")
	}
	if after := d.step(); after > before+1 {
		t.Errorf("paused at round %d, it is at %d", before, after)
	}
	before = d.step()
	d.key("Right")
	d.until("a step is made", func() bool { return d.step() == before+1 })
	d.key("Left")
	d.drag(67, 147, 61, 147) // the timeline, where it is computed
	d.until("the timeline is dragged back", func() bool { return d.count("Scrub", "") > 0 && d.count("SeekClock", "") > 0 })
	if after := d.step(); after != before+1 {
		t.Errorf("going back made step %d anew", after)
	}
	back := d.screenshot()
	d.key("End")
	d.until("the search is at its end", func() bool { return d.count("verified", `"right":true`) == 1 })
	if same(back, d.screenshot()) {
		t.Error("the picture after a step back is that of the end")
	}

	d.click(760, 420)
	d.until("a click sets the source", func() bool { return d.count("SetEnds", `"Source":{`) == 1 })
	d.do("keydown", "shift")
	d.click(720, 300)
	d.do("keyup", "shift")
	d.until("a Shift-click sets the target", func() bool { return d.count("SetEnds", `"Target":{`) == 1 })
	d.until("the search ends", func() bool { return d.count("verified", `"right":true`) == 2 })
	d.moveTo(1100, 500) // nothing is told there
	if done := d.screenshot(); like(done, 255, 255, 255) < 300 {
		t.Error("no path is shown")
	}

	d.drag(60, 546, 75, 546) // the slider of delta
	d.until("delta changes", func() bool { return d.count(".Set", `"delta"`) > 0 })
	d.moveTo(800, 400)
	d.do("click", "4")
	d.drag(900, 300, 950, 360)
	d.until("the camera moves", func() bool { return d.count("MoveCamera", "") >= 2 })

	d.do("windowsize", d.window, "1000", "640")
	d.until("it is resized", func() bool { return d.screenshot().Bounds() == image.Rect(0, 0, 1000, 640) })

	d.anotherMap()
}

// anotherMap opens another file, hides the panel, minimizes the window and ends the program.
func (d *desktop) anotherMap() {
	t := d.t
	t.Helper()
	path := osmtest.Data(t, "osm", "liechtenstein-2013.osm.pbf")
	d.click(50, 333)  // the section of the map
	d.click(120, 389) // the field for a path
	d.do("type", "--window", d.window, "--delay", "20", path)
	d.key("Return")
	d.until("another map is open", func() bool { return d.count("open", "liechtenstein") == 1 })
	d.until("the other map is shown", func() bool {
		p := d.screenshot()
		return like(p, 0x6B, 0x71, 0x77)+like(p, 0x62, 0x89, 0xCF) >= 300
	})

	d.key("F1")
	d.until("the panel hides", func() bool { return d.count("ShowPanels", `"On":false`) == 1 })
	if n := onPanel(d.screenshot()); n > 0 {
		t.Errorf("%d pixels of the panel are still there", n)
	}
	d.key("Escape")
	if _, err := d.Do("windowunmap", d.window); err != nil { // minimized
		t.Fatal(err)
	}
	for _, what := range []string{"windowmap", "windowfocus"} { // as a window manager does
		if _, err := d.Do(what, "--sync", d.window); err != nil {
			t.Fatal(err)
		}
	}
	n := d.count("Rewind", "")
	d.key("r")
	d.until("it goes on after being minimized", func() bool { return d.count("Rewind", "") > n })
	d.end()
}

// TestWindowBadFile opens a damaged file: the panel says so and nothing is lost.
func TestWindowBadFile(t *testing.T) {
	t.Parallel()
	bad := filepath.Join(t.TempDir(), "bad.osm.pbf")
	if err := os.WriteFile(bad, []byte("\x00\x00\x00\x0d\x0a\x09OSMHeader\x18\x7f"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := openDesktop(t, bad)
	d.until("the problem is shown", func() bool { return like(d.screenshot(), 0xFF, 0x8A, 0x65) >= 100 })
}

// TestWindowLarge opens the window on a fine display.
func TestWindowLarge(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "-a", "nearfar", "--ui-scale", "1.6")
	d.until("the embedded map is open", func() bool { return d.count("open", "Delaware") == 1 })
	d.until("a search is running", func() bool { return d.step() > 30 })
	d.screenshot()
}

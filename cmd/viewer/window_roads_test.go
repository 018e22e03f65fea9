//go:build !nowindow

package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// verdict is what the log says of a result.
type verdict struct {
	Right, Reached bool
	Distance       uint32
}

// verdicts are all so far.
func (d *desktop) verdicts() (out []verdict) {
	for _, l := range d.log() {
		var v verdict
		if l.Action == "verified" && json.Unmarshal(l.Value, &v) == nil {
			out = append(out, v)
		}
	}
	return out
}

// verdict waits for the one after n others that is as wanted, which must be right.
func (d *desktop) verdict(what string, n int, wanted func(verdict) bool) verdict {
	d.t.Helper()
	var last verdict
	d.until(what, func() bool {
		v := d.verdicts()
		if len(v) > n {
			last = v[len(v)-1]
		}
		return len(v) > n && wanted(last)
	})
	for _, v := range d.verdicts() {
		if !v.Right {
			d.t.Fatalf("wrong: %+v", v)
		}
	}
	return last
}

// TestWindowRoads picks a road of the shortest path and slows it down, closes it and
// resets it: the result changes each time, and is verified.
func TestWindowRoads(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "-a", "nearfar")
	d.until("the embedded map is open", func() bool { return d.count("open", "Delaware") == 1 })
	d.click(302, 107) // End
	any := func(verdict) bool { return true }
	first := d.verdict("the first result is verified", 0, any)

	d.do("keydown", "ctrl")
	d.moveTo(946, 613)
	d.moveTo(948, 617)
	d.until("a road is pointed at", func() bool { return d.count("PointAtRoad", `"At":{`) > 0 })
	pointed := d.screenshot()
	d.click(948, 617)
	d.do("keyup", "ctrl")
	d.until("a road is picked", func() bool { return d.count("PickRoad", "") == 1 && d.count("PointAtRoad", `"At":null`) > 0 })
	if picked := d.screenshot(); like(picked, 0xBF, 0xE9, 0xF0) < like(pointed, 0xBF, 0xE9, 0xF0)+100 {
		t.Error("the picked road is not marked")
	}

	n := len(d.verdicts())
	d.drag(1090, 165, 1030, 165) // the slider of the speed
	d.until("the speed changes", func() bool { return d.count("SetRoadSpeed", "") > 0 })
	slow := d.verdict("the slower road makes the way longer", n, func(v verdict) bool { return v.Distance > first.Distance })
	d.moveTo(800, 400)
	if p := d.screenshot(); like(p, 0x8F, 0x3F, 0xC4) < 100 {
		t.Error("the changed road is not marked")
	}

	n = len(d.verdicts())
	d.click(995, 191) // closed
	closed := d.verdict("the closed road is not used", n, any)
	if closed.Reached && closed.Distance < slow.Distance {
		t.Errorf("slow, the way is %d long, closed %d", slow.Distance, closed.Distance)
	}
	d.moveTo(800, 400)
	if p := d.screenshot(); like(p, 0xA8, 0x2D, 0x37) < 100 {
		t.Error("the closed road is not marked")
	}

	d.savedWithRoads()

	n = len(d.verdicts())
	d.click(1180, 215) // Reset all
	if v := d.verdict("all is as it was", n, any); v != first {
		t.Errorf("reset, the result is %+v, at first it was %+v", v, first)
	}
	d.key("Escape")
	d.until("the editor closes", func() bool { return d.count("DropRoad", "") == 1 })
	d.ctrlClickUnderLoad()
}

// savedWithRoads saves a storyboard, which has the closed road. TestBoardRoads plays such ones.
func (d *desktop) savedWithRoads() {
	d.t.Helper()
	d.key("ctrl+s")
	d.until("a storyboard is saved", func() bool { return d.count("storyboard", "") == 1 })
	found, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-*.toml"))
	if len(found) != 1 {
		d.t.Fatalf("there are %v", found)
	}
	text, err := os.ReadFile(found[0])
	if err != nil || !strings.Contains(string(text), "--road=lines:") {
		d.t.Fatalf("%v: no road is changed in\n%s", err, text)
	}
	if !gputest.Long() {
		return
	}
	if stdout, stderr, code := viewer(d.t, nil, "check", found[0]); code != 0 {
		d.t.Errorf("exit code %d: %s%s\n%s", code, stdout, stderr, text)
	}
}

// ctrlClickUnderLoad clicks with Ctrl, and lets go of both, while the program does not run.
func (d *desktop) ctrlClickUnderLoad() {
	d.t.Helper()
	ends := d.count("SetEnds", "")
	stopped := d.program.Process.Signal(syscall.SIGSTOP)
	_, clicked := d.Do("mousemove", "--window", d.window, "948", "617", "keydown", "ctrl", "click", "1", "keyup", "ctrl")
	if err := cmp.Or(stopped, clicked, d.program.Process.Signal(syscall.SIGCONT)); err != nil {
		d.t.Fatal(err)
	}
	d.until("the click picks a road", func() bool { return d.count("PickRoad", "") == 2 })
	if n := d.count("SetEnds", ""); n != ends {
		d.t.Error("a click with Ctrl moved an end of the search")
	}
}

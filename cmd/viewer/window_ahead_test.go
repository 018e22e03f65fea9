//go:build !nowindow

package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// scrubbed returns the step that the timeline was dragged to last.
func (d *desktop) scrubbed() int {
	at := struct{ At float64 }{-1}
	for _, l := range d.log() {
		if strings.HasSuffix(l.Action, "Scrub") {
			_ = json.Unmarshal(l.Value, &at)
		}
	}
	return int(at.At)
}

// TestWindowAhead drags the timelines of a search, of pairs, and of a sort to steps that are not
// computed yet. The picture is that of the same step reached from the start.
func TestWindowAhead(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "-a", "nearfar", "--step", "20", "--size", "1280x720")
	d.until("the embedded map is open", func() bool { return d.count("open", "Delaware") == 1 })
	d.until("step 20 is shown", func() bool { return d.step() == 20 })
	d.moveTo(70, 147)
	d.do("mousedown", "1")
	d.moveTo(200, 147)
	// How many these are depends on how long the search is expected to be after a moment of it.
	d.until("the steps up to the mouse are computed", func() bool { return d.scrubbed() > 2*20 && d.step() == d.scrubbed() })
	ahead := d.scrubbed()
	d.screenshot() // while it is held
	d.moveTo(100, 147)
	d.until("it is dragged back", func() bool { return d.scrubbed() < ahead })
	d.moveTo(200, 147)
	d.do("mouseup", "1")
	d.until("it is let go", func() bool { return d.count("SeekClock", "") == 1 })
	if d.step() != ahead {
		t.Errorf("dragged to step %d and back, the search has made step %d", ahead, d.step())
	}
	d.moveTo(1100, 500) // nothing is told there
	dragged := d.screenshot()
	d.key("Home")
	d.until("it is at its start", func() bool { return d.count("Seek", `"Step":0`) == 1 })
	d.key("g")
	d.do("type", "--window", d.window, strconv.Itoa(ahead))
	d.key("Return")
	d.until("a step is typed", func() bool { return d.count("Seek", `"Step":`+strconv.Itoa(ahead)+"}") > 0 })
	if !same(dragged, d.screenshot()) {
		t.Error("the picture of the step that was typed is another than that of the one it was dragged to")
	}

	for key, name := range map[string]string{"F3": "Many searches", "F5": "Sorts"} {
		d.key(key)
		d.until(name+" are shown", func() bool { return d.count("Show", name) == 1 })
		d.key("space")
		d.key("Home")
		n := d.count("SeekClock", "")
		d.drag(40, 131, 250, 131)
		d.until("the timeline of "+name+" is dragged", func() bool { return d.count("SeekClock", "") == n+1 })
		d.screenshot()
	}
}

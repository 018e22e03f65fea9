//go:build !nowindow

package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kernelscope/internal/format"
)

// counted is what the window logs of a dispatch that it has looked into.
type counted struct {
	Kernel                     string
	Step, Dispatch, Workgroups int
	Executions, Instructions   int64
	Lanes, Sectors, Barriers   int64
	LaneSteps                  int64
}

// inside returns the last dispatch that the window has looked into.
func (d *desktop) inside() (c counted) {
	for _, l := range d.log() {
		if l.Action == "inside" {
			if err := json.Unmarshal(l.Value, &c); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	return c
}

// printed returns what 'viewer inside' prints of the same dispatch.
func (c counted) printed(t *testing.T, flags string, view []string) (p counted) {
	t.Helper()
	words := strings.Fields(fmt.Sprintf("inside %s --step %d --dispatch %d --json %s --", c.Kernel, c.Step, c.Dispatch, flags))
	stdout, stderr, code := viewer(t, nil, append(words, view...)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	p = counted{Kernel: c.Kernel, Step: c.Step, Dispatch: c.Dispatch}
	for line := range strings.Lines(stdout) {
		var r struct {
			Type                                               string
			Executions, Instructions, Lanes, Sectors, Barriers int64
			Executed                                           int
			LaneSteps                                          int64 `json:"lane_instructions"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		switch r.Type {
		case "dispatch":
			p.Workgroups, p.LaneSteps = r.Executed, r.LaneSteps
		case "line":
			p.Executions, p.Instructions, p.Lanes = p.Executions+r.Executions, p.Instructions+r.Instructions, p.Lanes+r.Lanes
			p.Sectors, p.Barriers = p.Sectors+r.Sectors, p.Barriers+r.Barriers
		}
	}
	return p
}

// Key I looks inside the dispatch of a step that costs the most, in every family. Its numbers are those that 'viewer inside' prints.
func TestWindowLens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		view string
		step int // that is asked for
		at   int // whose dispatches are shown
	}{
		"paths": {insideSearch, 4, 4},
		"hops":  {"bfs gen:grid,width=20,height=20 -n 64", 2, 2},
		"trees": {"trees gen:grid,width=20,height=20 --form device", 2, 2},
		"sorts": {"sort -a radix -n 5000", 2, 2},
		"sums":  {"sums -n 4096 --workgroup 64", 2, 2},
		"clips": {"clip --shape random -n 500 -a lookback --partitions", 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			view := strings.Fields(c.view)
			d := openDesktop(t, view...)
			d.until("it runs", func() bool { return d.step() > 0 })
			d.toStep(c.step)
			d.key("i")
			d.until("the dispatch is interpreted", func() bool { return d.count("inside", "Kernel") == 1 })
			got := d.inside()
			if want := got.printed(t, "", view); got != want || got.Instructions == 0 || got.Step != c.at {
				t.Errorf("the window counts %+v, and the command %+v", got, want)
			}
			d.screenshot()
			d.key("Escape")
			d.until("the lens closes", func() bool { return d.count("CloseLens", "") == 1 })
			d.end()
		})
	}
}

// toStep goes to a step by typing it.
func (d *desktop) toStep(step int) {
	d.t.Helper()
	d.key("g")
	for range 3 {
		d.frame("F12")
	}
	d.do("type", "--window", d.window, "--delay", "20", strconv.Itoa(step))
	d.key("Return")
	d.until("the step is asked for", func() bool { return d.count("Seek", fmt.Sprintf(`"Step":%d`, step)) == 1 })
	d.frame("F12")
}

// The lens shows the lanes of a workgroup, steps through it, says who wrote a word, executes the dispatch with other subgroups, and
// copies a command that prints the same.
func TestWindowLensPages(t *testing.T) {
	t.Parallel()
	view := strings.Fields("sort -a radix -n 5000")
	d := openDesktop(t, view...)
	d.until("it runs", func() bool { return d.step() > 0 })
	d.toStep(2)
	d.key("i")
	d.until("the dispatch is interpreted", func() bool { return d.count("inside", "Kernel") == 1 })
	d.key("2")
	d.until("a workgroup is recorded", func() bool { return d.count("inside lanes", "instructions") == 1 })
	before := d.screenshot()
	d.key("Right")
	d.key("shift+Right")
	d.key("b")
	if same(before, d.screenshot()) {
		t.Error("a step is not shown")
	}
	d.key("3")
	d.until("it is known who wrote a word", func() bool { return d.count("inside writes", "") == 1 })
	d.screenshot()
	d.key("bracketright")
	d.until("it is executed with other subgroups", func() bool { return d.count("inside", "Kernel") == 2 })
	got := d.inside()
	if want := got.printed(t, "--width 64", view); got != want {
		t.Errorf("with subgroups of 64 the window counts %+v, and the command %+v", got, want)
	}
	d.key("ctrl+c")
	d.until("the command is copied", func() bool { return d.count("copied", "") == 1 })
	command := ""
	for _, l := range d.log() {
		if l.Action == "copied" {
			if err := json.Unmarshal(l.Value, &command); err != nil {
				t.Fatal(err)
			}
		}
	}
	words, err := format.ParseShell(command)
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := viewer(t, nil, words[1:]...)
	if code != 0 || !strings.Contains(stdout, "step 2, dispatch 1 of 1") || !strings.Contains(stdout, "subgroups of 64") {
		t.Errorf("%s: exit code %d, %.200s%s", command, code, stdout, stderr)
	}
	d.end()
}

// Steps that execute nothing say so.
func TestWindowLensSays(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, strings.Fields("trees gen:grid,width=20,height=20 --form host")...)
	d.until("it runs", func() bool { return d.step() > 0 })
	d.toStep(2)
	d.key("i")
	d.until("it says that there is nothing inside", func() bool { return d.count("inside failed", "step 2 executes no kernel") == 1 })
	d.screenshot()
	d.end()
}

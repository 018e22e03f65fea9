// Package inside describes what one dispatch did on the interpreter: its source as a heat map, its
// workgroups, and sentences that say what limits it. It executes nothing.
package inside

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/internal/format"
)

// Count is what a dispatch did, line by line and workgroup by workgroup.
type Count struct {
	Kernel, Command            string
	Version                    string // of the program
	Step, Dispatch, Dispatches int
	Grid                       compute.Grid
	Width                      int   // lanes of a subgroup
	Sample                     []int // numbers of the workgroups that were executed; nil for all
	Rows                       []Row // the kernel's source with its includes where they are included
	// Lengths are of the workgroups that were executed, in order: compiled instructions of the longest subgroup, with
	// those for which it waits at barriers.
	Lengths []int64
	Works   []int64 // instructions of each subgroup
	Events  []Event
	Device  *Device // that has counted; nil for the interpreter
	Dear    int     // how many lines a picture shows, those that cost the most; 0 for all that cost something

	difference *difference // if it is one of two counts
}

// Event is undefined behaviour or a race.
type Event struct {
	simt.Event
	Reason string // of a kernel that declares it: why its result is right; empty if it does not
}

// String describes the event in a line.
func (e Event) String() string {
	if e.Reason != "" {
		return fmt.Sprintf("declared: %v: %s", e.Event, e.Reason)
	}
	return e.Event.String()
}

// Row is a line of the source.
type Row struct {
	simt.LineCount
	Text   string
	Depth  int       // 0 in the kernel, 1 in what it includes
	Spread []float64 // instructions of lanes in a workgroup, by stretches of workgroups; nil if there are fewer than two workgroups
	// Cost is what the line costs in the model: instructions of subgroups, sectors, rounds of shared memory, and lanes of atomics,
	// each of which is one. Of a difference it is how much the costs differ.
	Cost int64
}

// Counting collects what a machine does.
type Counting struct {
	m      *simt.Machine
	p      *simt.Program
	groups int
	ended  int
	spread [][]simt.LineCount // after each stretch
	ends   []int              // of the stretches: workgroups that had ended
}

// stretches is the number of parts of the workgroups, in order, for which lines are counted.
const stretches = 32

// Begin makes a machine count what a program does in the next dispatch, in which it executes some workgroups.
func Begin(m *simt.Machine, p *simt.Program, groups int) *Counting {
	c := &Counting{m: m, p: p, groups: groups}
	m.Observe.Counters = true
	if groups > 1 {
		m.Ended = c.end
	}
	return c
}

// end counts the lines at the end of each stretch.
func (c *Counting) end() {
	n := min(stretches, c.groups)
	if c.ended++; c.ended*n/c.groups > len(c.spread) {
		c.spread, c.ends = append(c.spread, c.m.Lines(c.p)), append(c.ends, c.ended)
	}
}

// Count returns what was counted. The caller fills in what the machine does not know.
func (c *Counting) Count() Count {
	counts := map[simt.Line]simt.LineCount{}
	for _, r := range c.m.Lines(c.p) {
		counts[r.Line] = r
	}
	spread := map[simt.Line][]float64{}
	for i, rows := range c.spread {
		for _, r := range rows {
			s := spread[r.Line]
			if s == nil {
				s = make([]float64, len(c.spread))
				spread[r.Line] = s
			}
			s[i] = float64(r.Lanes)
		}
	}
	for _, s := range spread { // from sums to means of the stretches
		for i := len(s) - 1; i > 0; i-- {
			s[i] = (s[i] - s[i-1]) / float64(c.ends[i]-c.ends[i-1])
		}
		s[0] /= float64(c.ends[0])
	}
	out := Count{Width: c.p.Subgroup, Grid: compute.Grid{X: c.groups, Y: 1, Size: c.p.Size[0] * c.p.Size[1] * c.p.Size[2]}, Lengths: c.m.Lengths(c.p), Works: c.m.Works(c.p)}
	for _, l := range folded(c.p.Module.Sources()) {
		n := counts[l.Line]
		n.Line = l.Line
		out.Rows = append(out.Rows, Row{n, l.text, l.depth, spread[l.Line], n.Instructions + n.Sectors + n.BankRounds + n.AtomicLanes})
	}
	return out
}

// Device is a device that has counted executions, instructions and lanes.
type Device struct {
	Name        string
	Plain, With time.Duration // its times without counters and with them
}

// String says what it has counted, and what that cost.
func (d *Device) String() string {
	return fmt.Sprintf("executions and lanes by %s: %s, %s without counters", d.Name, format.Milliseconds(1e3*d.With.Seconds()), format.Milliseconds(1e3*d.Plain.Seconds()))
}

// Measure takes the executions, instructions and lanes of lines from a device.
func (c *Count) Measure(by *Device, measured []simt.LineCount) {
	c.Device = by
	counts := make([]simt.LineCount, len(c.Rows))
	for i := range c.Rows {
		counts[i] = c.Rows[i].LineCount
	}
	for i, n := range simt.Measured(counts, measured) {
		r := &c.Rows[i]
		r.Cost += n.Instructions - r.Instructions
		r.LineCount = n
	}
}

type sourceLine struct {
	simt.Line
	text  string
	depth int
}

var include = regexp.MustCompile(`^\s*#\s*include\s+"([^"]+)"`)

// folded returns the lines of the file that no other includes, with each included file after the line that includes it first.
func folded(sources map[string]string) (out []sourceLine) {
	named := func(name string) string {
		for file := range sources {
			if file == name || strings.HasSuffix(file, "/"+name) {
				return file
			}
		}
		return ""
	}
	included := map[string]bool{}
	for _, text := range sources {
		for line := range strings.Lines(text) {
			if m := include.FindStringSubmatch(line); m != nil {
				included[named(m[1])] = true
			}
		}
	}
	seen := map[string]bool{"": true}
	var fold func(file string, depth int)
	fold = func(file string, depth int) {
		if seen[file] {
			return
		}
		seen[file] = true
		for i, line := range strings.Split(strings.TrimRight(sources[file], "\n"), "\n") {
			out = append(out, sourceLine{simt.Line{File: file, Line: i + 1}, strings.ReplaceAll(line, "\t", "    "), depth})
			if m := include.FindStringSubmatch(line); m != nil {
				fold(named(m[1]), depth+1)
			}
		}
	}
	var files []string
	for file := range sources {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		if !included[file] {
			fold(file, 0)
		}
	}
	return out
}

// Cost is the cost of all lines.
func (c *Count) Cost() (n int64) {
	for _, r := range c.Rows {
		n += r.Cost
	}
	return n
}

// Dearest returns the indices of the rows that cost the most, the dearest first. Rows that cost nothing are left out.
func (c *Count) Dearest(n int) (rows []int) {
	for i, r := range c.Rows {
		if r.Cost > 0 {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(c.Rows[b].Cost, c.Rows[a].Cost) })
	return rows[:min(n, len(rows))]
}

// Groups returns the number of workgroups that were executed.
func (c *Count) Groups() int { return len(c.Lengths) }

// Imbalance returns the length of the longest workgroup divided by the mean, or 0 without workgroups.
func (c *Count) Imbalance() float64 {
	longest, sum := int64(0), int64(0)
	for _, n := range c.Lengths {
		longest, sum = max(longest, n), sum+n
	}
	if sum == 0 {
		return 0
	}
	return float64(longest) * float64(len(c.Lengths)) / float64(sum)
}

// Slots is the number of workgroups that Tail has in execution together.
const Slots = 16

// Tail returns the part of the time, from 0 to 1, that Slots workgroups at a time leave idle after no workgroup is left to begin, if all
// instructions last equally long.
func (c *Count) Tail() float64 {
	var ends [Slots]int64
	sum := int64(0)
	for _, n := range c.Lengths {
		first := 0
		for i, end := range ends {
			if end < ends[first] {
				first = i
			}
		}
		ends[first] += n
		sum += n
	}
	last := slices.Max(ends[:])
	if last == 0 {
		return 0
	}
	return 1 - float64(sum)/float64(Slots*last)
}

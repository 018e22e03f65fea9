package web

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"kernelscope/web/live"
)

// atlas are the arrays of a map, which do not change.
var atlas = []string{"points", "nodes", "lines", "water", "shapes"}

// stillOf lists the arrays of a page that do not change.
func stillOf(a live.About) []string {
	switch {
	case a.Family == live.Hops && a.Map.Nodes <= live.MaxHops:
		return []string{"nodes", "ids", "edges"}
	case a.Map != nil:
		return atlas
	}
	return []string{}
}

// moving are the arrays that may change with each step, by family, and each run has its own.
var moving = map[string][]string{
	live.Paths: {"states", "near", "path"},
	live.Sorts: {"cells", "counts"},
	live.Clips: {"elements", "heights", "links", "partition states", "backs", "walk", "minima", "levels"},
	live.Hops:  {"seen", "fresh", "reached", "searching", "queue", "path"},
}

// movingOf lists the arrays of a run that may change.
func movingOf(family string, r live.Running) (names []string) {
	if r.Look == nil {
		names = slices.Clone(moving[family])
	} else {
		names = []string{"states", "path"}
		for _, d := range r.Look.Dots {
			names = append(names, d.Array)
		}
	}
	if r.Plot != nil {
		names = append(names, "sizes")
		if r.Plot.Image != nil {
			names = append(names, "image")
		}
	}
	if r.Front != nil {
		names = append(names, "lengths")
	}
	for _, a := range r.Arrays {
		names = append(names, a.Name)
	}
	return names
}

// head begins what a player without a program reads.
type head struct {
	About live.About `json:"about"`
	Still []string   `json:"still"`
	Steps int        `json:"steps"` // of a recording, that follow
}

// Begin appends the head of a page: its description, and the arrays that do not change.
func Begin(out []byte, p *live.Page) ([]byte, error) { return begin(out, p, 0, true) }

// begin is Begin with the number of steps of a recording that follow, and with the arrays or without.
func begin(out []byte, p *live.Page, steps int, arrays bool) (_ []byte, err error) {
	h := head{About: p.About(), Steps: steps}
	if h.Still = []string{}; arrays {
		h.Still = stillOf(h.About)
	}
	if out, err = text(out, h); err != nil {
		return nil, err
	}
	for _, name := range h.Still {
		all, err := p.Array(0, name)
		if err != nil {
			return nil, err
		}
		out = changes(out, nil, all)
	}
	return out, nil
}

// Frame is what a page shows at a moment: texts, and the arrays that may change. It does not change itself.
type Frame struct {
	State live.State
	text  []byte
	names [][]string // of the arrays of each run
	lists map[string][]uint32
}

// said is the text of a frame.
type said struct {
	State   live.State `json:"state"`
	Told    string     `json:"told"`
	Command string     `json:"command"`
	Moving  [][]string `json:"moving"` // arrays of each run, whose changes follow
}

// Now returns the present frame of a page. Arrays of runs whose moment is the one of an earlier frame are
// taken from there; nil reads all.
func Now(p *live.Page, last *Frame) (*Frame, error) {
	f := &Frame{State: p.State(), lists: map[string][]uint32{}}
	m := said{State: f.State, Command: p.Command()}
	var err error
	if m.Told, _, err = p.Told(); err != nil {
		return nil, err
	}
	family := p.About().Family
	for lane, run := range f.State.Runs {
		names := movingOf(family, run)
		f.names = append(f.names, names)
		same := last != nil && lane < len(last.names) && last.State.Runs[lane].Moment == run.Moment && last.State.Runs[lane].Known == run.Known
		for _, name := range names {
			key := keyOf(lane, name)
			if f.lists[key] = nil; same {
				f.lists[key] = last.lists[key]
			} else if f.lists[key], err = p.Array(lane, name); err != nil {
				return nil, err
			}
		}
	}
	m.Moving = f.names
	f.text, err = text(nil, m)
	return f, err
}

// Same reports whether two frames of a page show the same.
func (f *Frame) Same(other *Frame) bool { return bytes.Equal(f.text, other.text) }

func keyOf(lane int, name string) string { return fmt.Sprint(lane, " ", name) }

// Since appends a frame as changes of another one, nil for none.
func (f *Frame) Since(out []byte, last *Frame) []byte {
	out = append(out, f.text...)
	for lane, names := range f.names {
		for _, name := range names {
			key := keyOf(lane, name)
			var from []uint32
			if last != nil {
				from = last.lists[key]
			}
			out = changes(out, from, f.lists[key])
		}
	}
	return out
}

// text appends a value in JSON after its length.
func text(out []byte, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(binary.AppendUvarint(out, uint64(len(b))), b...), err
}

// changes appends an array as changes of another one: its length; the number of words that differ, where the other one is
// continued with zeros; and of each, how far it is from the one before, and how much it has grown, or of a new array how much
// more than the one before.
func changes(out []byte, from, to []uint32) []byte {
	was := func(i int) uint32 {
		if i < len(from) {
			return from[i]
		}
		return 0
	}
	out = binary.AppendUvarint(out, uint64(len(to)))
	if len(to) == 0 || len(from) == len(to) && &from[0] == &to[0] {
		return append(out, 0)
	}
	n := 0
	for i, w := range to {
		if w != was(i) {
			n++
		}
	}
	out = binary.AppendUvarint(out, uint64(n))
	last, grown := -1, int32(0)
	for i, w := range to {
		if d := int32(w - was(i)); d != 0 {
			out = binary.AppendVarint(binary.AppendUvarint(out, uint64(i-last)), int64(d-grown))
			last = i
			if len(from) == 0 { // neighbours are alike
				grown = d
			}
		}
	}
	return out
}

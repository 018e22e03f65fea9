package web

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/web/live"
)

// maxRecording is the number of bytes of a recording before it is compressed that a browser unpacks within a second.
const maxRecording = 128 << 20

// still are the arrays that do not change, by family; moving may change with each step, and each run has its own.
var (
	still = map[string][]string{
		live.Paths: {"points", "nodes", "lines", "water", "shapes"},
		live.Hops:  {"nodes", "ids", "edges"},
	}
	moving = map[string][]string{
		live.Paths: {"states", "near", "path", "sizes"},
		live.Sorts: {"cells", "counts"},
		live.Clips: {"elements", "heights", "links", "partition states", "backs", "walk", "minima", "levels"},
		live.Hops:  {"seen", "fresh", "reached", "searching", "queue", "path"},
	}
)

// recorded describes a recording.
type recorded struct {
	About  live.About `json:"about"`
	Still  []string   `json:"still"`
	Moving [][]string `json:"moving"` // of each run
	Steps  int        `json:"steps"`
}

// recordedStep is what a recording has of a step, beside arrays.
type recordedStep struct {
	State   live.State `json:"state"`
	Told    string     `json:"told"`
	Command string     `json:"command"`
}

// Record runs a page from its start to its end and returns what a player without a program needs: a description; arrays that
// do not change; then of each step its texts, and how the other arrays differ from the step before. Texts follow their
// length; numbers are varints.
func Record(p *live.Page) (out []byte, err error) {
	if err := settled(p, live.Request{Do: "end"}); err != nil {
		return nil, err
	}
	s, about := p.State(), p.About()
	head := recorded{About: about, Still: append([]string{}, still[about.Family]...), Steps: -1}
	for _, run := range s.Runs {
		names := moving[about.Family]
		for _, a := range run.Arrays {
			names = append(names[:len(names):len(names)], a.Name)
		}
		head.Moving = append(head.Moving, names)
	}
	var steps []byte
	last := map[string][]uint32{}
	for err := settled(p, live.Request{Do: "rewind"}); ; err = settled(p, live.Request{Do: "step", Step: 1}) {
		if err != nil {
			return nil, err
		}
		if steps, err = record(steps, p, head.Moving, last); err != nil {
			return nil, err
		}
		if len(steps) > maxRecording {
			return nil, fault.Limit.Errorf("the recording has more than %s: take a smaller input", format.Bytes(maxRecording))
		}
		head.Steps++
		if s := p.State(); done(s) {
			break
		}
	}
	if out, err = text(nil, head); err != nil {
		return nil, err
	}
	for _, name := range head.Still {
		all, err := p.Array(0, name)
		if err != nil {
			return nil, err
		}
		out = changes(out, nil, all)
	}
	return append(out, steps...), nil
}

// settled does a request to its end.
func settled(p *live.Page, r live.Request) error {
	if err := p.Do(r); err != nil {
		return err
	}
	return p.Settle()
}

// done reports whether all runs have ended.
func done(s live.State) bool {
	for _, r := range s.Runs {
		if !r.Done {
			return false
		}
	}
	return true
}

// record appends the present step. last has the arrays of the step before.
func record(out []byte, p *live.Page, names [][]string, last map[string][]uint32) (_ []byte, err error) {
	m := recordedStep{State: p.State(), Command: p.Command()}
	if m.Told, _, err = p.Told(); err != nil {
		return nil, err
	}
	if out, err = text(out, m); err != nil {
		return nil, err
	}
	for lane := range names {
		for _, name := range names[lane] {
			all, err := p.Array(lane, name)
			if err != nil {
				return nil, err
			}
			key := fmt.Sprint(lane, name)
			out = changes(out, last[key], all)
			last[key] = all
		}
	}
	return out, nil
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
	n := 0
	for i, w := range to {
		if w != was(i) {
			n++
		}
	}
	out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(len(to))), uint64(n))
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

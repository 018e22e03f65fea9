package profile

import (
	"encoding/json"
	"io"
	"slices"
	"time"

	"kernelscope/compute"
)

// slice is a complete event of the Chrome trace format ("Trace Event Format", Google, 2016):
// Perfetto and Tracy's importer nest slices of a thread by their times.
type slice struct {
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	Ph   string         `json:"ph"`
	TS   float64        `json:"ts"`  // µs
	Dur  float64        `json:"dur"` // µs
	PID  int            `json:"pid"`
	TID  int            `json:"tid"`
	Args map[string]any `json:"args,omitempty"`
}

// WriteTrace writes parts as a Chrome trace: a slice for each part, in that one for each
// submission, and in that one for each dispatch, on the clock of the device, which has a name.
func WriteTrace(w io.Writer, device string, parts []Part) error {
	events := []any{
		map[string]any{"name": "process_name", "ph": "M", "pid": 1, "args": map[string]any{"name": device}},
		map[string]any{"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": map[string]any{"name": "queue"}},
	}
	add := func(cat, name string, begin, end time.Duration, args map[string]any) {
		events = append(events, slice{name, cat, "X", micros(begin), micros(end - begin), 1, 1, args})
	}
	for _, p := range parts {
		ran := slices.DeleteFunc(slices.Clone(p.Submissions), func(s compute.Submission) bool { return s.Moved != nil })
		if len(ran) == 0 {
			continue
		}
		add("part", p.Name, ran[0].Begin, ran[len(ran)-1].End, nil)
		for _, s := range ran {
			add("submission", s.Name, s.Begin, s.End, map[string]any{"dispatches": len(s.Dispatches)})
			for _, d := range s.Dispatches {
				add("dispatch", d.Kernel, d.Begin, d.End, facts(d))
			}
		}
	}
	return json.NewEncoder(w).Encode(map[string]any{"displayTimeUnit": "ns", "traceEvents": events})
}

// facts are what a trace tells of a dispatch.
func facts(d compute.Dispatched) map[string]any {
	f := map[string]any{"workgroups": d.Grid.X * d.Grid.Y, "workgroup": d.Grid.Size}
	if d.Bytes > 0 {
		f["bytes"] = d.Bytes
	}
	return f
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

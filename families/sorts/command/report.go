package command

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/internal/format"
	"kernelscope/report"
)

type metaLine struct {
	report.Meta
	Algorithm  string         `json:"algorithm"`
	Params     compute.Values `json:"params"`
	Keys       string         `json:"key_type"`
	Payload    bool           `json:"payload"`
	Descending bool           `json:"descending"`
	Bits       int            `json:"bits"`
	N          int            `json:"n"`
	File       string         `json:"file,omitempty"`
	List       string         `json:"list,omitempty"`
	Dist       string         `json:"dist,omitempty"`
	Seed       *uint64        `json:"seed,omitempty"`
}

type stepLine struct {
	Type  string  `json:"type"`
	Index int     `json:"index"`
	Title string  `json:"title"`
	GPU   float64 `json:"gpu_ms"`
	// With --steps: the keys after the step, and the table of its digit.
	Keys    []string `json:"keys,omitempty"`
	Counts  []uint32 `json:"counts,omitempty"`
	Offsets []uint32 `json:"offsets,omitempty"`
}

type summaryLine struct {
	Type     string   `json:"type"`
	N        int      `json:"n"`
	Passes   int      `json:"passes"`
	Runs     int      `json:"runs"`
	GPU      *float64 `json:"gpu_ms,omitempty"` // absent on the host
	Wall     float64  `json:"wall_ms"`
	Rate     float64  `json:"keys_per_s"`
	Verified *bool    `json:"verified"`
	Proof    string   `json:"proof,omitempty"`  // exact or hash
	Sorted   []string `json:"sorted,omitempty"` // the keys of --list
}

// lastDigit is the proof of a sort that is wrong by design.
const lastDigit = "last digit"

// proof names the method of verification.
func proof(j job) string {
	switch {
	case !j.verify:
		return ""
	case j.n <= oracle.ExactSort:
		return "exact"
	}
	return "hash"
}

// report prints the cost of a sort as text or as JSON lines.
func (f *sortFlags) report(out io.Writer, origin report.Meta, j job, r sorted) error {
	if !f.json {
		return f.summary(out, origin, j, r)
	}
	meta := metaLine{origin, j.Name(), orNone(r.params), j.f.Type.String(), j.f.Payload, j.f.Descending, j.f.KeyBits(), j.n, f.input, f.list, "", nil}
	if f.input == "" && f.list == "" {
		meta.Dist, meta.Seed = f.dist, &f.seed
	}
	lines := format.JSON(out)
	if err := lines.Encode(meta); err != nil {
		return err
	}
	for i, t := range r.steps {
		line := stepLine{Type: "step", Index: i, Title: r.titles[i], GPU: t.GPU}
		if r.shown != nil {
			line.Keys = j.keysOf(r.shown[i])
			if table := r.shown[i].Table; table != nil {
				line.Counts, line.Offsets = table.Counts, table.Offsets
			}
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	l := summaryLine{"summary", j.n, r.passes, j.runs.Timed, nil, r.times.Wall, r.times.Rate(j.n), report.Checked(j.verify, true), proof(j), f.sorted(j, r)}
	if !j.onHost() {
		l.GPU = &r.times.GPU
	}
	return lines.Encode(l)
}

// orNone returns an empty map instead of nil.
func orNone(v compute.Values) compute.Values {
	if v == nil {
		v = compute.Values{}
	}
	return v
}

func (f *sortFlags) summary(out io.Writer, meta report.Meta, j job, r sorted) error {
	what := "keys"
	if j.f.Payload {
		what = "keys with values"
	}
	from := cmp.Or(f.input, f.list)
	if from == "" {
		from = fmt.Sprintf("%s, seed %d", f.dist, f.seed)
	}
	order := "ascending"
	if j.f.Descending {
		order = "descending"
	}
	settings := cli.InWords(j.sorter, r.params)
	if settings != "" {
		settings = ": " + settings
	}
	fmt.Fprintf(out, "%s %s %s (%s), %s, %d bits\n%s%s\non %s\n\n", format.Thousands(j.n), j.f.Type, what, from, order, j.f.KeyBits(), j.Title(), settings, meta.Device)
	if !j.onHost() {
		fmt.Fprintf(out, "%9d %s\n%9.3f ms on the GPU\n", r.passes, map[bool]string{true: "pass", false: "passes"}[r.passes == 1], r.times.GPU)
	}
	runs := ""
	if j.runs.Timed > 1 {
		runs = fmt.Sprintf(", median of %d runs", j.runs.Timed)
	}
	wall := "ms with submission"
	if j.onHost() {
		wall = "ms"
	}
	fmt.Fprintf(out, "%9.3f %s%s\n%9s keys/s\n", r.times.Wall, wall, runs, format.Rate(r.times.Rate(j.n)))
	verdict := "not verified (--verify)"
	switch proof(j) {
	case "exact":
		verdict = "verified: sorted, the same keys" + held(j)
	case "hash":
		verdict = "verified: sorted, the same keys by hash" + held(j)
	}
	if sorted := f.sorted(j, r); sorted != nil {
		verdict = strings.Join(sorted, ",") + "\n" + verdict
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}

// sorted returns the sorted keys of a list. Sorted keys of files and distributions are only written
// to files.
func (f *sortFlags) sorted(j job, r sorted) (out []string) {
	if f.list == "" {
		return nil
	}
	for i := range j.n {
		out = append(out, j.f.Type.Text(j.f.Type.KeyAt(r.out.Keys, i)))
	}
	return out
}

// held names the properties verified besides the order.
func held(j job) string {
	switch {
	case j.f.Payload && j.stable():
		return " with their values, stable"
	case j.f.Payload:
		return " with their values"
	}
	return ""
}

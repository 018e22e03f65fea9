package command

import (
	"context"
	"fmt"
	"io"
	"kernelscope/families/clips/view"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/report"
)

type metaLine struct {
	report.Meta
	File     string         `json:"file"`
	Form     string         `json:"algorithm"`
	Params   compute.Values `json:"params"`
	Elements int            `json:"elements"`
	Depth    int            `json:"depth"`
	Boxes    bool           `json:"boxes"`
	Notes    []noteLine     `json:"notes,omitempty"`
}

// noteLine is a kind of content that is not drawn as the file intends.
type noteLine struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	Line  int    `json:"line"` // of the first occurrence
}

type summaryLine struct {
	Type       string        `json:"type"`
	Elements   int           `json:"elements"`
	Steps      int           `json:"steps"`
	Partitions int           `json:"partitions"`
	Runs       int           `json:"runs"`
	GPU        float64       `json:"gpu_ms"`
	Wall       float64       `json:"wall_ms"`
	Rate       float64       `json:"elements_per_s"`
	Pops       uint32        `json:"pops_without_push"`
	FirstPop   *uint32       `json:"first_pop,omitempty"` // index of the first of them
	Pushes     uint32        `json:"pushes_without_pop"`
	FirstPush  *uint32       `json:"first_push,omitempty"`
	Lookback   *lookbackLine `json:"lookback,omitempty"`  // for forms that look back
	Text       *reading      `json:"text,omitempty"`      // with --read device
	NotPlain   string        `json:"not_plain,omitempty"` // why the host has read it
	Verified   *bool         `json:"verified"`
}

type lookbackLine struct {
	Longest   uint32 `json:"longest"`
	Followed  uint32 `json:"back_links_followed"`
	Fallbacks uint32 `json:"fallbacks"`
	// BackLinks[n] is the number of partitions that follow n back-links.
	BackLinks []int `json:"partitions_by_back_links,omitempty"`
}

// report prints the results and their costs as text, as JSON lines, or as elements only.
func (f *runFlags) report(ctx context.Context, out io.Writer, origin report.Meta, path string, in *open.Clips, j job, r matched) error {
	switch {
	case f.csv:
		return writeElements(ctx, out, csvElements(in, r.out), len(in.Elements))
	case !f.json:
		return f.summary(out, origin, path, in, j, r)
	}
	lines := format.JSON(out)
	meta := metaLine{origin, path, j.form.Name(), r.params, len(in.Elements), in.Depth(), in.Boxes != nil, nil}
	if in.Scene != nil {
		for _, n := range in.Scene.Notes {
			meta.Notes = append(meta.Notes, noteLine(n))
		}
	}
	if err := lines.Encode(meta); err != nil {
		return err
	}
	if f.output == "" {
		if err := writeElements(ctx, out, jsonElements(in, r.out), len(in.Elements)); err != nil {
			return err
		}
	}
	l := summaryLine{Type: "summary", Elements: len(in.Elements), Steps: r.steps, Partitions: r.partitions, Runs: j.runs.Timed,
		GPU: r.times.GPU, Wall: r.times.Wall, Rate: r.times.Rate(len(in.Elements)), Pops: r.out.Pops, Pushes: r.out.Pushes, Text: r.reading, NotPlain: r.notPlain, Verified: report.Checked(f.verify, true)}
	if l.Pops > 0 {
		l.FirstPop = &r.out.FirstPop
	}
	if l.Pushes > 0 {
		l.FirstPush = &r.out.FirstPush
	}
	if looksBack(j.form) {
		l.Lookback = &lookbackLine{r.counters.Longest, r.counters.Followed, r.counters.Fallbacks, r.backLinks}
	}
	return lines.Encode(l)
}

func looksBack(f clip.Form) bool { return f.Name() != clip.Tree{}.Name() }

func (f *runFlags) summary(out io.Writer, meta report.Meta, path string, in *open.Clips, j job, r matched) error {
	boxes := "without boxes"
	if in.Boxes != nil {
		boxes = "with boxes"
	}
	runs := ""
	if j.runs.Timed > 1 {
		runs = fmt.Sprintf(", median of %d runs", j.runs.Timed)
	}
	n := len(in.Elements)
	fmt.Fprintf(out, "%s: %s, %s deep, %s\n%s: %s\non %s\n\n", path, format.Count(n, "element"), format.Count(in.Depth(), "level"), boxes, j.form.Title(), report.InOrder(r.params), meta.Device)
	fmt.Fprintf(out, "%9s %s\n%9d %s\n%9.3f ms on the GPU\n%9.3f ms with submission%s\n%9s elements/s\n",
		format.Thousands(r.partitions), format.Things(r.partitions, "partition"), r.steps, format.Things(r.steps, "step"), r.times.GPU, r.times.Wall, runs, format.Rate(r.times.Rate(n)))
	if r.reading != nil {
		r.reading.print(out)
	}
	if r.notPlain != "" {
		fmt.Fprintln(out, r.notPlain)
	}
	if looksBack(j.form) {
		fmt.Fprintf(out, "%9s %s: the longest look-back\n%9s %s followed\n%9s %s\n",
			format.Thousands(int(r.counters.Longest)), format.Things(int(r.counters.Longest), "partition"),
			format.Thousands(int(r.counters.Followed)), format.Things(int(r.counters.Followed), "back-link"),
			format.Thousands(int(r.counters.Fallbacks)), format.Things(int(r.counters.Fallbacks), "fallback"))
	}
	names, of := view.Bins(r.backLinks)
	for k, name := range names {
		links := strings.TrimSuffix(name, "+") + " back-links"
		if strings.HasSuffix(name, "+") {
			links += " or more"
		}
		if k == 1 {
			links = "1 back-link"
		}
		fmt.Fprintf(out, "%9s %s (%.1f %%) follow %s\n", format.Thousands(of[k]), format.Things(of[k], "partition"), 100*float64(of[k])/float64(r.partitions), links)
	}
	if r.out.Balanced() == nil {
		fmt.Fprintln(out, "every push has its pop")
	}
	if r.out.Pops > 0 {
		fmt.Fprintf(out, "pops without a push: %s, the first is element %s\n", format.Thousands(int(r.out.Pops)), numbered(in, r.out.FirstPop))
	}
	if r.out.Pushes > 0 {
		fmt.Fprintf(out, "pushes without a pop: %s, the first is element %s\n", format.Thousands(int(r.out.Pushes)), numbered(in, r.out.FirstPush))
	}
	if in.Scene != nil {
		for _, note := range in.Scene.Notes {
			fmt.Fprintf(out, "in the file: %s (%d, the first in line %d)\n", note.What, note.Count, note.Line)
		}
	}
	verdict := "not verified (--verify)"
	switch {
	case f.verify && in.Boxes != nil:
		verdict = "verified: every link and every box"
	case f.verify && r.reading != nil:
		verdict = "verified: every bracket, its place and its link"
	case f.verify:
		verdict = "verified: every link"
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}

// numbered returns the number of an element and its place in the document, if it comes from one.
func numbered(in *open.Clips, element uint32) string {
	if where := in.Where(int(element)); where != "" {
		return fmt.Sprintf("%d, %s", element, where)
	}
	return fmt.Sprint(element)
}

package command

import (
	"encoding/json"
	"fmt"
	"io"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// printer prints the results of a run as a table or as JSON lines.
type printer struct {
	out   io.Writer
	json  *json.Encoder // nil for the table
	m     *scene.Map
	flags searchFlags
	a     sssp.Algorithm
}

type metaLine struct {
	report.Meta
	File    string         `json:"file"`
	Nodes   int            `json:"nodes"`
	Edges   int            `json:"edges"`
	Weight  string         `json:"weight"`
	Profile string         `json:"profile,omitempty"`
	Unit    string         `json:"unit"`            // of distances, and of delta
	Scale   float64        `json:"scale,omitempty"` // factor from the weights of the file
	Search  string         `json:"algorithm"`
	Params  compute.Values `json:"params"`
	Seed    uint64         `json:"seed"`
}

type placeLine struct {
	Node uint32   `json:"node"`
	ID   int64    `json:"id"`
	Lon  *float64 `json:"lon,omitempty"` // absent in a layout
	Lat  *float64 `json:"lat,omitempty"`
	Snap float64  `json:"snap_m"`
}

type queryLine struct {
	Type       string     `json:"type"`
	Index      int        `json:"index"`
	Source     placeLine  `json:"source"`
	Target     *placeLine `json:"target"` // null for all nodes
	Rank       int        `json:"rank,omitempty"`
	Distance   *uint32    `json:"distance"` // null if unreached, or for all nodes
	Seconds    *float64   `json:"time_s,omitempty"`
	Metres     *float64   `json:"length_m,omitempty"`
	Rounds     uint32     `json:"rounds"`
	Phases     uint32     `json:"phases"`
	Relaxed    uint64     `json:"relaxed"`
	Improved   uint64     `json:"improved"`
	Dijkstra   *uint64    `json:"dijkstra_relaxed,omitempty"` // these four are absent if unknown
	Efficiency *float64   `json:"efficiency,omitempty"`
	GPU        *float64   `json:"gpu_ms,omitempty"`
	Wall       *float64   `json:"wall_ms,omitempty"`
	Verified   *bool      `json:"verified"`
	Directions []legLine  `json:"directions,omitempty"`
}

type summaryLine struct {
	Type       string   `json:"type"`
	Queries    int      `json:"queries"`
	MeanWall   float64  `json:"mean_wall_ms"`
	MedianWall float64  `json:"median_wall_ms"`
	MeanGPU    float64  `json:"mean_gpu_ms"`
	MeanRounds float64  `json:"mean_rounds"`
	Efficiency *float64 `json:"efficiency,omitempty"` // absent if no search has one
	Verified   *int     `json:"verified"`
}

func newPrinter(out io.Writer, f searchFlags, m *scene.Map, meta report.Meta, a sssp.Algorithm, used compute.Values) *printer {
	r := &printer{out: out, m: m, flags: f, a: a}
	if f.json {
		r.json = format.JSON(r.out)
		_ = r.json.Encode(metaLine{meta, m.Name, m.Graph.Nodes(), m.Graph.Edges(), m.Metric.String(), m.Profile, unitOfDistances(m), m.Scale, a.Name(), used, f.seed})
		return r
	}
	search := a.Title()
	if words := cli.InWords(a, used); words != "" {
		search += ": " + words
	}
	fmt.Fprintf(r.out, "%s on %s\n%s, %s, weight %s; %s\n\n",
		m.Name, meta.Device, format.Count(m.Graph.Nodes(), "node"), format.Count(m.Graph.Edges(), "edge"), m.Weighs(), search)
	costs, length := "time", "km"
	if m.Metric == graph.ByWeight {
		costs, length = "distance", ""
	}
	fmt.Fprintf(r.out, "%9s %9s %7s %10s %9s  %6s %6s %10s %7s %9s %9s\n",
		"source", "target", "rank", costs, length, "rounds", "phases", "relaxed", "eff.", "GPU ms", "wall ms")
	return r
}

// unitOfDistances names the unit of distances and of delta.
func unitOfDistances(m *scene.Map) string {
	switch m.Metric {
	case graph.ByTime:
		return "0.1 s"
	case graph.ByLength:
		return "0.1 m"
	}
	return "weight"
}

func (r *printer) place(p place.Place) placeLine { return lineOf(r.m, p) }

func lineOf(m *scene.Map, p place.Place) placeLine {
	l := placeLine{Node: p.Node, ID: m.Graph.ID[p.Node], Snap: p.Snap}
	if !m.Abstract {
		lon, lat := m.Graph.At[p.Node].Degrees()
		l.Lon, l.Lat = &lon, &lat
	}
	return l
}

// costs returns the seconds and metres of a query's path, or nil if unknown. For concurrent queries
// only the distance is known.
func (r *printer) travel(o outcome) (seconds, metres *float64) {
	if o.job.all() || o.dist == graph.Unreached || r.m.Metric == graph.ByWeight {
		return nil, nil
	}
	if !o.shared {
		s, m := along(r.m.Graph, o.path)
		return &s, &m
	}
	d := float64(o.dist) / 10
	if r.m.Metric == graph.ByLength {
		return nil, &d
	}
	return &d, nil
}

// along returns the total seconds and metres of a path.
func along(g *graph.Graph, path []uint32) (seconds, metres float64) {
	for _, e := range path {
		seconds += float64(g.Time[e]) / 10
		metres += float64(g.Length[e]) / 10
	}
	return seconds, metres
}

func (r *printer) query(index int, o outcome) error {
	reached := !o.job.all() && o.dist != graph.Unreached
	if r.json == nil {
		return r.row(o, reached)
	}
	l := queryLine{
		Type: "query", Index: index, Source: r.place(o.job.source), Rank: o.job.Rank,
		Rounds: o.last.Round, Phases: o.last.Phase, Relaxed: o.last.Relaxed, Improved: o.last.Improved, Verified: report.Checked(r.flags.verify, o.verified),
	}
	if o.compared() {
		l.Dijkstra = &o.dijkstra
	}
	if o.compared() && o.told() {
		efficiency := o.efficiency()
		l.Efficiency = &efficiency
	}
	if !o.shared {
		l.GPU, l.Wall = &o.last.GPU, &o.wall
	}
	if !o.job.all() {
		p := r.place(o.job.target)
		l.Target = &p
	}
	if reached {
		l.Distance = &o.dist
	}
	l.Seconds, l.Metres = r.travel(o)
	if r.flags.directions {
		l.Directions = legLines(r.m, o.path)
	}
	return r.json.Encode(l)
}

func (r *printer) row(o outcome, reached bool) error {
	target, rank, travels, length := fmt.Sprintf("#%d", o.job.target.Node), "", "unreached", ""
	if o.job.Rank > 0 {
		rank = fmt.Sprint(o.job.Rank)
	}
	switch {
	case !reached:
	case r.m.Metric == graph.ByWeight:
		travels = r.m.Written(o.dist)
	default:
		travels, length = "-", "-"
		seconds, metres := r.travel(o)
		if seconds != nil && *seconds > 0 { // some graphs have lengths only
			travels = format.Clock(*seconds)
		}
		if metres != nil {
			length = fmt.Sprintf("%.2f", *metres/1000)
		}
	}
	if o.job.all() {
		target, travels = "all", ""
	}
	tick, efficiency, gpu, wall := "", "-", "-", "-"
	if o.verified {
		tick = "  ✓"
	}
	if o.compared() && o.told() {
		efficiency = percent(o.efficiency())
	}
	if !o.shared {
		gpu, wall = onDevice(r.a, o.last.GPU), fmt.Sprintf("%.3f", o.wall)
	}
	if _, err := fmt.Fprintf(r.out, "%9s %9s %7s %10s %9s  %6d %6d %10s %7s %9s %9s%s\n",
		fmt.Sprintf("#%d", o.job.source.Node), target, rank, travels, length,
		o.last.Round, o.last.Phase, format.Thousands(o.last.Relaxed), efficiency, gpu, wall, tick); err != nil {
		return err
	}
	if r.flags.directions && len(o.path) > 0 {
		if err := writeDirections(r.out, r.m, o.path); err != nil {
			return err
		}
	}
	for name, p := range map[string]place.Place{"source": o.job.source, "target": o.job.target} {
		if p.Snap > 0.5 {
			if _, err := fmt.Fprintf(r.out, "%9s the nearest node to the %s, #%d, is %.0f m away\n", "", name, p.Node, p.Snap); err != nil {
				return err
			}
		}
	}
	return nil
}

// summarize averages outcomes.
func summarize(outcomes []outcome, verify bool) summaryLine {
	l := summaryLine{Type: "summary", Queries: len(outcomes)}
	var walls []float64
	var ours, dijkstra uint64
	verified := 0
	n := float64(max(1, len(outcomes)))
	for _, o := range outcomes {
		walls = append(walls, o.wall)
		l.MeanWall += o.wall / n
		l.MeanGPU += o.last.GPU / n
		l.MeanRounds += float64(o.last.Round) / n
		if o.told() {
			ours, dijkstra = ours+o.last.Relaxed, dijkstra+o.dijkstra
		}
		if o.verified {
			verified++
		}
	}
	if dijkstra > 0 {
		efficiency := float64(dijkstra) / float64(max(1, ours))
		l.Efficiency = &efficiency
	}
	l.MedianWall, l.Verified = timing.Median(walls), report.Checked(verify, verified)
	return l
}

func (r *printer) summary(outcomes []outcome) error {
	l := summarize(outcomes, r.flags.verify)
	if r.json != nil {
		return r.json.Encode(l)
	}
	verified := ""
	if r.flags.verify {
		verified = fmt.Sprintf(", %d of %d verified", *l.Verified, l.Queries)
	}
	gpu := ""
	if !r.a.About().OnHost {
		gpu = fmt.Sprintf(", GPU %.3f ms", l.MeanGPU)
	}
	_, err := fmt.Fprintf(r.out, "\n%s%s: mean %.3f ms, median %.3f ms%s, %.1f rounds%s\n",
		format.Plural(l.Queries, "query", "queries"), verified, l.MeanWall, l.MedianWall, gpu, l.MeanRounds, efficiencyInWords(l.Efficiency))
	return err
}

// percent formats a share for people; in JSON and CSV it is a number up to 1.
func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// efficiencyInWords returns the end of a summary line; it is empty if there is no efficiency.
func efficiencyInWords(e *float64) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf(", efficiency %s", percent(*e))
}

package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/scene"
)

// sheet prints the plan of a search and its answers as text or JSON lines.
type sheet struct {
	out   io.Writer
	flags runFlags
	m     *scene.Map
	pairs []bfs.Pair
	found found
}

// found holds the results of all pairs. All but lengths are nil unless requested.
type found struct {
	lengths []uint32
	counts  []uint64
	routes  [][]uint32
	every   [][][]uint32
}

type metaLine struct {
	report.Meta
	File      string `json:"file"`
	Nodes     int    `json:"nodes"`
	Edges     int    `json:"edges"`
	Form      string `json:"form"`
	Symmetric bool   `json:"symmetric"`
	Pairs     string `json:"pairs,omitempty"` // file name
	Seed      uint64 `json:"seed,omitempty"`
}

type planLine struct {
	Type     string         `json:"type"`
	Scheme   string         `json:"algorithm"`
	Why      string         `json:"why"`
	Params   compute.Values `json:"params"`
	Pairs    int            `json:"pairs"`
	Searched int            `json:"searched"`
	Sources  int            `json:"sources"`
	Targets  int            `json:"targets"`
	Reverse  bool           `json:"reverse"`
	Sweeps   int            `json:"sweeps"`
	Bytes    int64          `json:"device_bytes"`
}

type summaryLine struct {
	Type        string  `json:"type"`
	Pairs       int     `json:"pairs"`
	Unreachable int     `json:"unreachable"`
	Longest     uint32  `json:"longest"`
	Mean        float64 `json:"mean"` // of the reachable pairs
	Levels      int     `json:"levels"`
	Again       int     `json:"searched_again"`
	OnHost      int     `json:"searched_by_host,omitempty"`
	Sharing     float64 `json:"sharing,omitempty"` // mean number of searches that share a node of a frontier
	Runs        int     `json:"runs"`
	GPU         float64 `json:"gpu_ms"`
	Wall        float64 `json:"wall_ms"`
	PerPair     float64 `json:"us_per_pair"`
	Verified    *bool   `json:"verified"`
}

// begin prints the input and the plan.
func (r *sheet) begin(origin report.Meta, g *bfs.Graph, p *bfs.Plan) error {
	if r.flags.json {
		lines := format.JSON(r.out)
		meta := metaLine{Meta: origin, File: r.m.Name, Nodes: g.Nodes, Edges: g.Edges,
			Form: g.Form.String(), Symmetric: g.Symmetric, Pairs: r.flags.pairs}
		if r.flags.pairs == "" {
			meta.Seed = r.flags.seed
		}
		if err := lines.Encode(meta); err != nil {
			return err
		}
		return lines.Encode(planLine{"plan", p.Scheme.Name(), p.Why, p.Values, p.Pairs, p.Searched, p.Sources, p.Targets, p.Reverse, p.Sweeps, p.Bytes})
	}
	const mebi = 1 << 20
	fmt.Fprintf(r.out, "%s: %s, %s, form %s\non %s\n\n", r.m.Name, format.Count(g.Nodes, "node"), format.Count(g.Edges, "edge"), g.Form, origin.Device)
	fmt.Fprintf(r.out, "plan: scheme %s: %s\n", p.Scheme, p.Why)
	fmt.Fprintf(r.out, "      %s, %s to be searched, from %s to %s\n", format.Count(p.Pairs, "pair"), format.Thousands(p.Searched), format.Count(p.Sources, "source"), format.Count(p.Targets, "target"))
	if p.Sweeps > 0 {
		columns := "sources"
		if p.Reverse {
			columns = "targets, against the edges"
		}
		fmt.Fprintf(r.out, "      %s; columns are %s\n", format.Count(p.Sweeps, "sweep"), columns)
	}
	if len(p.Values) > 0 {
		fmt.Fprintf(r.out, "      %s\n", cli.InWords(p.Scheme, p.Values))
	}
	_, err := fmt.Fprintf(r.out, "      %.1f MiB on the device\n\n", float64(p.Bytes)/mebi)
	return err
}

// end prints the results.
func (r *sheet) end(ctx context.Context, a bfs.Answer, t timing.Times, pool *cli.Pool) error {
	s := summaryLine{Type: "summary", Pairs: a.Pairs, Levels: a.Levels, Again: a.Again, OnHost: a.OnHost, Sharing: a.Sharing(), Runs: r.flags.repeat, GPU: t.GPU, Wall: t.Wall,
		PerPair: 1e3 * t.Wall / float64(max(1, a.Pairs)), Verified: report.Checked(r.flags.verify, true)}
	sum := uint64(0)
	for _, length := range a.Lengths {
		if length == bfs.Unreachable {
			s.Unreachable++
			continue
		}
		s.Longest = max(s.Longest, length)
		sum += uint64(length)
	}
	s.Mean = float64(sum) / float64(max(1, a.Pairs-s.Unreachable))
	if r.flags.json {
		if err := r.levels(a); err != nil {
			return err
		}
		if r.flags.output == "" {
			if err := r.each(ctx, r.out, r.json); err != nil {
				return err
			}
		}
		if err := pool.Shares(r.out, true); err != nil {
			return err
		}
		return format.JSON(r.out).Encode(s)
	}
	runs := ""
	if s.Runs > 1 {
		runs = fmt.Sprintf(", median of %d runs", s.Runs)
	}
	fmt.Fprintf(r.out, "%12s %s unreachable\n%12.2f edges on average of the others, %s at most\n", format.Thousands(s.Unreachable), pairsAre(s.Unreachable), s.Mean, format.Thousands(int(s.Longest)))
	fmt.Fprintf(r.out, "%12s %s expanded; %s searched twice%s\n", format.Thousands(s.Levels), format.Things(s.Levels, "level"), format.Count(s.Again, "pair"), why(a))
	if s.Sharing > 0 {
		fmt.Fprintf(r.out, "%12.2f searches are served by a node in a frontier, on average\n", s.Sharing)
	}
	if err := r.levels(a); err != nil {
		return err
	}
	if a.OnHost > 0 {
		fmt.Fprintf(r.out, "%12s pairs were searched by the host meanwhile\n", format.Thousands(a.OnHost))
	}
	fmt.Fprintf(r.out, "%12.3f ms on the GPU\n%12.3f ms in all%s\n%12.3f µs a pair\n", s.GPU, s.Wall, runs, s.PerPair)
	verdict := "not verified (--verify)"
	if r.flags.verify {
		verdict = "verified: every length"
	}
	if _, err := fmt.Fprintln(r.out, verdict); err != nil {
		return err
	}
	return pool.Shares(r.out, false)
}

// why says why pairs were searched twice.
func why(a bfs.Answer) string {
	switch {
	case a.Again == 0:
		return ""
	case a.Scheme == bfs.Rows:
		return ", which were open when all sweeps had come to the length --defer"
	}
	return ", with lists of all nodes"
}

// pairsAre returns the subject and the verb of a sentence about n pairs.
func pairsAre(n int) string {
	if n == 1 {
		return "pair is"
	}
	return "pairs are"
}

// levelLine is a level of a search or a sweep.
type levelLine struct {
	Type      string  `json:"type"`
	Sweep     int     `json:"sweep"`
	Level     uint32  `json:"level"`
	Nodes     uint32  `json:"nodes"`
	Edges     uint32  `json:"edges"`
	Searches  uint32  `json:"searches"`
	Upward    bool    `json:"bottom_up"`
	Active    uint32  `json:"active"`
	Walked    uint32  `json:"edges_walked"`
	Groups    uint32  `json:"workgroups"`
	Imbalance float64 `json:"imbalance"` // greatest work of a workgroup over the mean
}

// levels prints the levels of joint frontiers if --counters is given.
func (r *sheet) levels(a bfs.Answer) error {
	switch {
	case !r.flags.counters:
		return nil
	case len(a.History) == 0 && !r.flags.json:
		_, err := fmt.Fprintf(r.out, "no levels are counted: scheme %s has no frontier that searches share\n", a.Scheme)
		return err
	case !r.flags.json:
		fmt.Fprintf(r.out, "\n%6s %6s %9s %9s %8s %10s %10s %10s %10s %10s\n", "sweep", "level", "nodes", "edges", "sharing", "direction", "active", "walked", "workgroups", "imbalance")
	}
	for _, l := range a.History {
		if r.flags.json {
			if err := format.JSON(r.out).Encode(levelLine{"level", l.Sweep, l.Level, l.Nodes, l.Edges, l.Searches, l.Upward, l.Active, l.Walked, l.Groups, l.Imbalance()}); err != nil {
				return err
			}
			continue
		}
		direction := "top-down"
		if l.Upward {
			direction = "bottom-up"
		}
		fmt.Fprintf(r.out, "%6d %6d %9d %9d %8.2f %10s %10d %10d %10d %10.2f\n", l.Sweep, l.Level, l.Nodes, l.Edges,
			float64(l.Searches)/float64(max(1, l.Nodes)), direction, l.Active, l.Walked, l.Groups, l.Imbalance())
	}
	if r.flags.json {
		return nil
	}
	_, err := fmt.Fprintln(r.out)
	return err
}

// csv appends the line of a pair, or the header for -1.
func (r *sheet) csv(line []byte, i int) []byte {
	if i < 0 {
		line = append(line, "source,target,length"...)
		if r.found.counts != nil {
			line = append(line, ",paths"...)
		}
		if r.found.routes != nil {
			line = append(line, ",path"...)
		}
		if r.found.every != nil {
			line = append(line, ",every_path"...)
		}
		return append(line, '\n')
	}
	id := r.m.Graph.ID
	line = append(strconv.AppendInt(line, id[r.pairs[i].Source], 10), ',')
	line = append(strconv.AppendInt(line, id[r.pairs[i].Target], 10), ',')
	line = append(line, inEdges(r.found.lengths[i])...)
	if r.found.counts != nil {
		line = strconv.AppendUint(append(line, ','), r.found.counts[i], 10)
	}
	if r.found.routes != nil {
		mark := byte(',')
		for _, v := range r.found.routes[i] {
			line = strconv.AppendInt(append(line, mark), id[v], 10)
			mark = ' '
		}
		if mark == ',' {
			line = append(line, ',')
		}
	}
	if r.found.every != nil {
		line = append(append(line, ','), strings.Join(r.texts(r.found.every[i]), ";")...)
	}
	return append(line, '\n')
}

// texts formats each path as a list of ids.
func (r *sheet) texts(paths [][]uint32) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = strings.Trim(fmt.Sprint(r.ids(path)), "[]")
	}
	return out
}

// json appends the line of a pair; -1 appends nothing.
func (r *sheet) json(line []byte, i int) []byte {
	if i < 0 {
		return line
	}
	id := r.m.Graph.ID
	line = strconv.AppendInt(append(line, `{"type":"pair","index":`...), int64(i), 10)
	line = strconv.AppendInt(append(line, `,"source":`...), id[r.pairs[i].Source], 10)
	line = strconv.AppendInt(append(line, `,"target":`...), id[r.pairs[i].Target], 10)
	line = append(line, `,"length":`...)
	if length := r.found.lengths[i]; length == bfs.Unreachable {
		line = append(line, "null"...)
	} else {
		line = strconv.AppendUint(line, uint64(length), 10)
	}
	if r.found.counts != nil {
		line = strconv.AppendUint(append(line, `,"paths":`...), r.found.counts[i], 10)
	}
	if r.found.routes != nil {
		line = append(line, `,"path":[`...)
		for k, v := range r.found.routes[i] {
			if k > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendInt(line, id[v], 10)
		}
		line = append(line, ']')
	}
	if r.found.every != nil {
		lists := make([][]int64, 0, len(r.found.every[i]))
		for _, path := range r.found.every[i] {
			lists = append(lists, r.ids(path))
		}
		text, _ := json.Marshal(lists) // marshalling numbers cannot fail
		line = append(append(line, `,"every_path":`...), text...)
	}
	return append(line, "}\n"...)
}

// each writes all pairs in order, formatted by format.
func (r *sheet) each(ctx context.Context, w io.Writer, format func(line []byte, i int) []byte) error {
	const piece = 1 << 16
	line := format(nil, -1)
	for i := range r.pairs {
		line = format(line, i)
		if len(line) > piece {
			if _, err := w.Write(line); err != nil {
				return err
			}
			if line = line[:0]; ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	_, err := w.Write(line)
	return err
}

func inEdges(length uint32) string {
	if length == bfs.Unreachable {
		return "unreachable"
	}
	return fmt.Sprint(length)
}

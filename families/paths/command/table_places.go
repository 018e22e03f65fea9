package command

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/internal/format"
	"kernelscope/internal/shard"
	"kernelscope/report"
	"kernelscope/report/matrix"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// table is a requested table and its cost so far.
type table struct {
	m       *scene.Map
	sources []uint32 // nodes to search from, in the order of rows
	targets []uint32 // nodes of the columns; nil for a list
	rows    matrix.Table
	of      map[uint32][]int // of a list: the pairs of each source
	nodes   []uint32         // of a list: the nodes of its places
	verify  bool
	*searchers
	whole float64 // ms in total, including writing
}

// read reads the files of places or of pairs.
func (t *table) read(ctx context.Context, f tableFlags) error {
	finder, err := place.NewFinder(t.m)
	if err != nil {
		return err
	}
	t.rows.Unit, t.rows.Digits, t.rows.Schema = unitOf(t.m), digitsOf(t.m), report.Schema
	if f.pairs != "" {
		pairs, err := finder.ReadPairs(ctx, f.pairs, f.snap)
		if err != nil {
			return err
		}
		t.list(pairs)
		return nil
	}
	sources, err := finder.ReadFile(ctx, f.sources)
	if err != nil {
		return err
	}
	targets := sources
	if f.targets != "" {
		if targets, err = finder.ReadFile(ctx, f.targets); err != nil {
			return err
		}
	}
	t.sources, t.targets = place.Nodes(sources), place.Nodes(targets)
	t.rows.Sources = t.places(sources, nil)
	if t.rows.Targets = t.rows.Sources; f.targets != "" {
		t.rows.Targets = t.places(targets, nil)
	}
	return nil
}

// list sets the pairs.
func (t *table) list(pairs *place.Pairs) {
	t.rows.Sources = t.places(pairs.Places, pairs.Problems)
	t.rows.Targets, t.nodes = t.rows.Sources, place.Nodes(pairs.Places)
	for _, p := range pairs.List {
		problem := pairs.Problems[p[0]]
		if problem == "" {
			problem = pairs.Problems[p[1]]
		}
		t.rows.Pairs = append(t.rows.Pairs, matrix.Pair{Source: p[0], Target: p[1], Problem: problem})
	}
}

// cut selects a part of the rows: some sources, or some pairs, whose sources are searched from once
// each.
func (t *table) cut(part shard.Part) {
	if t.rows.Pairs == nil {
		first, end := part.Cut(len(t.sources))
		t.sources, t.rows.Sources = t.sources[first:end], t.rows.Sources[first:end]
		return
	}
	first, end := part.Cut(len(t.rows.Pairs))
	t.rows.Pairs, t.of = t.rows.Pairs[first:end], map[uint32][]int{}
	for i, p := range t.rows.Pairs {
		if p.Problem != "" {
			continue
		}
		source := t.nodes[p.Source]
		if t.of[source] == nil {
			t.sources = append(t.sources, source)
		}
		t.of[source] = append(t.of[source], i)
	}
}

// places converts the places of a file. A place with a problem has no node.
func (t *table) places(list []place.Named, problems []string) (out []matrix.End) {
	for i, p := range list {
		one := matrix.End{Name: p.Name}
		line := namedLine{Name: p.Name}
		if problems == nil || problems[i] == "" {
			at := lineOf(t.m, p.Place)
			one.ID, line.placeLine = at.ID, &at
		}
		text, _ := json.Marshal(line) // marshalling numbers and names cannot fail
		one.JSON = format.RoundJSON(text)
		out = append(out, one)
		t.rows.Named = t.rows.Named || !strings.HasPrefix(p.Name, "#") && !strings.HasPrefix(p.Name, "id:")
	}
	return out
}

// namedLine is a place in JSON lines.
type namedLine struct {
	Name string `json:"name"`
	*placeLine
}

// facts sets the metadata of a table.
func (t *table) facts(version, device string, a sssp.Algorithm, v compute.Values) {
	maps.Copy(t.rows.Facts, map[string]string{
		shard.Version: version, "device": device, "file": t.m.Name, shard.Graph: t.m.Graph.Checksum(), "algorithm": a.Name(), "parameters": cli.InWords(a, v),
	})
}

// unitOf returns the unit of a table: seconds, metres, or the unit of the file.
func unitOf(m *scene.Map) string {
	switch m.Metric {
	case graph.ByTime:
		return "seconds"
	case graph.ByLength:
		return "metres"
	}
	return "distance"
}

// digitsOf returns the number of decimals of distances: one, since weights are tenths, or as many
// as in the file of a graph.
func digitsOf(m *scene.Map) int {
	if m.Metric == graph.ByWeight {
		return int(math.Round(math.Log10(max(1, m.Scale))))
	}
	return 1
}

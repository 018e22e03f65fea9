package labload

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/assets"
	"kernelscope/compute/lab"
	"kernelscope/scene"
	"kernelscope/scene/gen"
)

// graphs reads the graphs and maps of the lab. Formulas have NAME.nodes and NAME.edges.
func (r *reader) graphs() error {
	for _, name := range slices.Sorted(maps.Keys(r.file.Graph)) {
		key, path := "graph."+name, r.file.Graph[name].File
		if err := r.free(key, name); err != nil {
			return err
		}
		if path == "" {
			return r.wrong(key, "a graph needs a file, gen: and a generator, or %s", assets.WilmingtonName)
		}
		if !strings.HasPrefix(path, gen.Prefix) && path != assets.WilmingtonName {
			var err error
			if path, err = r.inside(key+".file", path); err != nil {
				return err
			}
			r.from = append(r.from, path)
		}
		m, err := r.files.graph(r.ctx, path)
		if r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err != nil {
			return r.wrong(key+".file", "%v", err) // of a generator, which is not the usage of a command here
		}
		r.maps[name] = m
		r.give(name, map[string]any{"nodes": m.Graph.Nodes(), "edges": m.Graph.Edges()})
	}
	return nil
}

// inside returns the path of a file below the folder of the lab.
func (r *reader) inside(key, name string) (string, error) {
	if !filepath.IsLocal(name) {
		return "", r.wrong(key, "%s is outside the folder of the lab", name)
	}
	path := r.path(name)
	if err := r.files.within(path, r.folder); err != nil {
		return "", r.wrong(key, "%w", err)
	}
	return path, nil
}

// graphParts are the arrays of a graph in compressed sparse row form (docs/lab.md).
var graphParts = []string{"offsets", "heads", "weights", "in_offsets", "tails", "x", "y"}

// part returns an array of a graph as words. Positions are from 0 to 1, in proportion.
func (r *reader) part(key string, b buffer, t lab.Type) ([]uint32, error) {
	m, ok := r.maps[b.Graph]
	if !ok {
		return nil, r.wrong(key+".graph", "there is no [graph.%s]", b.Graph)
	}
	switch b.Part {
	case "offsets":
		return m.Graph.FirstOut, nil
	case "heads":
		return m.Graph.Head, nil
	case "weights":
		return m.Graph.Weight, nil
	case "in_offsets":
		return m.Graph.FirstIn, nil
	case "tails":
		return m.Graph.Tail, nil
	case "x", "y":
		if t != lab.F32 {
			return nil, r.wrong(key+".part", "positions are numbers of type %s, not %s", lab.F32, t)
		}
		return positions(m, b.Part == "y"), nil
	}
	return nil, r.wrong(key+".part", "part %q is not one of %v", b.Part, graphParts)
}

// positions returns the positions of nodes along an axis.
func positions(m *scene.Map, vertical bool) []uint32 {
	out := make([]uint32, m.Graph.Nodes())
	size := max(m.Box.Max.X-m.Box.Min.X, m.Box.Max.Y-m.Box.Min.Y)
	for i, p := range m.Graph.At {
		x := p.X - m.Box.Min.X
		if vertical {
			x = p.Y - m.Box.Min.Y
		}
		out[i] = math.Float32bits(float32(x) / max(float32(size), math.SmallestNonzeroFloat32))
	}
	return out
}

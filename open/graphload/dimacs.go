package graphload

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/scene/geom"
)

// readDIMACS reads a file of arcs and, if it exists, the file of coordinates next to it.
func readDIMACS(ctx context.Context, path string) (*input, error) {
	in, err := readText(ctx, path, readArcs)
	if err != nil {
		return nil, err
	}
	if places := placesOf(path); places != "" {
		err = openText(ctx, places, func(t *text) error { return readPlaces(t, in) })
	}
	return in, err
}

// PlacesName returns the name of the coordinate file that belongs to a .gr file: city.co.gz for
// city.gr.gz. It returns "" for other names.
func PlacesName(path string) string {
	stem, zipped := strings.CutSuffix(path, ".gz")
	stem, ok := strings.CutSuffix(stem, ".gr")
	switch {
	case !ok:
		return ""
	case zipped:
		return stem + ".co.gz"
	}
	return stem + ".co"
}

// placesOf finds the file of coordinates: city.co or city.co.gz for city.gr, and
// city.co.txt for city.gr.txt.
func placesOf(path string) string {
	dir, name := filepath.Split(path)
	stem, ext, ok := strings.Cut(strings.TrimSuffix(name, ".gz"), ".gr")
	if !ok {
		return ""
	}
	for _, zip := range []string{"", ".gz"} {
		co := filepath.Join(dir, stem+".co"+ext+zip)
		if _, err := os.Stat(co); err == nil {
			return co
		}
	}
	return ""
}

// numbersOf reads the words of a line after the first n.
func numbersOf(t *text, n int) (v []int64, ok bool) {
	for _, w := range t.words[n:] {
		x, ok := integer(w)
		if !ok {
			return nil, false
		}
		v = append(v, x)
	}
	return v, true
}

// problemOf reads the numbers at the end of a problem line.
func problemOf(t *text) []int64 {
	i := 1
	for ; i < len(t.words); i++ {
		if _, ok := integer(t.words[i]); ok {
			break
		}
	}
	v, _ := numbersOf(t, i)
	return v
}

// readArcs reads "p sp NODES ARCS" and lines "a TAIL HEAD WEIGHT". Nodes are numbered
// from 1.
func readArcs(t *text) (*input, error) {
	in := &input{budget: t.budget}
	nodes, arcs := int64(0), int64(0)
	for t.next() {
		kind := string(t.words[0])
		switch {
		case kind[0] == 'c':
			continue
		case kind == "p":
			v := problemOf(t)
			if len(v) != 2 || nodes != 0 || v[0] < 1 || v[0] > maxNodes || v[1] < 0 || v[1] > maxArcs {
				return nil, t.wrong("the problem line must say once how many nodes (1 to %d) and arcs (0 to %d) there are", maxNodes, maxArcs)
			}
			nodes, arcs = v[0], v[1]
			continue
		case kind != "a":
			return nil, t.odd()
		case nodes == 0:
			return nil, t.wrong("an arc before the problem line")
		case len(t.words) != 4:
			return nil, t.wrong("an arc needs a tail, a head and a weight")
		}
		tail, ok0 := integer(t.words[1])
		head, ok1 := integer(t.words[2])
		if !ok0 || !ok1 {
			return nil, t.odd()
		}
		if tail < 1 || tail > nodes || head < 1 || head > nodes {
			return nil, t.wrong("nodes are numbered 1 to %d", nodes)
		}
		weight, err := in.weights.read(t.words[3])
		if err != nil {
			return nil, t.wrong("%v", err)
		}
		if int64(len(in.arcs)) == arcs {
			return nil, t.wrong("more than the %d arcs of the problem line", arcs)
		}
		if err := in.add(uint32(tail-1), uint32(head-1), weight); err != nil {
			return nil, t.wrong("%w", err)
		}
	}
	switch {
	case nodes == 0:
		return nil, fmt.Errorf("there is no problem line")
	case int64(len(in.arcs)) < arcs:
		return nil, fmt.Errorf("%d arcs; the problem line says %d: is the file cut off?", len(in.arcs), arcs)
	}
	return in, in.number(nodes)
}

// number assigns the ids from 1 to the nodes. It refuses headers with far more nodes than the arcs
// could have.
func (in *input) number(nodes int64) error {
	if nodes > int64(4*len(in.arcs)+1<<20) {
		return fmt.Errorf("%d nodes for %d arcs", nodes, len(in.arcs))
	}
	if err := in.budget.Take(nodeBytes * nodes); err != nil {
		return err
	}
	in.id = make([]int64, nodes)
	for v := range in.id {
		in.id[v] = int64(v) + 1
	}
	return nil
}

// readPlaces reads "p aux sp co NODES" and lines "v NODE X Y" in units of 1e-6 degrees.
func readPlaces(t *text, in *input) error {
	const whole = 180e6
	in.at = make([]geom.Point, len(in.id))
	placed := make([]bool, len(in.id))
	for t.next() {
		kind := string(t.words[0])
		switch {
		case kind[0] == 'c':
			in.abstract = in.abstract || bytes.Contains(t.line, []byte(layoutComment))
		case kind == "p":
			if v := problemOf(t); len(v) != 1 || v[0] != int64(len(in.id)) {
				return t.wrong("these are not the coordinates of the graph, which has %d nodes", len(in.id))
			}
		case kind == "v":
			v, ok := numbersOf(t, 1)
			if !ok || len(v) != 3 || v[0] < 1 || v[0] > int64(len(in.id)) {
				return t.wrong("a place needs a node from 1 to %d and two numbers", len(in.id))
			}
			if v[1] < -whole || v[1] > whole || v[2] < -whole/2 || v[2] > whole/2 {
				return t.wrong("%d, %d is not a place in units of 1e-6 degrees", v[1], v[2])
			}
			in.at[v[0]-1], placed[v[0]-1] = geom.FromDegrees(float64(v[1])/1e6, float64(v[2])/1e6), true
		default:
			return t.odd()
		}
	}
	if v := slices.Index(placed, false); v >= 0 && t.ctx.Err() == nil && t.scanner.Err() == nil {
		return fmt.Errorf("node %d has no coordinates", v+1)
	}
	return nil
}

// inDecimetres reports whether weights are lengths in decimetres, as in the distance graphs of the
// challenge. A typical weight then approximately equals the length of the straight line.
func (in *input) inDecimetres() bool {
	if in.at == nil || in.abstract || len(in.arcs) == 0 {
		return false
	}
	const samples = 1001
	var ratios []float64
	for i := range min(samples, len(in.arcs)) {
		a := in.arcs[i*len(in.arcs)/min(samples, len(in.arcs))]
		if straight := 10 * in.at[a.tail].Metres(in.at[a.head]); straight > 0 {
			ratios = append(ratios, a.weight/straight)
		}
	}
	slices.Sort(ratios)
	if len(ratios) == 0 {
		return false
	}
	middle := ratios[len(ratios)/2]
	return middle > 0.8 && middle < 1.6
}

package bfs

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/fault"
)

// Layers of a search in steps. Nodes have their numbers in the graph, but rows are in the
// order of the device.
const (
	// Levels has a state per node: the level at which the followed search found it. Of a pair,
	// nodes of the source's ball are relaxed, and nodes of the target's are far. Nodes of the last
	// level are near.
	Levels compute.LayerKind = "levels"
	// Searches has a state per node, relaxed if some search has seen it, with the number of these
	// searches.
	Searches compute.LayerKind = "searches"
	// FrontierNodes lists the nodes that the last level found.
	FrontierNodes compute.LayerKind = "frontier"
	// Seen has a row per node with edges, one bit per search.
	Seen compute.LayerKind = "seen"
	// Fresh has the new bits of these rows.
	Fresh compute.LayerKind = "fresh"
	// Queue lists the joint frontier in the order of its queue, by rows.
	Queue compute.LayerKind = "queue"
	// Reached has the bits that an expansion has set, of searches that had not seen the node; they
	// are identified next.
	Reached compute.LayerKind = "reached"
	// Searching has one row: the searches with open pairs.
	Searching compute.LayerKind = "searching"
)

var observe = compute.Agreeing(compute.NewKernel[ref.Observe[compute.Buffer]]("bfs_observe", workgroups, ref.MirrorObserve), ref.AgreeOnObserve).Observing()

// layers holds the visible state of a search in steps.
type layers struct {
	memory                            compute.Memory
	words                             int // of a row
	place                             compute.Buffer
	shown, fresh                      compute.Buffer // rows
	levels, searches, frontier, sizes compute.Buffer
}

func newLayers(b *Graph, words int) (l layers, err error) {
	rows := b.live * words
	if searches := 32 * int64(rows); searches > math.MaxUint32 {
		return l, fmt.Errorf("bfs: %w: %d nodes with %d columns are too many to be counted step by step: choose fewer columns", fault.Limit, b.live, 32*words)
	}
	if err := b.memory.Backend.Limits().Room(1, "rows to show", rows, 3*rows+4*b.Nodes); err != nil {
		return l, err
	}
	l = layers{memory: compute.Memory{Backend: b.memory.Backend}, words: words}
	l.place = l.memory.NewBuffer("places of nodes", b.Nodes)
	l.shown, l.fresh = l.memory.NewBuffer("rows that are shown", rows), l.memory.NewBuffer("what is fresh of them", rows)
	l.levels, l.searches = l.memory.NewBuffer("levels of nodes", b.Nodes), l.memory.NewBuffer("searches of nodes", b.Nodes)
	l.frontier, l.sizes = l.memory.NewBuffer("frontier that is shown", b.Nodes), l.memory.NewBuffer("size of the frontier", ref.ObservedWords)
	l.memory.Backend.Write(l.place, 0, b.place)
	for _, x := range l.changing() {
		l.memory.Backend.Fill(x, 0, x.Len(), 0)
	}
	return l, l.memory.Ready()
}

// changing lists the buffers that Observe changes.
func (l *layers) changing() []compute.Buffer {
	return []compute.Buffer{l.shown, l.fresh, l.levels, l.searches, l.frontier, l.sizes}
}

// show updates the layers, at the start or after a step, and counts the frontier.
func (s *Steps) show(ctx context.Context, c *cursor) error {
	be := s.layers.memory.Backend
	if c.Level <= 1 {
		be.Fill(s.shown, 0, s.shown.Len(), 0)
		for column, v := range s.starts(c) {
			be.Update(s.shown, int(v)*s.words+column/32, 1<<(column%32))
		}
		start := s.stepper.sight(c, s.Reverse)
		start.level = 0
		s.observe(c, start)
	}
	if c.Level > 0 {
		s.observe(c, s.stepper.sight(c, s.Reverse))
	}
	var n [ref.ObservedWords]uint32
	err := be.Read(ctx, s.sizes, 0, n[:])
	c.Frontier = Frontier{int(n[ref.ObservedNodes]), int(n[ref.ObservedEdges]), int(n[ref.ObservedServed]), int(n[ref.ObservedFollowed])}
	return err
}

// starts returns the places where the searches of the part begin, all different.
func (s *Steps) starts(c *cursor) []uint32 {
	w := c.part()
	if s.Scheme == Paired {
		j := c.jobs[w.firstPair]
		return []uint32{j.source, j.target}
	}
	return c.sources[w.firstColumn : w.firstColumn+w.columns]
}

// observe records the update of the layers.
func (s *Steps) observe(c *cursor, at sight) {
	be := s.layers.memory.Backend
	be.Fill(s.sizes, 0, ref.ObservedWords, 0)
	observe.Dispatch(be, s.g.Nodes, ref.Observe[compute.Buffer]{
		Words: compute.Constant(s.words), Place: s.layers.place, First: at.first, Rows: at.rows, Sweep: at.state,
		Shown: s.shown, Fresh: s.fresh, Levels: s.levels, Searches: s.searches, Frontier: s.frontier, Found: s.sizes,
		Nodes: uint32(s.g.Nodes), Live: uint32(s.g.live), Level: uint32(at.level), Column: s.column(c), Mask: uint32(at.mask), Kind: uint32(at.kind),
	})
}

// column returns the column of the followed search, or the number of columns if the part has
// none.
func (s *Steps) column(c *cursor) uint32 {
	if i, ok := s.followed(c); ok && s.Scheme != Paired {
		return c.column(i)
	}
	return uint32(32 * s.words)
}

// rowType is the type of a row: a search in each bit, the first ones in the first word.
const rowType = "bits of searches"

// hexadecimal writes the words of a row.
func hexadecimal(row []uint32) string {
	text := ""
	for _, w := range row {
		text += fmt.Sprintf("%08x ", w)
	}
	return strings.TrimSpace(text)
}

// Layers returns the layers to draw and inspect.
func (s *Steps) Layers() []compute.Layer {
	out := []compute.Layer{
		{Kind: Levels, Name: "levels", Buffer: s.levels, Count: s.g.Nodes, Stride: 1, Entry: "node", Of: s.bit},
		{Kind: Searches, Name: "searches that have seen a node", Buffer: s.searches, Count: s.g.Nodes, Stride: 1},
		{Kind: FrontierNodes, Name: "frontier", Buffer: s.frontier, Count: s.at.Frontier.Nodes, Stride: 1, Unordered: true},
		{Kind: Seen, Name: "rows", Buffer: s.shown, Count: s.g.live, Stride: s.words, Type: rowType, Text: hexadecimal},
		{Kind: Fresh, Name: "fresh in rows", Buffer: s.fresh, Count: s.g.live, Stride: s.words, Type: rowType, Text: hexadecimal},
	}
	if s.stepper != nil {
		out = append(out, s.stepper.layers(&s.at)...)
	}
	return out
}

// bit is where the followed search has found a node: the bit of a row, or of a pair's marks.
func (s *Steps) bit(node int) compute.Source {
	place := int(s.g.place[node])
	if place >= s.g.live || s.stepper == nil {
		return compute.Source{}
	}
	at := s.stepper.sight(&s.at, s.Reverse)
	switch at.kind {
	case ref.ObservesSides:
		return compute.Source{Buffer: at.rows, Word: place / 16, Mask: 3 << (2 * (place % 16))}
	case ref.ObservesLevels:
		return compute.Source{Buffer: at.rows, Word: place}
	}
	column := s.column(&s.at)
	if column >= uint32(32*s.words) {
		return compute.Source{}
	}
	return compute.Source{Buffer: at.rows, Also: at.others, Word: place*s.words + int(column/32), Mask: 1 << (column % 32)}
}

// Keyframe is a copy of a state of a search in steps.
type Keyframe struct {
	at     cursor
	memory compute.Memory
	copies []compute.Buffer
}

// Keep copies the present state.
func (s *Steps) Keep() (*Keyframe, error) {
	k := &Keyframe{at: s.at, memory: compute.Memory{Backend: s.layers.memory.Backend}}
	for _, b := range s.all() {
		c := k.memory.NewBuffer(b.Name()+", kept", b.Len())
		k.memory.Backend.Copy(c, 0, b, 0, b.Len())
		k.copies = append(k.copies, c)
	}
	return k, k.memory.Ready()
}

// Restore returns to a kept state.
func (s *Steps) Restore(ctx context.Context, k *Keyframe) error {
	s.at = k.at
	for i, b := range s.all() {
		k.memory.Backend.Copy(b, 0, k.copies[i], 0, b.Len())
	}
	return s.read(ctx, &s.at)
}

// all lists the buffers that a state consists of.
func (s *Steps) all() []compute.Buffer {
	if s.stepper == nil {
		return nil
	}
	return append(s.stepper.changing(), s.layers.changing()...)
}

// Bytes returns the memory of a keyframe on the device.
func (k *Keyframe) Bytes() int64 { return k.memory.Bytes() }

// Release releases it.
func (k *Keyframe) Release() { k.memory.Release() }

// Words returns the number of words of a row.
func (s *Steps) Words() int { return s.words }

// RowOf returns the row of a node; nodes without edges have none.
func (s *Steps) RowOf(node int) int { return int(s.g.place[node]) }

package prepared

import (
	"context"

	"kernelscope/internal/parallel"
)

// Targets sums up the distances from all nodes to the targets of a list, some targets in a step. It needs a tree of
// the reversed network for each target, and not one for each node.
type Targets struct {
	by    RowReader
	list  []uint32
	limit uint32
	made  int
	found []Reach // by node
}

// NewTargets returns a sum over a list of nodes, which is not empty. The fronts of by are Reversed, and its lengths
// are by the weights of the moment. Targets within the limit are counted.
func NewTargets(by RowReader, list []uint32, limit uint32) *Targets {
	return &Targets{by: by, list: list, limit: limit}
}

// Step makes the trees of the next targets: a batch of them.
func (t *Targets) Step(ctx context.Context) error {
	rows, err := t.by.ReadRows(ctx, t.list[t.made:])
	if err != nil {
		return err
	}
	if t.found == nil {
		t.found = make([]Reach, rows.nodes())
	}
	parallel.Pieces(len(t.found), func(first, end int) {
		for v := first; v < end; v++ {
			for i, d := range rows.of(v) {
				t.found[v].countTarget(t.made+i, d, t.limit)
			}
		}
	})
	t.made += rows.Count
	return nil
}

// Made returns the number of targets whose trees are made.
func (t *Targets) Made() int { return t.made }

// Complete reports whether all of them are.
func (t *Targets) Complete() bool { return t.made == len(t.list) }

// Found returns what all nodes reach of the targets whose trees are made.
func (t *Targets) Found() []Reach { return t.found }

// countTarget counts a target by its index in a list, in order.
func (r *Reach) countTarget(i int, d, limit uint32) {
	if r.count(d, limit) && (r.Target == 0 || d < r.Nearest) {
		r.Nearest, r.Target = d, uint32(i+1)
	}
}

// ReachOfTargets returns what a source reaches of a list of targets, by its distances to all nodes.
func ReachOfTargets(dist, list []uint32, limit uint32) (r Reach) {
	for i, v := range list {
		r.countTarget(i, dist[v], limit)
	}
	return r
}

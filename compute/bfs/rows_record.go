package bfs

import (
	"fmt"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// record returns a recording, made on first use.
func (r *rows) record(key rowsKey, record func(e compute.Encoder, pull, push *direction)) compute.Recording {
	if c, ok := r.recorded[key]; ok {
		return c
	}
	c := r.memory.Backend.Record(fmt.Sprintf("%d levels of a sweep", key.levels), func(e compute.Encoder) {
		if key.reverse {
			record(e, r.out, r.in)
		} else {
			record(e, r.in, r.out)
		}
	})
	r.recorded[key] = c
	return c
}

// start finds the rows of level 1 and answers pairs of length 1 and, but for
// roads, 2.
func (r *rows) start(reverse bool, copy int) compute.Recording {
	return r.record(rowsKey{reverse: reverse, copy: copy}, func(e compute.Encoder, pull, push *direction) {
		r.first(e, push)
		r.answer(e, pull, 0)
		if r.Form == Hubs {
			r.answer(e, pull, 1)
		}
	})
}

// first finds the rows of level 1.
func (r *rows) first(e compute.Encoder, push *direction) {
	e.Fill(r.seen[0], 0, r.seen[0].Len(), 0)
	mark := compute.Constant(0)
	if r.Form == Roads { // where nothing changes, rows are not copied
		e.Fill(r.seen[1], 0, r.seen[1].Len(), 0)
		e.Fill(r.fresh[0], 0, r.fresh[0].Len(), 0)
		mark = 1
	}
	rowsStart.DispatchIndirect(e, r.state, ref.RowsStartGroups, ref.RowsStart[compute.Buffer]{Words: r.words(), Mark: mark,
		First: push.onDevice.first, Head: push.onDevice.head, Rows: r.seen[0], Fresh: r.fresh[0], Sources: r.sources, State: r.state, Share: shareStart})
}

// answer answers pairs from the rows of the level before base + ahead.
func (r *rows) answer(e compute.Encoder, pull *direction, ahead int) {
	rowsAnswer.Sized(64).DispatchIndirect(e, r.state, ref.RowsAnswerGroups, ref.RowsAnswer[compute.Buffer]{Words: r.words(),
		First: pull.onDevice.first, Head: pull.onDevice.head, Rows: r.seen[max(0, ahead-1)%2], State: r.state,
		Pairs: r.jobs, Lengths: r.lengths, Counts: r.counts, Ahead: uint32(ahead)})
}

// levels finds the rows of the next levels and answers pairs.
func (r *rows) levels(reverse bool, n, copy int) compute.Recording {
	return r.record(rowsKey{reverse: reverse, levels: n, copy: copy}, func(e compute.Encoder, pull, _ *direction) {
		for ahead := 1; ahead <= n; ahead++ {
			r.level(e, pull, ahead, nil)
			if r.Form == Hubs {
				r.answer(e, pull, ahead+1)
			}
		}
	})
}

// level finds the rows of level base + ahead and, of roads, answers the pairs of
// this length and counts new nodes, if there are totals.
func (r *rows) level(e compute.Encoder, pull *direction, ahead int, totals compute.Buffer) {
	size, from, to := int(r.values[Workgroup]), (ahead-1)%2, ahead%2
	if r.Form == Hubs {
		rowsLevel.Sized(size).DispatchIndirect(e, r.state, ref.RowsLevelGroups, ref.RowsLevel[compute.Buffer]{Words: r.words(),
			First: pull.onDevice.first, Head: pull.onDevice.head, Old: r.seen[from], Next: r.seen[to], State: r.state,
			Nodes: uint32(r.live), Hubs: uint32(r.hubs), Ahead: uint32(ahead)})
		return
	}
	count := compute.Constant(1)
	if totals == nil {
		totals, count = r.counts, 0
	}
	rowsRoads.Sized(size).DispatchIndirect(e, r.state, ref.RowsLevelGroups, ref.RowsRoads[compute.Buffer]{Words: r.words(), Count: count,
		Four: pull.onDevice.four, Rest: pull.onDevice.rest, Old: r.seen[from], Next: r.seen[to],
		OldFresh: r.fresh[from], NextFresh: r.fresh[to], State: r.state, Pairs: r.jobs, Lengths: r.lengths, Counts: r.counts, Totals: totals,
		Nodes: uint32(r.live), RowGroups: uint32(r.rowGroups()), Ahead: uint32(ahead)})
}

package bfs

import (
	"context"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// sweep is a part of the columns, searched together, and their pairs.
type sweep struct{ firstPair, pairs, firstColumn, columns int }

// sweepsOf returns how many sweeps of some width have the given columns.
func sweepsOf(columns, width int) int { return (columns + width - 1) / width }

// searching returns a bit for each column of the sweep, in as many words.
func (s sweep) searching(words int) []uint32 {
	mask := make([]uint32, words)
	for w := range mask {
		mask[w] = uint32(1<<max(0, min(32, s.columns-32*w)) - 1)
	}
	return mask
}

// sourcesOf lists where the searches of a sweep begin.
func (d *division) sourcesOf(s sweep) []uint32 {
	return d.sources[s.firstColumn : s.firstColumn+s.columns]
}

// edgesOf counts the edges that leave some places, or enter them in reverse.
func (b *Graph) edgesOf(places []uint32, reverse bool) (n int) {
	push := b.out
	if reverse {
		push = b.in
	}
	for _, v := range places {
		n += int(push.degree(v))
	}
	return n
}

// division says which sweep and column each job belongs to. Slices are in order
// of sweeps.
type division struct {
	sweeps  []sweep
	sources []uint32 // of each column: where its search begins
	counts  []uint32 // of each column: its pairs
	ends    []uint32 // of each job: where its search ends
	columns []uint32 // of each job, within its sweep
	jobs    []job
}

// divide gives each different source a column, or each different target in
// reverse, in one of the orders, and width columns to a sweep.
func (b *Graph) divide(jobs []job, reverse bool, width int, order uint32) division {
	column := make([]uint32, b.Nodes) // of a place, plus one
	d := division{}
	of := make([]uint32, len(jobs))
	for i, j := range jobs {
		source := j.source
		if reverse {
			source = j.target
		}
		if column[source] == 0 {
			d.sources = append(d.sources, source)
			d.counts = append(d.counts, 0)
			column[source] = uint32(len(d.sources))
		}
		of[i] = column[source] - 1
		d.counts[of[i]]++
	}
	if order > given {
		b.reorder(&d, of, order, reverse)
	}
	for first := 0; first < len(d.sources); first += width {
		s := sweep{firstColumn: first, columns: min(width, len(d.sources)-first)}
		for _, n := range d.counts[first : first+s.columns] {
			s.pairs += int(n)
		}
		if k := len(d.sweeps); k > 0 {
			s.firstPair = d.sweeps[k-1].firstPair + d.sweeps[k-1].pairs
		}
		d.sweeps = append(d.sweeps, s)
	}
	next := make([]int, len(d.sweeps))
	for i, s := range d.sweeps {
		next[i] = s.firstPair
	}
	d.ends, d.columns, d.jobs = make([]uint32, len(jobs)), make([]uint32, len(jobs)), slices.Clone(jobs)
	for i, j := range jobs {
		s := int(of[i]) / width
		at := next[s]
		next[s]++
		d.jobs[at], d.ends[at], d.columns[at] = j, j.target, of[i]%uint32(width)
		if reverse {
			d.ends[at] = j.source
		}
	}
	return d
}

// reorder puts columns in another order; of are those of jobs.
func (b *Graph) reorder(d *division, of []uint32, order uint32, reverse bool) {
	push := b.out
	if reverse {
		push = b.in
	}
	arranged := b.arrangeColumns(order, d.sources, push)
	sources, counts, to := slices.Clone(d.sources), slices.Clone(d.counts), make([]uint32, len(arranged))
	for at, column := range arranged {
		d.sources[at], d.counts[at], to[column] = sources[column], counts[column], uint32(at)
	}
	for i, column := range of {
		of[i] = to[column]
	}
}

// upload puts the division on the device, and marks all its pairs as open.
func (d *division) upload(be compute.Backend, jobs, sources, counts, lengths compute.Buffer) {
	words := make([]uint32, 2*len(d.jobs))
	for i := range d.jobs {
		words[2*i], words[2*i+1] = d.ends[i], d.columns[i]
	}
	be.Write(jobs, 0, words)
	be.Write(sources, 0, d.sources)
	be.Write(counts, 0, d.counts)
	be.Fill(lengths, 0, len(d.jobs), ref.BFSOpen)
}

// download reads lengths into an answer.
func (d *division) download(ctx context.Context, be compute.Backend, lengths compute.Buffer, a *Answer) error {
	found := make([]uint32, len(d.jobs))
	if err := be.Read(ctx, lengths, 0, found); err != nil {
		return err
	}
	for i, j := range d.jobs {
		a.Lengths[j.at] = found[i]
	}
	return nil
}

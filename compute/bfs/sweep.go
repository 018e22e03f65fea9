package bfs

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// sweep is a part of the columns, searched together, and their pairs.
type sweep struct{ firstPair, pairs, firstColumn, columns int }

// sweepsOf returns how many sweeps of some width have the given columns.
func sweepsOf(columns, width int) int { return (columns + width - 1) / width }

// searching returns a bit per column of the sweep, as words.
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

// division maps each job to a sweep and a column. Slices are in order of sweeps.
type division struct {
	sweeps  []sweep
	sources []uint32 // of each column: where its search begins
	counts  []uint32 // of each column: its pairs
	places  []uint32 // of each job: where its search ends, and its column within its sweep
	jobs    []job
}

// end returns where the search of a job ends.
func (d *division) end(job int) uint32 { return d.places[2*job] }

// column returns the column of a job within its sweep.
func (d *division) column(job int) uint32 { return d.places[2*job+1] }

// ends returns where the search of a job begins and ends: in reverse at its target and
// its source.
func (j job) ends(reverse bool) (from, to uint32) {
	if reverse {
		return j.target, j.source
	}
	return j.source, j.target
}

// divide assigns each distinct source a column, or each distinct target in reverse, in one of
// the orders, with width columns per sweep. Jobs of a sweep keep their order.
func (b *Graph) divide(jobs []job, reverse bool, width int, order uint32) division {
	d := division{places: make([]uint32, 2*len(jobs)), jobs: make([]job, len(jobs))}
	var column []uint32 // of a place, plus one
	d.sources, column = b.number(jobs, reverse)
	if order > given {
		b.reorder(&d, column, order, reverse)
	}
	for first := 0; first < len(d.sources); first += width {
		d.sweeps = append(d.sweeps, sweep{firstColumn: first, columns: min(width, len(d.sources)-first)})
	}
	d.distribute(jobs, column, reverse, width)
	d.count()
	b.giveNumbers(column, d.sources)
	return d
}

// takeNumbers returns a zero for each place. To make them anew for each list of pairs takes
// longer than to divide the list.
func (b *Graph) takeNumbers() []uint32 {
	if kept := b.numbers.Swap(nil); kept != nil {
		return *kept
	}
	return make([]uint32, b.Nodes)
}

// giveNumbers keeps numbers, of which those of some places are not zero.
func (b *Graph) giveNumbers(numbers, places []uint32) {
	if len(places) > len(numbers)/8 {
		clear(numbers)
	} else {
		for _, v := range places {
			numbers[v] = 0
		}
	}
	b.numbers.Store(&numbers)
}

// number lists the places where searches begin, in the order in which the jobs name
// them first, and returns the number of each place in the list, plus one, in what
// takeNumbers has returned.
func (b *Graph) number(jobs []job, reverse bool) (sources, number []uint32) {
	parts := runtime.GOMAXPROCS(0)
	first := b.takeNumbers() // of a place: the first job that begins there, plus one
	inParallel(len(jobs), parts, func(_, from, to int) {
		for i := from; i < to; i++ {
			v, _ := jobs[i].ends(reverse)
			lower(&first[v], uint32(i)+1)
		}
	})
	found := make([][]uint32, parts)
	inParallel(len(jobs), parts, func(part, from, to int) {
		for i := from; i < to; i++ {
			if v, _ := jobs[i].ends(reverse); first[v] == uint32(i)+1 {
				found[part] = append(found[part], v)
			}
		}
	})
	sources = slices.Concat(found...)
	inParallel(len(sources), parts, func(_, from, to int) {
		for i := from; i < to; i++ {
			first[sources[i]] = uint32(i) + 1
		}
	})
	return sources, first
}

// lower atomically replaces a number that is zero or larger by a smaller one.
func lower(at *uint32, to uint32) {
	for {
		old := atomic.LoadUint32(at)
		if old != 0 && old <= to || atomic.CompareAndSwapUint32(at, old, to) {
			return
		}
	}
}

// distribute sorts jobs by their sweeps. Each part of the jobs is counted by sweeps first, to
// know its places among those of the others.
func (d *division) distribute(jobs []job, column []uint32, reverse bool, width int) {
	parts := max(1, min(runtime.GOMAXPROCS(0), len(jobs)/max(1, len(d.sweeps))))
	next := make([][]int, parts) // by part and sweep
	inParallel(len(jobs), parts, func(part, from, to int) {
		n := make([]int, len(d.sweeps))
		for _, j := range jobs[from:to] {
			v, _ := j.ends(reverse)
			n[(column[v]-1)/uint32(width)]++
		}
		next[part] = n
	})
	at := 0
	for s := range d.sweeps {
		d.sweeps[s].firstPair = at
		for _, n := range next {
			if n != nil {
				n[s], at = at, at+n[s]
			}
		}
		d.sweeps[s].pairs = at - d.sweeps[s].firstPair
	}
	inParallel(len(jobs), parts, func(part, from, to int) {
		n := next[part]
		for _, j := range jobs[from:to] {
			v, end := j.ends(reverse)
			c := column[v] - 1
			s := c / uint32(width)
			at := n[s]
			n[s]++
			d.jobs[at], d.places[2*at], d.places[2*at+1] = j, end, c-s*uint32(width)
		}
	})
}

// count counts the pairs of each column.
func (d *division) count() {
	d.counts = make([]uint32, len(d.sources))
	n := len(d.sweeps)
	parts := min(n, partsOf(len(d.jobs), runtime.GOMAXPROCS(0)))
	concurrently(parts, func(part int) {
		for _, s := range d.sweeps[n*part/parts : n*(part+1)/parts] {
			counts := d.counts[s.firstColumn:]
			for i := s.firstPair; i < s.firstPair+s.pairs; i++ {
				counts[d.column(i)]++
			}
		}
	})
}

// reorder permutes columns, which are those of places plus one.
func (b *Graph) reorder(d *division, column []uint32, order uint32, reverse bool) {
	push := b.out
	if reverse {
		push = b.in
	}
	arranged := b.arrangeColumns(order, d.sources, push)
	sources := slices.Clone(d.sources)
	for at, c := range arranged {
		d.sources[at] = sources[c]
		column[d.sources[at]] = uint32(at) + 1
	}
}

// upload uploads the division and marks all its pairs as open.
func (d *division) upload(be compute.Backend, jobs, sources, counts, lengths compute.Buffer) {
	be.Write(jobs, 0, d.places)
	be.Write(sources, 0, d.sources)
	be.Write(counts, 0, d.counts)
	be.Fill(lengths, 0, len(d.jobs), ref.Open)
}

// download reads lengths into an answer.
func (d *division) download(ctx context.Context, be compute.Backend, lengths compute.Buffer, a *Answer) error {
	found := make([]uint32, len(d.jobs))
	if err := be.Read(ctx, lengths, 0, found); err != nil {
		return err
	}
	d.answer(a, found)
	return nil
}

// answer sets the lengths of the jobs' pairs.
func (d *division) answer(a *Answer, lengths []uint32) {
	inParallel(len(d.jobs), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			a.Lengths[d.jobs[i].at] = lengths[i]
		}
	})
}

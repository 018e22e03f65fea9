package bfs

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sort"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// rows holds the buffers of sweeps. It serves one set of parameters, except for the length
// after which pairs are gathered and the order of columns.
type rows struct {
	*Graph
	memory   compute.Memory
	values   compute.Values
	pairs    int               // that there is room for
	hubs     int               // nodes with a workgroup of their own
	seen     [2]compute.Buffer // rows; those of odd levels come first
	fresh    [2]compute.Buffer // of a node: which pieces of its row have changed, on roads
	state    compute.Buffer
	summary  compute.Buffer // the first words of the state of each sweep
	sources  compute.Buffer
	jobs     compute.Buffer // ends and columns
	lengths  compute.Buffer
	counts   compute.Buffer
	totals   compute.Buffer // of Levels, which makes it: nodes seen, of each level of a batch, of each column
	recorded map[rowsKey]compute.Recording
}

// rowsKey names a recording: the start of a sweep, or levels after it.
type rowsKey struct {
	reverse bool
	levels  int  // zero for the start
	counts  bool // levels are counted, and no pairs answered
	copy    int  // two take turns, so that one is submitted while the other runs
}

const (
	// summaryWords are the first of a sweep's state: the last levels that changed a
	// row, and its open pairs.
	summaryWords = ref.RowsOpen + 1
	// shareStart is how many workgroups divide the edges of a source.
	shareStart = 8
	// defaultDefer is the default length after which open pairs are gathered: on Kronecker graphs
	// few are left.
	defaultDefer = 3
)

// rowsWords returns the words on the device that sweeps take: of the largest
// buffer, and of all.
func (b *Graph) rowsWords(pairs, width int) (most, all int) {
	rows := b.live * width / 32
	return max(rows, 2*pairs), 2*(rows+b.live) + 5*pairs + summaryWords*(pairs/width+1) + ref.RowsSearching + width/32
}

// planRows chooses the parameters of sweeps. Columns are halved until rows fit.
func (b *Graph) planRows(p *Plan, v compute.Values) error {
	l := b.memory.Backend.Limits()
	params := b.rowsParams()
	auto := compute.Values{Columns: uint32(min(2048, ceilPowerOfTwo(max(1, p.columns())))), Workgroup: 512, Hub: 512, Batch: 8, Order: given}
	if b.live >= 1<<19 {
		auto[Hub] = 1024
	}
	if b.Form == Roads {
		// A fourth to a half of the levels that a road network of this size has.
		auto[Batch] = uint32(ceilPowerOfTwo(max(8, int(math.Sqrt(float64(b.live))/4))))
		auto[Workgroup] = 128
		if p.columns() > 128 { // there are several pieces
			auto[Order] = neighbourhood
		}
		if !p.counts { // long rows cost workgroups that sum more than they gain
			auto[Workgroup], auto[Columns] = 64, uint32(min(1<<14, ceilPowerOfTwo(max(1, p.columns()))))
		}
	}
	if l.IsSoftware {
		auto[Workgroup], auto[Batch], auto[Columns] = 128, min(auto[Batch], 64), min(auto[Columns], 2048)
	}
	if width := int(cmp.Or(v[Columns], auto[Columns])); b.Form == Hubs && v[Defer] == 0 && p.columns() > width {
		b.sample()
	}
	auto[Defer] = b.speed.length()
	var err error
	if p.Values, err = compute.Chosen(params, l, auto, v); err != nil {
		return err
	}
	if b.Form == Roads {
		if err := compute.FitShared(params, l, v, p.Values, roadsShared, Workgroup, Columns); err != nil {
			return err
		}
	}
	for ; ; p.Values[Columns] /= 2 {
		most, all := b.rowsWords(ceilPowerOfTwo(max(1, p.Searched)), int(p.Values[Columns]))
		err := l.Room(1, "list of pairs", most, all+int(b.memory.Bytes()/4))
		if err == nil {
			p.Bytes += 4 * int64(all)
			break
		}
		if p.Values[Columns] == columnsParam.Min {
			return err
		}
	}
	p.Sweeps = sweepsOf(p.columns(), int(p.Values[Columns]))
	return nil
}

// rowsParams returns the parameters with their bounds for the graph's form. A hub of
// 2^20 edges has 8 teams of invocations at least; a workgroup of roads adds up in
// bytes.
func (b *Graph) rowsParams() []compute.Param {
	params := Rows.Params()
	for i := range params {
		switch p := &params[i]; {
		case p.Name == Columns && b.Form == Hubs:
			p.Max = 2048
		case p.Name == Workgroup && b.Form == Hubs:
			p.Min = 128
		case p.Name == Workgroup:
			p.Max = 128
		}
	}
	return params
}

// roadsShared returns the words of shared memory of bfs_rows_roads where it counts.
func roadsShared(v compute.Values) int {
	pieces := min(32, int(v[Columns])/128)
	return int(v[Workgroup])*(pieces+1) + int(v[Columns])/4 + 4
}

// rowsFor returns the buffers for sweeps of a plan, made if missing.
func (b *Graph) rowsFor(p *Plan) (*rows, error) {
	if r := b.rows; r != nil && r.pairs >= p.Searched && equal(r.values, p.Values, Defer, Order) {
		r.values = p.Values
		return r, nil
	}
	b.rows.release()
	b.rows = nil
	width, n, pairs := int(p.Values[Columns]), b.live, ceilPowerOfTwo(p.Searched)
	r := &rows{Graph: b, memory: compute.Memory{Backend: b.memory.Backend}, values: p.Values, pairs: pairs, recorded: map[rowsKey]compute.Recording{}}
	if b.Form == Roads {
		b.out.uploadFours(&b.memory)
		b.in.uploadFours(&b.memory)
	} else {
		r.hubs = sort.Search(n, func(v int) bool { return b.degree(v) < p.Values[Hub] })
	}
	for i := range 2 {
		r.seen[i], r.fresh[i] = r.memory.NewBuffer("rows", n*width/32), r.memory.NewBuffer("pieces that changed", n)
	}
	r.state = r.memory.NewBuffer("state of a sweep", ref.RowsSearching+width/32)
	r.summary = r.memory.NewBuffer("summary of sweeps", summaryWords*(pairs/width+1))
	r.sources, r.counts = r.memory.NewBuffer("sources", pairs), r.memory.NewBuffer("open pairs of columns", pairs)
	r.jobs, r.lengths = r.memory.NewBuffer("pairs", 2*pairs), r.memory.NewBuffer("lengths", pairs)
	if err := r.memory.Ready(); err != nil {
		return nil, err
	}
	b.rows = r
	return r, nil
}

// equal reports whether values are the same, except for some names.
func equal(a, b compute.Values, but ...string) bool {
	for name, x := range a {
		if b[name] != x && !slices.Contains(but, name) {
			return false
		}
	}
	return len(a) == len(b)
}

// degree returns that of a place, the greater of both directions.
func (b *Graph) degree(v int) uint32 {
	return max(b.out.first[v+1]-b.out.first[v], b.in.first[v+1]-b.in.first[v])
}

func (r *rows) release() {
	if r == nil {
		return
	}
	for _, c := range r.recorded {
		c.Release()
	}
	r.memory.Release()
}

// runRows answers the jobs of a plan by sweeps. Several sweeps on a graph with hubs run a few
// levels without reading back; the few pairs still open are gathered into new sweeps.
func (b *Graph) runRows(ctx context.Context, a *Answer) error {
	before := b.rows
	r, err := b.rowsFor(&a.Plan)
	a.fresh = r != before
	if err != nil {
		return err
	}
	jobs := a.jobs
	if a.Sweeps > 1 && b.Form == Hubs {
		if jobs, err = r.glance(ctx, a); err != nil {
			return err
		}
		a.Again = len(jobs)
	}
	return r.finish(ctx, a, jobs)
}

// glance runs the first levels of all sweeps and returns the jobs that are open.
func (r *rows) glance(ctx context.Context, a *Answer) (left []job, err error) {
	be := r.memory.Backend
	levels := int(r.values[Defer]) - 2 // the start answers lengths 1 and 2
	d := r.load(a.jobs, a.Reverse)
	for i, s := range d.sweeps {
		r.begin(s)
		be.Submit(r.start(a.Reverse, i%2))
		if levels > 0 {
			be.Submit(r.levels(a.Reverse, levels, i%2))
		}
		be.Copy(r.summary, summaryWords*i, r.state, 0, summaryWords)
	}
	summary := make([]uint32, summaryWords*len(d.sweeps))
	if err := be.Read(ctx, r.summary, 0, summary); err != nil {
		return nil, err
	}
	if err := d.download(ctx, be, r.lengths, a); err != nil {
		return nil, err
	}
	for i, s := range d.sweeps {
		n, changed := progressOf(summary[summaryWords*i:])
		a.Levels += changed
		r.tell(min(max(0, levels), changed))
		if n == 0 || changed <= levels {
			continue // all are answered, or what is open is unreachable
		}
		left = append(left, open(d.jobs[s.firstPair:s.firstPair+s.pairs], a.Lengths)...)
	}
	return left, nil
}

// open returns the jobs without an answer, in their order.
func open(jobs []job, lengths []uint32) []job {
	parts := make([][]job, runtime.GOMAXPROCS(0))
	inParallel(len(jobs), len(parts), func(part, from, to int) {
		for _, j := range jobs[from:to] {
			if lengths[j.at] == Unreachable {
				parts[part] = append(parts[part], j)
			}
		}
	})
	return slices.Concat(parts...)
}

// progressOf returns the open pairs of a sweep, and the last level that changed a row.
func progressOf(state []uint32) (open uint32, changed int) {
	return state[ref.RowsOpen], int(max(state[ref.RowsChangedBy(0)], state[ref.RowsChangedBy(1)]))
}

// finish runs sweeps one after another to their ends.
func (r *rows) finish(ctx context.Context, a *Answer, jobs []job) error {
	if len(jobs) == 0 {
		return nil
	}
	be, batch := r.memory.Backend, int(r.values[Batch])
	d := r.load(jobs, a.Reverse)
	for _, s := range d.sweeps {
		r.begin(s)
		be.Submit(r.start(a.Reverse, 0))
		for base := 1; ; base += batch {
			be.Submit(r.levels(a.Reverse, batch, 0))
			var state [summaryWords]uint32
			if err := be.Read(ctx, r.state, 0, state[:]); err != nil {
				return err
			}
			open, changed := progressOf(state[:])
			r.tell(min(batch, max(0, changed-base+1)))
			if open == 0 || changed < base+batch {
				a.Levels += changed
				break
			}
			be.Update(r.state, ref.RowsBase, uint32(base+batch))
		}
	}
	return d.download(ctx, be, r.lengths, a)
}

// load divides jobs and puts them on the device.
func (r *rows) load(jobs []job, reverse bool) division {
	d := r.divide(jobs, reverse, int(r.values[Columns]), r.values[Order])
	d.upload(r.memory.Backend, r.jobs, r.sources, r.counts, r.lengths)
	return d
}

// begin writes the state of a sweep before its start.
func (r *rows) begin(s sweep) {
	be, width := r.memory.Backend, int(r.values[Columns])
	state := make([]uint32, ref.RowsSearching+width/32)
	state[ref.RowsOpen], state[ref.RowsBase] = uint32(max(1, s.pairs)), 1
	state[ref.RowsFirstPair], state[ref.RowsPairs] = uint32(s.firstPair), uint32(s.pairs)
	state[ref.RowsFirstColumn], state[ref.RowsColumns] = uint32(s.firstColumn), uint32(s.columns)
	size := int(r.values[Workgroup])
	groups := r.rowGroups()
	if r.Form == Roads {
		groups += (s.pairs + size - 1) / size
	}
	for at, n := range map[int]int{ref.RowsLevelGroups: groups, ref.RowsAnswerGroups: s.pairs, ref.RowsStartGroups: s.columns * shareStart} {
		g := compute.GridFor(n, 1)
		state[at], state[at+1], state[at+2] = uint32(g.X), uint32(g.Y), 1
	}
	copy(state[ref.RowsSearching:], s.searching(width/32))
	be.Update(r.state, 0, state...)
}

// words returns the number of words of a row.
func (r *rows) words() compute.Constant { return compute.Constant(r.values[Columns] / 32) }

// rowGroups returns the workgroups that advance rows. On roads an invocation owns a
// node first.
func (r *rows) rowGroups() int {
	if r.Form == Roads {
		size := int(r.values[Workgroup])
		return (r.live + size - 1) / size
	}
	size, lanes := int(r.values[Workgroup]), int(r.values[Columns])/128
	return r.hubs + ((r.live-r.hubs)*lanes+size-1)/size
}

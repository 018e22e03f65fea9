package experiment

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
)

// numbersAtOnce are tried where nobody says which: 132 is what an H200 has of
// compute units.
var numbersAtOnce = []int{1, 8, 32, 132, 264, 528}

// NumbersAtOnce returns how many searches at once to compare on a device with some
// room: the room itself and smaller numbers.
func NumbersAtOnce(room int) []int {
	less := slices.DeleteFunc(slices.Clone(numbersAtOnce), func(n int) bool { return n >= room })
	return append(less, room)
}

// AtOnce returns each setting one search at a time, and with each number of
// searches at once.
func AtOnce(settings []Setting, numbers []int) (out []Setting) {
	for _, s := range settings {
		out = append(out, s)
		for _, n := range numbers {
			s.AtOnce = n
			out = append(out, s)
		}
	}
	return out
}

// mostKept is how many distances of the truth are kept, a gigabyte of them.
const mostKept = 1 << 28

// throughput carries out a plan whose settings make many searches at once.
type throughput struct {
	*bench
	truths      map[int]oracle.Search // by query, as many as there is room for
	done, total int                   // rows
}

// throughput lets settings take turns on all queries.
func (b *bench) throughput(ctx context.Context) error {
	p := b.plan
	t := throughput{bench: b, truths: map[int]oracle.Search{}, total: p.Repetitions * len(p.Settings) * len(b.queries)}
	rnd := rand.New(rand.NewPCG(p.Seed, 3))
	for repetition := range p.Repetitions {
		for _, k := range rnd.Perm(len(p.Settings)) {
			turn := t.together
			if p.Settings[k].AtOnce == 0 {
				turn = t.oneByOne
			}
			if err := turn(ctx, k, repetition); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *throughput) share() float64 { return float64(t.done) / float64(t.total) }

// tell yields a row.
func (t *throughput) tell(ctx context.Context, row Row) error {
	t.done++
	return t.say(ctx, &row, t.share(), fmt.Sprintf("%s: %s, repetition %d of %d", t.m.Name, t.plan.Name(row.Setting), row.Repetition+1, t.plan.Repetitions))
}

// oneByOne makes the queries by the ordinary search.
func (t *throughput) oneByOne(ctx context.Context, k, repetition int) error {
	return t.compare(ctx, 0, t.searches(), func(i int, truth oracle.Search) error {
		row := t.row(i, repetition)
		if err := t.one(ctx, &row, t.plan.Settings[k], k, truth, t.share()); err != nil {
			return err
		}
		return t.tell(ctx, row)
	})
}

// together makes the queries in batches. Each is made twice: the first time warms
// up, and the second one is timed from resetting the searches to the last event. Of
// the time of a batch each query has an equal share.
func (t *throughput) together(ctx context.Context, k, repetition int) error {
	s := t.plan.Settings[k]
	solver, err := t.solver(s.Algorithm)
	if err != nil {
		return err
	}
	many, ok := solver.(sssp.Concurrent)
	if !ok {
		return fmt.Errorf("experiment: %s makes one search at a time", s.Title)
	}
	if n := len(t.queries); s.AtOnce > n {
		return fmt.Errorf("experiment: %d searches at once need more than %d queries", s.AtOnce, n)
	}
	values := sssp.Chosen(t.algorithm(s.Algorithm), t.m.Graph, s.Values)
	maps.DeleteFunc(values, func(name string, _ uint32) bool {
		return name == sssp.Alone || name == sssp.Together || name == sssp.Batch // each search has one workgroup
	})
	for b, err := range Batches(ctx, many, t.searches(), s.AtOnce, s.Values) {
		if err != nil {
			return err
		}
		begin, gpu := time.Now(), t.be.Elapsed()
		if b.Last, err = b.Many.Finish(ctx); err != nil {
			return err
		}
		n := float64(len(b.Queries))
		wall, onDevice := milliseconds(time.Since(begin))/n, milliseconds(t.be.Elapsed()-gpu)/n
		if err := t.compare(ctx, b.First, b.Queries, func(i int, truth oracle.Search) error {
			if err := b.Verify(ctx, t.m.Graph, i, truth); err != nil {
				return err
			}
			row := t.row(b.First+i, repetition)
			row.Setting, row.Algorithm, row.Values, row.AtOnce = k, s.Algorithm, maps.Clone(values), s.AtOnce
			row.note(b.Last[i])
			row.Wall, row.GPU, row.Dijkstra, row.Verified = wall, onDevice, truth.Relaxed, true
			return t.tell(ctx, row)
		}); err != nil {
			return err
		}
	}
	return nil
}

// searches lists the queries.
func (t *throughput) searches() (out []sssp.Query) {
	for _, q := range t.queries {
		out = append(out, q.Query)
	}
	return out
}

// compare hands the truth of queries, which are numbered from first on, to each.
func (t *throughput) compare(ctx context.Context, first int, queries []sssp.Query, each func(int, oracle.Search) error) error {
	var unknown []int
	var ask []sssp.Query
	for i, q := range queries {
		truth, ok := t.truths[first+i]
		if !ok {
			unknown, ask = append(unknown, i), append(ask, q)
			continue
		}
		if err := each(i, truth); err != nil {
			return err
		}
	}
	return Dijkstras(ctx, t.m.Graph, ask, func(i int, truth oracle.Search) error {
		truth.Settled = nil
		if len(t.truths)*t.m.Graph.Nodes() < mostKept {
			t.truths[first+unknown[i]] = truth
		}
		return each(unknown[i], truth)
	})
}

package session

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// stopwatch is a backend whose clock a test moves, as it moves the host's.
type stopwatch struct {
	*host.Host
	elapsed time.Duration
	advance func(time.Duration)
}

func (s *stopwatch) Elapsed() time.Duration { return s.elapsed }

// paced is an algorithm of which each step takes the time that took says, on the device or on the host.
type paced struct {
	sssp.Algorithm
	on *stopwatch
}

type pacedSolver struct {
	sssp.Solver
	paced
}

type pacedRun struct {
	sssp.Run
	paced
	step uint32
}

// pacedRewinder is a paced run that goes back.
type pacedRewinder struct {
	pacedRun
	back sssp.Rewinder
}

func (p paced) Prepare(be compute.Backend, m *scene.Map) (sssp.Solver, error) {
	s, err := p.Algorithm.Prepare(be, m)
	return pacedSolver{s, p}, err
}

func (p pacedSolver) Start(q sssp.Query, v compute.Values) (sssp.Run, error) {
	r, err := p.Solver.Start(q, v)
	run := pacedRun{Run: r, paced: p.paced}
	if back, ok := r.(sssp.Rewinder); ok {
		return &pacedRewinder{run, back}, err
	}
	return &run, err
}

func (p *pacedRun) Steps(ctx context.Context) iter.Seq2[sssp.Event, error] {
	return func(yield func(sssp.Event, error) bool) {
		for e, err := range p.Run.Steps(ctx) {
			for ; p.step < e.Step; p.step++ {
				if d := timeOf(p.Name(), p.step+1); p.About().OnHost {
					p.on.advance(d)
				} else {
					p.on.elapsed += d
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (p *pacedRewinder) Keep() (sssp.Keyframe, error) { return p.back.Keep() }

func (p *pacedRewinder) Restore(k sssp.Keyframe) {
	p.back.Restore(k)
	p.step = uint32(k.Step())
}

// timeOf is how long a step of an algorithm takes: another time for each, some a hundred times as long.
func timeOf(algorithm string, step uint32) time.Duration {
	x := (step*2654435761 + uint32(len(algorithm))*40503) >> 7
	if x%11 == 0 {
		return time.Duration(x%1000+1) * 100 * time.Microsecond
	}
	return time.Duration(x%1000+1) * time.Microsecond
}

// batches gives searches on the host many steps.
var batches = compute.Values{sssp.Batch: 4}

// logged is what a search knows after a step.
type logged struct {
	ms, settled float64
	relaxed     uint64
}

// logOf makes a search step by step without a session, and logs it.
func logOf(t *testing.T, a sssp.Algorithm, m *scene.Map, q sssp.Query) (log []logged) {
	t.Helper()
	solver, err := a.Prepare(host.New(), m)
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Release()
	run, err := solver.Start(q, watched(batches))
	if err != nil {
		t.Fatal(err)
	}
	defer run.Release()
	farthest := uint32(0)
	for _, d := range oracle.Dijkstra(m.Graph, q.Source, q.Target).Dist {
		if d != graph.Unreached {
			farthest = max(farthest, d)
		}
	}
	log = []logged{{}}
	for done := false; !done; {
		e, err := sssp.Step(t.Context(), run, 1)
		if err != nil || int(e.Step) != len(log) {
			t.Fatalf("%s: step %d after %d: %v", a.Name(), e.Step, len(log)-1, err)
		}
		last := log[len(log)-1]
		settled := max(last.settled, float64(min(e.Final, farthest)))
		log = append(log, logged{last.ms + timeOf(a.Name(), e.Step).Seconds()*1000, settled, e.Relaxed})
		done = e.Done
	}
	return log
}

// reading is a clock after a step of a log.
func (l logged) reading(c timeline.Clock, step int) float64 {
	switch c {
	case timeline.DeviceTime:
		return l.ms
	case timeline.Progress:
		return l.settled
	case timeline.Work:
		return float64(l.relaxed)
	}
	return float64(step)
}

// For every pair of searches and every clock, at any reading both show their last step up to it, by logs of
// searches that were made step by step, alone. A clock that a search does not have is refused with the reason.
func TestRaces(t *testing.T) {
	m := ssspgen.Grid(1, 14, 11, 30)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.Point{X: int32(i%14) * 1000, Y: int32(i/14) * 1000}
	}
	be := &stopwatch{Host: host.New(), advance: clocktest.Fake(t)}
	var algorithms []sssp.Algorithm
	for _, a := range sssp.Algorithms() {
		algorithms = append(algorithms, paced{a, be})
	}
	s := New(be, algorithms, Options{Wait: true})
	t.Cleanup(s.Release)
	if err := s.Open(m); err != nil {
		t.Fatal(err)
	}
	for _, all := range []bool{false, true} {
		do(t, s, SetTargetAll{all}, watch.SetCompare{On: true})
		logs := map[string][]logged{}
		for _, a := range sssp.Algorithms() {
			logs[a.Name()] = logOf(t, a, m, s.query())
		}
		for _, first := range algorithms {
			for _, second := range algorithms {
				do(t, s, timeline.SetClock{}, watch.Set{Algorithm: first.Name(), Values: batches}, watch.Set{Lane: 1, Algorithm: second.Name(), Values: batches}, timeline.End{})
				race(t, s, logs)
			}
		}
	}
}

// race checks all clocks of a comparison.
func race(t *testing.T, s *Session, logs map[string][]logged) {
	t.Helper()
	settle := func() {
		t.Helper()
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	settle() // in few submissions
	for _, c := range []timeline.Clock{timeline.Steps, timeline.DeviceTime, timeline.Progress, timeline.Work} {
		what, unsettled := "", ""
		for _, l := range s.Snapshot().Lanes() {
			what += l.Algorithm.Name() + ", "
			unsettled += l.Algorithm.About().Unsettled
		}
		what += fmt.Sprintf("all %v, %v", s.all, c)
		err := s.Apply(timeline.SetClock{Clock: c})
		if refused := c == timeline.Progress && unsettled != ""; refused {
			if err == nil || !strings.Contains(err.Error(), "has no settled distance") || s.Snapshot().Time.Clock == c {
				t.Errorf("%s: %v", what, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		settle()
		n := s.Snapshot()
		longest := 0.0
		for _, l := range n.Lanes() {
			log := logs[l.Algorithm.Name()]
			longest = max(longest, log[len(log)-1].reading(c, len(log)-1))
		}
		if d := n.Time.Length - longest; d > 1e-6 || d < -1e-6 {
			t.Fatalf("%s: the length is %v, not %v", what, n.Time.Length, longest)
		}
		for i := range 20 {
			at := longest * float64((7*i)%20) / 19 // back and forth
			do(t, s, timeline.SeekClock{At: at})
			settle()
			for lane, l := range s.Snapshot().Lanes() {
				log, step := logs[l.Algorithm.Name()], int(l.Event.Step)
				const rounding = 1e-6
				if now := log[step].reading(c, step); now > at+rounding || step+1 < len(log) && log[step+1].reading(c, step+1) < at-rounding || l.Event.Relaxed != log[step].relaxed {
					t.Fatalf("%s at %v: lane %d is after step %d of %d, which reads %v, with %d relaxed edges, not %d", what, at, lane, step, len(log)-1, now, l.Event.Relaxed, log[step].relaxed)
				}
			}
		}
	}
}

// Package profile collects the dispatches of a backend, and reports them as a table by kernel and
// as a Chrome trace. It depends on no algorithm.
package profile

import (
	"cmp"
	"slices"
	"time"

	"kernelscope/compute"
)

// Recorder collects the work of a backend in parts, such as the queries of a command or the
// steps of an algorithm. The zero value is ready.
type Recorder struct {
	of    compute.Profiler
	parts []Part
}

// Part is a stretch of work.
type Part struct {
	Device, Name string
	Step         int // the last one of those that it made; 0 if it belongs to none
	Submissions  []compute.Submission
}

// Start records what a backend executes from now on, in a part of a name.
func (r *Recorder) Start(be compute.Profiler, name string) {
	r.of, r.parts = be, []Part{{Device: be.Limits().Device, Name: name}}
	be.Profile(func(s compute.Submission) {
		last := &r.parts[len(r.parts)-1]
		last.Submissions = append(last.Submissions, s)
	})
}

// Part begins another part: what finishes from now on belongs to it. One to which nothing
// belongs is left out. A nil recorder does nothing.
func (r *Recorder) Part(name string) {
	if r == nil || r.of == nil {
		return
	}
	if last := &r.parts[len(r.parts)-1]; len(last.Submissions) == 0 {
		last.Name = name
		return
	}
	r.parts = append(r.parts, Part{Device: r.of.Limits().Device, Name: name})
}

// Stop ends recording and returns the parts.
func (r *Recorder) Stop() []Part {
	if r.of == nil {
		return nil
	}
	r.of.Profile(nil)
	r.of = nil
	return slices.DeleteFunc(r.parts, func(p Part) bool { return len(p.Submissions) == 0 })
}

// Row is what the dispatches of a kernel have done.
type Row struct {
	Kernel     string
	Dispatches int
	Idle       int // dispatches over no workgroups: they did nothing
	Workgroups int64
	GPU        time.Duration // of all dispatches
	IdleGPU    time.Duration // of those that did nothing
	Bytes      int64         // read and written; zero if that is not known
}

// Rate returns the bytes per second that the kernel reads and writes; zero if they are not known.
func (r Row) Rate() float64 {
	if r.GPU == 0 {
		return 0
	}
	return float64(r.Bytes) / r.GPU.Seconds()
}

// Share returns the part of a memory bandwidth, in bytes per second, that the kernel uses;
// zero if one of the two is not known.
func (r Row) Share(bandwidth float64) float64 {
	if bandwidth == 0 {
		return 0
	}
	return r.Rate() / bandwidth
}

// Rows sums up dispatches by kernel, those that take longest first.
func Rows(parts []Part) (rows []Row) {
	at := map[string]int{}
	for _, p := range parts {
		for _, s := range p.Submissions {
			for _, d := range s.Dispatches {
				i, ok := at[d.Kernel]
				if !ok {
					i = len(rows)
					at[d.Kernel], rows = i, append(rows, Row{Kernel: d.Kernel})
				}
				rows[i].add(d)
			}
			for kernel, bytes := range s.Moved {
				if i, ok := at[kernel]; ok {
					rows[i].Bytes += bytes
				}
			}
		}
	}
	slowestFirst(rows)
	return rows
}

func slowestFirst(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.GPU, a.GPU) })
}

func (r *Row) add(d compute.Dispatched) {
	r.Dispatches++
	r.GPU += d.End - d.Begin
	r.Workgroups += int64(d.Grid.X * d.Grid.Y)
	r.Bytes += d.Bytes
	if d.Grid.X*d.Grid.Y == 0 {
		r.Idle++
		r.IdleGPU += d.End - d.Begin
	}
}

// Total sums up rows.
func Total(rows []Row) (t Row) {
	t.Kernel = "all"
	for _, r := range rows {
		t.Dispatches, t.Idle, t.Workgroups = t.Dispatches+r.Dispatches, t.Idle+r.Idle, t.Workgroups+r.Workgroups
		t.GPU, t.IdleGPU, t.Bytes = t.GPU+r.GPU, t.IdleGPU+r.IdleGPU, t.Bytes+r.Bytes
	}
	return t
}

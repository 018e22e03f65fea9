package clip_test

import (
	"fmt"
	"math"
	"runtime"
	"syscall"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// Steps in several dispatches leave what their mirrors leave, and match: also what the device
// would match with a tree, or look back at, over parts.
func TestPartsLockstep(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Work: 30_000}})
	be := host.NewLockstep(t.Context(), d)
	for _, f := range []clip.Form{clip.Tree{}, clip.Lookback{Events: 1 << 16}, clip.Shuffle{Events: 1 << 16, Levels: 2000}, clip.Snapshot{Events: 1 << 16, Levels: 2000}} {
		for _, few := range fews(f) {
			for _, boxes := range []bool{false, true} {
				c := prepare(t, be, f, 3000, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1, clip.Few: few})
				if n := len(c.Submissions()); n < 2 {
					t.Errorf("%s: %d submissions", f.Name(), n)
				}
				for _, shape := range shapes()[:gputest.Count(3, len(shapes()))] {
					check(t, be, c, shape, 3000)
				}
				check(t, be, c, "unbalanced", 301)
				check(t, be, c, "random", 0)
				if _, lost, err := c.Events(t.Context()); err != nil || lost > 0 {
					t.Errorf("%s: %d events are lost, %v", f.Name(), lost, err)
				}
			}
		}
	}
}

// No submission takes longer than a quarter of a second, by the time of processors: other
// programs do not count.
func TestSubmissions(t *testing.T) {
	d := gputest.Open(t)
	if !d.Limits().IsSoftware {
		t.Skip("its processors cannot be asked")
	}
	const most = 250 * time.Millisecond
	n := gputest.Count(1<<20, 1<<22)
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{true, false}[:gputest.Count(1, 2)] {
			for _, shape := range []string{"random", "deep", "adversarial"}[:gputest.Count(1, 3)] {
				c := prepare(t, d, f, n, boxes, nil)
				var longest time.Duration
				if err := matched(c, sequence(t, shape, n, 1), func() {
					// Drivers compile first, and where other work takes the processors, a look-back polls longer.
					for try := range 20 {
						if try >= 2 && longest/time.Duration(runtime.NumCPU()) <= most {
							break
						}
						longest = 0
						for _, s := range c.Submissions() {
							if err := d.Flush(t.Context()); err != nil {
								t.Fatal(err)
							}
							before := processors(t)
							s.Record(d)
							if err := d.Flush(t.Context()); err != nil {
								t.Fatal(err)
							}
							longest = max(longest, processors(t)-before)
						}
					}
				}); err != nil {
					t.Fatal(err)
				}
				elapsed := longest / time.Duration(runtime.NumCPU())
				what := fmt.Sprintf("%s, boxes %v, %s: %d submissions, the longest takes %v", f.Name(), boxes, shape, len(c.Submissions()), elapsed)
				if t.Log(what); elapsed > most {
					t.Error(what)
				}
			}
		}
	}
}

// processors returns the time that they have worked for this process.
func processors(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Hardware makes one submission of all.
func TestOneSubmission(t *testing.T) {
	for _, f := range clip.Forms() {
		be := fast{host.New()}
		c := prepare(t, be, f, 1<<22, false, nil)
		if n := len(c.Submissions()); n != 1 {
			t.Errorf("%s: %d submissions", f.Name(), n)
		}
	}
}

type fast struct{ compute.Backend }

func (f fast) Limits() compute.Limits {
	l := f.Backend.Limits()
	l.IsSoftware, l.Work, l.Memory = false, compute.HardwareWork, math.MaxInt64
	return l
}

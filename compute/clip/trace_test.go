package clip_test

import (
	"context"
	"fmt"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// A trace tells all that happens, in an order that can be, and what there was no room
// for is counted. Without one nothing is written.
func TestTrace(t *testing.T) {
	for _, boxes := range []bool{false, true} {
		for _, events := range []int{0, 100, 1 << 16} {
			be := host.NewLockstep(t.Context(), gputest.Open(t))
			forms := []clip.Form{clip.Lookback{}}
			if events == 1<<16 {
				forms = []clip.Form{clip.Shuffle{}, clip.Snapshot{}}
			}
			for i, shape := range shapes() {
				c := prepare(t, be, clip.Watched(forms[i%len(forms)], events, 5000), 20_000, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1})
				check(t, be, c, shape, 20_000)
				got, lost, err := c.Events(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if err := countsOf(t, c, got); events > 100 && err != nil {
					t.Errorf("%s, boxes %v: %v", shape, boxes, err)
				}
				ends := 0
				for _, e := range got {
					if e.Kind == clip.Ends {
						ends++
					}
				}
				switch {
				case events == 0 && len(got)+lost > 0, events == 100 && (len(got) != 100 || lost < 100), events > 100 && (lost > 0 || ends != (20_000+63)/64):
					t.Errorf("boxes %v, room for %d: %d events, %d partitions end, %d events are lost", boxes, events, len(got), ends, lost)
				}
			}
		}
	}
}

// countsOf compares the back-links of events with the counters of the run.
func countsOf(t *testing.T, c *clip.Clip, events []clip.Event) error {
	counters, err := c.Counters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	partitions, followed, counts := 0, 0, clip.BackLinks(events)
	for n, count := range counts {
		partitions, followed = partitions+count, followed+n*count
	}
	if partitions != (20_000+63)/64 || counters.Fallbacks == 0 && followed != int(counters.Followed) {
		return fmt.Errorf("%d partitions follow %d back-links: %+v", partitions, followed, counters)
	}
	return nil
}

// The bound on walks is reached: a partition whose elements all pop, each a push of another partition, looks at as many
// partitions, whatever the others do meanwhile.
func TestLongestWalk(t *testing.T) {
	for _, form := range []clip.Form{clip.Lookback{}, clip.Shuffle{}} {
		for _, p := range []int{64, 128} {
			v := compute.Values{clip.Workgroup: uint32(p)}
			if form == clip.Form(clip.Lookback{}) {
				v[clip.Items] = 1
			}
			d := gputest.Open(t)
			n := p * (p + 1)
			for _, boxes := range []bool{false, true} {
				c := prepare(t, d, form, n, boxes, v)
				check(t, d, c, "stairs", n)
				if got, err := c.Counters(t.Context()); err != nil || int(got.Longest) < p || c.Size != p {
					t.Errorf("%s, boxes %v, partitions of %d: the longest look-back is %d (%v)", form.Name(), boxes, c.Size, got.Longest, err)
				}
			}
		}
	}
}

// Partitions that do not wait at all reduce those before them, as often as it takes.
func TestImpatient(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range []clip.Form{clip.Lookback{}, clip.Shuffle{}, clip.Snapshot{}} {
		for _, boxes := range []bool{false, true} {
			c, err := clip.PrepareImpatient(f, d, 100_000, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			for _, shape := range shapes() {
				check(t, d, c, shape, 100_000)
			}
			got, err := c.Counters(context.Background())
			if err != nil || got.Longest == 0 {
				t.Errorf("%s: %+v, %v", f.Name(), got, err)
			}
			t.Logf("%s, boxes %v: %+v", f.Name(), boxes, got)
		}
	}
}

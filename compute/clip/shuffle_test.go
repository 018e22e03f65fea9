package clip_test

import (
	"fmt"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
)

// Levels tell what the reduction of each partition does, the same as following each block
// with a stack: at the last level each link is that of the oracle, or leads out of the partition.
func TestLevelsLockstep(t *testing.T) {
	be := host.NewLockstep(t.Context(), gputest.Open(t))
	for i, size := range []uint32{16, 128, 16} {
		form := []clip.Form{clip.Shuffle{}, clip.Shuffle{}, clip.Snapshot{}}[i]
		c := prepare(t, be, clip.Watched(form, 1<<16, 700), 1000, true, compute.Values{clip.Workgroup: size})
		for _, shape := range shapes() {
			s := sequence(t, shape, 1000, 5)
			check(t, be, c, shape, 1000)
			if err := matched(c, s, func() { c.Record(be) }); err != nil {
				t.Fatal(err)
			}
			all, err := c.ReadLevels(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if want := (700 + int(size) - 1) / int(size); len(all) != want || len(all[0]) != map[uint32]int{16: 5, 128: 8}[size] {
				t.Fatalf("%d partitions of %d levels, want %d", len(all), len(all[0]), want)
			}
			want := oracle.Clip(s).Links
			for q, levels := range all {
				if err := checkLevels(q, int(size), levels, want); err != nil {
					t.Fatalf("%s, %d: %v", shape, size, err)
				}
			}
		}
	}
}

// checkLevels compares the last level with links, and says where a level forgets what one
// before it knows.
func checkLevels(q, size int, levels []clip.Level, links []uint32) error {
	for k, l := range levels {
		if len(l.Blocks) != size>>k {
			return fmt.Errorf("partition %d has %d blocks at level %d", q, len(l.Blocks), k)
		}
		for i, s := range l.Slots {
			if k > 0 && levels[k-1].Slots[i].Link >= 0 && levels[k-1].Slots[i].Link != s.Link {
				return fmt.Errorf("partition %d forgets the link of %d at level %d", q, i, k)
			}
			if k < len(levels)-1 {
				continue
			}
			link := int(int32(links[q*size+i]))
			if inside := link >= q*size; inside != (s.Link >= 0) || inside && link != s.Link {
				return fmt.Errorf("partition %d: the link of %d is %d, not %d", q, i, s.Link, link)
			}
			if full := i >= size-l.Blocks[0].Pushes; full != (s.Push >= 0) {
				return fmt.Errorf("partition %d: slot %d has %d, with %d pushes in all", q, i, s.Push, l.Blocks[0].Pushes)
			}
		}
	}
	return nil
}

// The example in partitions of 16: the reduction leaves its first two pushes, after 4 levels.
func TestArticle(t *testing.T) {
	be := host.New()
	c := prepare(t, be, clip.Shuffle{Events: 100, Levels: 18}, 18, false, compute.Values{clip.Workgroup: 16})
	check(t, be, c, "example", 18)
	all, err := c.ReadLevels(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatalf("%d partitions, %v", len(all), err)
	}
	for k, want := range []string{
		"[{0 1} {0 1} {0 1} {1 0} {0 1} {0 1} {0 1} {1 0} {1 0} {0 1} {0 1} {1 0} {0 1} {1 0} {1 0} {1 0}]",
		"[{0 2} {0 0} {0 2} {0 0} {1 1} {0 0} {0 0} {2 0}]", "[{0 2} {0 2} {1 1} {2 0}]", "[{0 4} {2 0}]", "[{0 2}]",
	} {
		if got := fmt.Sprint(all[0][k].Blocks); got != want {
			t.Errorf("level %d has %s, want %s", k, got, want)
		}
	}
	last := all[0][4].Slots
	if last[14].Push != 0 || last[15].Push != 1 || last[13].Push != -1 {
		t.Errorf("the last slots are %+v", last[13:])
	}
}

// A reduction alone finds the links inside partitions, and no others.
func TestAloneLockstep(t *testing.T) {
	be := host.NewLockstep(t.Context(), gputest.Open(t))
	for _, size := range []uint32{16, 256} {
		c := prepare(t, be, clip.Shuffle{Alone: true}, 1000, true, compute.Values{clip.Workgroup: size})
		for _, shape := range shapes() {
			for _, n := range []int{0, 1, 255, 1000} {
				s := sequence(t, shape, n, 5)
				s.Boxes = nil
				if err := c.Write(s); err != nil {
					t.Fatal(err)
				}
				c.Record(be)
				got, err := c.Read(t.Context(), n)
				if want := clip.Within(oracle.Clip(s).Links, int(size)); err != nil || !slices.Equal(got.Links, want) {
					t.Fatalf("%s, %d elements in partitions of %d: %v, want %v, %v", shape, n, size, got.Links, want, err)
				}
			}
		}
	}
}

// A window of any size, and partitions smaller than it, match alike.
func TestWindows(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range []clip.Form{clip.Lookback{}, clip.Shuffle{}} {
		for _, window := range []uint32{1, 7, 33, 64} {
			for _, shape := range []string{"adversarial", "deep"} {
				c := prepare(t, d, f, 5000, true, compute.Values{clip.Workgroup: 64, clip.Items: 1, clip.Window: window})
				check(t, d, c, shape, 5000)
			}
		}
	}
	for _, shape := range []string{"stairs", "deep"} { // longer walks than the window
		c := prepare(t, d, clip.Lookback{}, 40_000, true, compute.Values{clip.Workgroup: 128, clip.Items: 1, clip.Window: 128})
		check(t, d, c, shape, 40_000)
	}
	c := prepare(t, d, clip.Shuffle{}, 5000, true, compute.Values{clip.Workgroup: 16})
	if check(t, d, c, "adversarial", 5000); c.Values[clip.Window] != 16 {
		t.Errorf("16 invocations look at %d partitions together", c.Values[clip.Window])
	}
}

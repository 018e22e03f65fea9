package clip_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// The kernels know the first words of the control.
func TestControl(t *testing.T) {
	for kernel, least := range map[string]int{
		"clip_reduce": shaders.ClipFirstPush + 1, "clip_raise": shaders.ClipPushes + 1, "clip_link": shaders.ClipFirstPush + 1,
		"clip_lookback": shaders.ClipControl, "clip_shuffle": shaders.ClipControl, "clip_snapshot": shaders.ClipControl,
		"clip_shuffle_alone": shaders.ClipCount + 1,
	} {
		got, err := gputest.BlockMembers(kernel, "Control")
		if err != nil {
			t.Fatal(err)
		}
		for at, name := range got {
			if shaders.ClipNames[at] != name {
				t.Errorf("%s: word %d is %q, want %q", kernel, at, name, shaders.ClipNames[at])
			}
		}
		if len(got) < least {
			t.Errorf("%s: the control has only %d words", kernel, len(got))
		}
	}
}

// sequence makes elements of a shape; the last ones of shapes are unbalanced.
func sequence(t testing.TB, shape string, n int, seed uint64) clipseq.Sequence {
	t.Helper()
	name, from, length := shape, 0, n
	switch shape {
	case "pushes", "pops":
		name, length = "deep", 2*n
		if shape == "pops" {
			from = n
		}
	case "unbalanced": // the middle of a random one, in which lists of both kinds are open
		name, from, length = "random", n/2, 2*n
	case "climbing", "falling": // halves of what goes far up and down
		name, length = "adversarial", 2*n
		if shape == "falling" {
			from = n
		}
	}
	s, err := clipseq.Make(name, length, seed)
	if err != nil {
		t.Fatal(err)
	}
	return clipseq.Sequence{Elements: s.Elements[from : from+n], Boxes: s.Boxes[from : from+n]}
}

func shapes() []string {
	return append(clipseq.Shapes(), "pushes", "pops", "unbalanced", "climbing", "falling")
}

func prepare(t testing.TB, be compute.Backend, f clip.Form, capacity int, boxes bool, v compute.Values) *clip.Clip {
	t.Helper()
	c, err := f.Prepare(be, capacity, boxes, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Release)
	return c
}

// matched writes a sequence, does what run does, and compares with the oracle.
func matched(c *clip.Clip, s clipseq.Sequence, run func()) error {
	if !c.HasBoxes {
		s.Boxes = nil
	}
	if err := c.Write(s); err != nil {
		return err
	}
	run()
	got, err := c.Read(context.Background(), len(s.Elements))
	if err != nil {
		return err
	}
	return oracle.VerifyClips(s, got)
}

func check(t *testing.T, be compute.Backend, c *clip.Clip, shape string, n int) {
	t.Helper()
	if err := matched(c, sequence(t, shape, n, uint64(n)), func() { c.Record(be) }); err != nil {
		t.Fatalf("%s, boxes %v, %v, %d of %d elements, %s: %v", c.Form.Name(), c.HasBoxes, c.Values, n, c.Capacity, shape, err)
	}
}

// fews are the numbers of partitions up to which a form does without a tree.
func fews(f clip.Form) []uint32 {
	if f == clip.Form(clip.Tree{}) {
		return []uint32{1, 1024}
	}
	return []uint32{0}
}

// with adds a number of partitions to a setting.
// fitting lowers the workgroup until a device has the shared memory for it.
func fitting(t rapid.TB, be compute.Backend, f clip.Form, room int, boxes bool, v compute.Values) compute.Values {
	for v = maps.Clone(v); ; v[clip.Workgroup] /= 2 {
		c, err := f.Prepare(be, room, boxes, v)
		if err == nil {
			c.Release()
			return v
		}
		if !errors.Is(err, compute.ErrValue) || v[clip.Workgroup] <= 64 {
			t.Fatal(err)
		}
	}
}

func with(v compute.Values, few uint32) compute.Values {
	v = maps.Clone(v)
	v[clip.Few] = few
	return v
}

// Every form matches every shape, in sizes around partitions and around the levels of
// its tree, in one room.
func TestSizes(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		for _, few := range fews(f) {
			for _, boxes := range []bool{false, true} {
				c := prepare(t, d, f, 66*64, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1, clip.Few: few})
				p := c.Size
				sizes := []int{0, 1, p - 1, p, p + 1, 4 * p, 4*p + 1, 16*p + 1, 64*p + 1,
					2, 3, 3*p + 1, 4*p - 1, 5 * p, 16*p - 1, 16 * p, 64*p - 1, 64 * p, 66 * p}
				for _, n := range sizes[:gputest.Count(9, len(sizes))] {
					for _, shape := range shapes() {
						check(t, d, c, shape, n)
					}
				}
			}
		}
	}
}

// settings are all workgroups and all numbers of elements of an invocation, few of
// them together: a software device takes a second to compile the kernels of each.
func settings() []compute.Values {
	return []compute.Values{
		{clip.Workgroup: 64, clip.Items: 1}, {clip.Workgroup: 128, clip.Items: 8}, {clip.Workgroup: 256, clip.Items: 4},
		{clip.Workgroup: 512, clip.Items: 2}, {clip.Workgroup: 1024, clip.Items: 1},
	}
}

func TestSettings(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			for i, v := range settings() {
				few := fews(f)
				v = with(v, few[i%len(few)])
				fits := fitting(t, d, f, 20_003, boxes, v)
				if !maps.Equal(fits, v) && !(boxes && f != clip.Form(clip.Tree{}) && d.Limits().SharedBytes < 40<<10) {
					t.Errorf("%s: %v is refused", f.Name(), v)
				}
				c := prepare(t, d, f, 20_003, boxes, fits)
				if c.Values[clip.Workgroup] != fits[clip.Workgroup] || !clip.ReducesInPlace(f) && c.Values[clip.Items] != fits[clip.Items] {
					t.Errorf("%s: %v are used, not %v", f.Name(), c.Values, fits)
				}
				for _, shape := range []string{"adversarial", "unbalanced"} {
					check(t, d, c, shape, 20_003)
				}
			}
		}
	}
}

// A million elements, and a million levels.
func TestMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			c := prepare(t, d, f, 2_000_003, boxes, nil)
			if clip.ReducesInPlace(f) && gputest.Count(0, 1) == 0 { // software devices are slow at it
				check(t, d, c, "adversarial", 1_000_003)
				continue
			}
			for _, shape := range []string{"random", "adversarial", "unbalanced"} {
				check(t, d, c, shape, 1_000_003)
			}
			check(t, d, c, "deep", 2_000_000)
		}
	}
}

func TestLockstep(t *testing.T) {
	d := gputest.Open(t)
	be := host.NewLockstep(context.Background(), d)
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			for _, v := range []compute.Values{{clip.Workgroup: 64, clip.Items: 1}, {clip.Workgroup: 128, clip.Items: 8}} {
				for _, few := range fews(f) {
					c := prepare(t, be, f, 5000, boxes, with(v, few))
					for _, shape := range shapes() {
						for _, n := range []int{1, 5000, 0, 777}[:gputest.Count(2, 4)] {
							check(t, be, c, shape, n)
						}
					}
				}
			}
			c := prepare(t, be, f, 300_000, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1}) // rounds of many workgroups, two rows of clip_raise
			for _, shape := range []string{"deep", "adversarial"} {
				check(t, be, c, shape, 300_000)
			}
		}
	}
	if be.Dispatches == 0 {
		t.Error("nothing was compared")
	}
}

// TestRowsOfHeights limits workgroups to 64 invocations, so that clip_raise has five rows: only above more than four does the last
// workgroup compute levels.
func TestRowsOfHeights(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Limits: func(i *gpu.Info) { i.Workgroup = 64 }}})
	raised := 0
	be := gputest.ComputeOnly{Backend: host.NewLockstep(t.Context(), d), Seen: func(c compute.Call) {
		if c.Program.Name != "clip_raise" {
			return
		}
		if raised++; c.Grid().X != 5 {
			t.Errorf("%d rows of heights, want 5", c.Grid().X)
		}
	}}
	for _, boxes := range []bool{false, true} {
		c := prepare(t, be, clip.Tree{}, 300_000, boxes, compute.Values{clip.Workgroup: 64, clip.Items: 1})
		check(t, be, c, "adversarial", 300_000)
	}
	if raised == 0 {
		t.Error("clip_raise did not run")
	}
}

// Where the queue cannot draw, boxes are in shared memory.
func TestSharedLockstep(t *testing.T) {
	shared := 0
	be := gputest.ComputeOnly{Backend: host.NewLockstep(context.Background(), gputest.Open(t)), Seen: func(c compute.Call) {
		if c.Program.Name == "clip_link_boxes" && c.Constants[3] == 1 {
			shared++
		}
	}}
	for i, v := range settings()[:2] {
		few := fews(clip.Tree{})
		c := prepare(t, be, clip.Tree{}, 5000, true, with(v, few[i%len(few)]))
		before := shared
		for _, shape := range shapes() {
			for _, n := range []int{1, 5000, 0, 777}[:gputest.Count(2, 4)] {
				check(t, be, c, shape, n)
			}
		}
		if shared == before {
			t.Errorf("%v: no box is in shared memory", v)
		}
	}
}

func TestHost(t *testing.T) {
	be := host.New()
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			c := prepare(t, be, f, 30_000, boxes, nil)
			for _, shape := range shapes() {
				check(t, be, c, shape, 30_000)
			}
		}
	}
}

// TestBasic does without subgroup operations.
func TestBasic(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Basic: true})
	for _, f := range clip.Forms() {
		for _, boxes := range []bool{false, true} {
			for _, v := range []compute.Values{nil, {clip.Workgroup: 256, clip.Items: 4}} {
				c := prepare(t, d, f, 30_001, boxes, v)
				for _, shape := range shapes() {
					check(t, d, c, shape, 30_001)
				}
			}
		}
	}
}

// Matching fewer elements leaves nothing of an earlier match, and a recording serves for all.
func TestAgain(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		c := prepare(t, d, f, 9000, true, nil)
		r := d.Record("clips", c.Record)
		defer r.Release()
		for i, n := range []int{9000, 10, 0, 8999, 600, 0, 1} {
			shape := shapes()[i%len(shapes())]
			if err := matched(c, sequence(t, shape, n, 1), func() { d.Submit(r) }); err != nil {
				t.Errorf("%s: %d elements, %s: %v", f.Name(), n, shape, err)
			}
		}
	}
}

// What cannot be is refused before anything is written; what has no room is refused
// before memory is taken.
func TestRefused(t *testing.T) {
	d := gputest.Open(t)
	names := map[string]bool{}
	for _, f := range clip.Forms() {
		if f.About() == "" || names[f.Name()] || names[f.Title()] {
			t.Errorf("%s: %q, %q", f.Name(), f.Title(), f.About())
		}
		names[f.Name()], names[f.Title()] = true, true
		for _, boxes := range []bool{false, true} {
			if _, err := f.Prepare(d, d.Limits().BufferWords+1, boxes, nil); !errors.Is(err, fault.Limit) {
				t.Errorf("%s: too many elements: %v", f.Name(), err)
			}
		}
		c := prepare(t, d, f, 10, true, nil)
		bad := sequence(t, "wide", 10, 1)
		bad.Boxes = slices.Clone(bad.Boxes)
		bad.Boxes[7][2] = float32(math.Inf(1))
		if err := c.Write(bad); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "element 7") {
			t.Errorf("%s: an infinite box: %v", f.Name(), err)
		}
		if err := c.Write(sequence(t, "wide", 11, 1)); err == nil {
			t.Errorf("%s: more than there is room for", f.Name())
		}
	}
}

// Reports name the first elements without a partner, wherever they are.
func TestUnbalanced(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range clip.Forms() {
		c := prepare(t, d, f, 100_000, false, nil)
		for _, x := range []struct {
			pops, pushes []int
			want         string
		}{
			{[]int{5}, []int{50_000}, "element 5 is a pop without a push, as 1 in all"},
			{[]int{70_000, 70_001, 99_999}, nil, "element 70000 is a pop without a push, as 3 in all"},
			{[]int{90_000}, []int{2, 3, 80_000}, "element 2 is a push without a pop, as 2 in all"},
			{nil, []int{99_999}, "element 99999 is a push without a pop, as 1 in all"},
			{[]int{60_000}, []int{0}, "<nil>"},
		} {
			s := clipseq.Sequence{Elements: make([]uint32, 100_000)}
			for _, i := range x.pops {
				s.Elements[i] = clipseq.Pop
			}
			for _, i := range x.pushes {
				s.Elements[i] = clipseq.Push
			}
			if err := matched(c, s, func() { c.Record(d) }); err != nil {
				t.Errorf("%s: %+v: %v", f.Name(), x, err)
			}
			r, err := c.Read(context.Background(), 0)
			if got := fmt.Sprint(r.Balanced()); err != nil || got != x.want {
				t.Errorf("%s: it reports %s, %v, want %s", f.Name(), got, err, x.want)
			}
		}
	}
}

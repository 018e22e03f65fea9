package gpu_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/scene/graph"
)

// With ComputeOnly a device draws only if all its queues can draw, as the software device does. Its limits say which.
func TestComputeOnly(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{ComputeOnly: true})
	b := d.NewBuffer("b", 8)
	defer b.Release()
	d.Fill(b, 0, 8, 7)
	got := make([]uint32, 8)
	if err := d.Read(context.Background(), b, 0, got); err != nil || got[7] != 7 {
		t.Fatalf("%v, %v", got, err)
	}
	_, err := d.Hooks().Attached(func() (gpu.Attachment, error) { return nil, nil })
	if only := d.Limits().ComputeOnly; only != errors.Is(err, gpu.ErrUnavailable) || only && d.Limits().IsSoftware {
		t.Errorf("compute only: %v; drawing: %v", only, err)
	}
}

func TestCopies(t *testing.T) {
	d := gputest.Open(t)
	ctx := context.Background()
	a, b := d.NewBuffer("a", 5<<20), d.NewBuffer("b", 5<<20)
	defer a.Release()
	defer b.Release()
	want := make([]uint32, 5<<20) // more than one piece
	for i := range want {
		want[i] = rand.Uint32()
	}
	d.Write(a, 0, want)
	d.Fill(b, 0, b.Len(), 7)
	d.Copy(b, 10, a, 3, 1000)
	d.Update(b, 0, 1, 2, 3)
	got := make([]uint32, a.Len())
	if err := d.Read(ctx, a, 0, got); err != nil || !slices.Equal(got, want) {
		t.Fatalf("what was written did not come back: %v", err)
	}
	got = got[:1020]
	if err := d.Read(ctx, b, 0, got); err != nil {
		t.Fatal(err)
	}
	expect := slices.Concat([]uint32{1, 2, 3, 7, 7, 7, 7, 7, 7, 7}, want[3:1003], slices.Repeat([]uint32{7}, 10))
	if !slices.Equal(got, expect) {
		t.Error("fill, copy and update left something else")
	}
}

// Recordings keep their timestamps as long as they live; however many there are, the time
// of each is taken.
func TestManyClocks(t *testing.T) {
	d := gputest.Open(t)
	if d.Limits().TimestampsNS == 0 {
		t.Skip("the device has no timestamps")
	}
	words := d.NewBuffer("words", 1<<12)
	defer words.Release()
	for i := range 2500 {
		r := d.Record("fill", func(e compute.Encoder) { e.Fill(words, 0, words.Len(), uint32(i)) })
		defer r.Release()
		before := d.Elapsed()
		d.Submit(r)
		if err := d.Flush(context.Background()); err != nil || d.Elapsed() == before {
			t.Fatalf("recording %d took no time: %v", i, err)
		}
	}
}

// TestRecording submits a recording many times: it doubles what is there.
func TestRecording(t *testing.T) {
	d := gputest.Open(t)
	dist, states := d.NewBuffer("dist", 1000), d.NewBuffer("states", 1000)
	for _, b := range []compute.Buffer{dist, states} {
		defer b.Release()
	}
	state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState)
	d.Fill(dist, 0, 1000, 41)
	r := d.Record("states", func(e compute.Encoder) {
		state.Dispatch(e, 1000, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
		e.Copy(dist, 0, states, 1, 500)
	})
	defer r.Release()
	for range 20 {
		d.Submit(r)
	}
	got := make([]uint32, 1000)
	if err := d.Read(context.Background(), states, 0, got); err != nil {
		t.Fatal(err)
	}
	if got[999] != uint32(graph.StateRelaxed)<<30|41 || got[0] != uint32(graph.StateFar)<<30|graph.StateDistance {
		t.Errorf("got %#x and %#x", got[999], got[0])
	}
	if d.Elapsed() <= 0 {
		t.Error("no time has passed on the device")
	}
}

// A recording that was profiled has buffers of its own. They are released with it, while other
// releases are under way, and each buffer is destroyed once.
func TestReleaseOfProfiledRecording(t *testing.T) {
	d := gputest.Open(t)
	if d.Limits().TimestampsNS == 0 {
		t.Skip("the device has no timestamps")
	}
	d.Profile(func(compute.Submission) {})
	defer d.Profile(nil)
	before := gpu.Held(d)
	dist, states, groups := d.NewBuffer("dist", 64), d.NewBuffer("states", 64), d.NewBuffer("groups", 3)
	d.Update(groups, 0, 1, 1, 1)
	d.Fill(dist, 0, 64, 1)
	state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState)
	r := d.Record("states", func(e compute.Encoder) {
		state.DispatchIndirect(e, groups, 0, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
	})
	d.Submit(r)
	dist.Release()
	states.Release()
	r.Release()
	groups.Release()
	for range 3 {
		d.NewBuffer("another", 64).Release()
		if err := d.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if after := gpu.Held(d); after != before {
		t.Errorf("the device holds %d bytes, %d before", after, before)
	}
}

// TestWorkgroups runs a kernel at every workgroup size and at lengths around
// them, on grids of more than one row too.
func TestWorkgroups(t *testing.T) {
	for _, basic := range []bool{false, true} {
		d := gputest.OpenWith(t, gpu.Options{Basic: basic})
		l := host.NewLockstep(context.Background(), d)
		for size := 1; size <= d.Limits().Workgroup; size *= 4 {
			for _, n := range []int{0, 1, size - 1, size, size + 1, 5*size + 3, 70000} {
				if n < 0 || n == 70000 && size > 1 {
					continue
				}
				dist, states := d.NewBuffer("dist", n), d.NewBuffer("states", n)
				d.Fill(states, 0, states.Len(), 0)
				d.Fill(dist, 0, dist.Len(), 12)
				state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState)
				state.Sized(size).Dispatch(l, n, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
				if err := l.Flush(context.Background()); err != nil {
					t.Errorf("workgroups of %d, %d invocations: %v", size, n, err)
				}
				for _, b := range []compute.Buffer{dist, states} {
					b.Release()
				}
			}
		}
	}
}

// A software device compiles a kernel before the commands that first run it, once, and not in
// their time.
func TestCompiledBefore(t *testing.T) {
	d := gputest.Open(t)
	if !d.Info().Software {
		t.Skip("not a software device")
	}
	dist, states := d.NewBuffer("dist", 64), d.NewBuffer("states", 64)
	defer dist.Release()
	defer states.Release()
	d.Fill(dist, 0, 64, 12)
	state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState).Sized(16)
	for _, first := range []bool{true, false} {
		state.Dispatch(d, 64, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
		if gpu.Compiles(d) != first {
			t.Errorf("it compiles before the dispatches: %v, not %v", !first, first)
		}
		if err := d.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrorsStick(t *testing.T) {
	d := gputest.Open(t)
	b := d.NewBuffer("huge", 1<<40)
	d.Fill(b, 0, 10, 1)
	d.Write(b, 0, []uint32{1})
	err := d.Flush(context.Background())
	if err == nil || !strings.Contains(err.Error(), "huge") || !strings.Contains(err.Error(), "MiB") {
		t.Errorf("got %v, want the buffer's name and the sizes", err)
	}
	b.Release()
}

// What an error has left in progress is released in an order that drivers survive.
func TestReleaseAfterError(t *testing.T) {
	d := gputest.Open(t)
	dist, states := d.NewBuffer("dist", 100), d.NewBuffer("states", 100)
	state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState)
	state.Dispatch(d, 100, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
	gpu.Lose(d)
	dist.Release()
	states.Release()
	if err := d.Flush(context.Background()); err == nil {
		t.Error("there is no error")
	}
}

func TestChoice(t *testing.T) {
	gputest.Open(t)
	if _, err := gpu.Open(gpu.Options{Device: "no such device"}); err == nil || !strings.Contains(err.Error(), "no such device") {
		t.Errorf("got %v", err)
	}
	all, err := gpu.List()
	if err != nil || len(all) == 0 || all[0].Workgroup == 0 || all[0].Subgroup == 0 || all[0].StorageBytes == 0 {
		t.Errorf("got %+v, %v", all, err)
	}
	for wish, there := range map[string]bool{"uuid:" + all[0].UUID: true, "uuid:GPU-" + strings.ToUpper(all[0].UUID[:6]): true, "uuid:": false, "uuid:12345678": false, "0": true, "99": false} {
		d, err := gpu.Open(gpu.Options{Device: wish})
		if (err == nil) != there {
			t.Errorf("%s: %v", wish, err)
		}
		if err == nil {
			d.Release()
		}
	}
}

// TestValidationIsOn makes a mistake that only the layers can see: without a
// message the other tests would prove nothing.
func TestValidationIsOn(t *testing.T) {
	d := gputest.Open(t)
	gpu.MakeMistake(d)
	if len(d.Messages()) == 0 {
		t.Error("the validation layers did not notice a hazard; are they installed?")
	}
}

// TestAssistedIsOn makes a kernel read beyond a buffer, which only GPU-assisted validation
// sees: it adds the checks to the kernel.
func TestAssistedIsOn(t *testing.T) {
	if !strings.Contains(os.Getenv("VK_LAYER_ENABLES"), "GPU_ASSISTED") {
		t.Skip("VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT turns it on")
	}
	d := gputest.Open(t)
	dist, states := d.NewBuffer("dist", 10), d.NewBuffer("states", 1000)
	defer dist.Release()
	defer states.Release()
	state := compute.NewKernel[ref.State[compute.Buffer]]("sssp_state", compute.Workgroup{Default: 64, Min: 1, Max: 1024}, ref.MirrorState)
	d.Fill(dist, 0, 10, 41)
	state.Dispatch(d, 1000, ref.State[compute.Buffer]{Dist: dist, States: states, Threshold: 50})
	if err := d.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(d.Messages(), "\n")
	t.Logf("%.400s", all)
	if !strings.Contains(all, "out of bounds") {
		t.Error("a read beyond a buffer was not noticed")
	}
}

// What is destroyed may retire other things, as the recordings of a profile do; each is destroyed once.
func TestRetireWhileDestroying(t *testing.T) {
	d := gputest.Open(t)
	b := d.NewBuffer("words", 4)
	defer b.Release()
	d.Fill(b, 0, 4, 1)
	var done [3]int
	for i := range 2 {
		gpu.Retire(d, func() {
			done[i]++
			gpu.Retire(d, func() { done[2]++ })
		})
	}
	for range 2 {
		if err := d.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		gpu.Retire(d, func() {})
	}
	if done != [3]int{1, 1, 2} {
		t.Errorf("destroyed %v times", done)
	}
}

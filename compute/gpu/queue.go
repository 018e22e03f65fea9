package gpu

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/clock"
)

// queueState is the state of the device's queue. Submissions are numbered and finish in order.
type queueState struct {
	family     uint32
	pool       vk.CommandPool
	queries    []vk.QueryPool // of timestamps
	freeStamps []stamps

	first   *Commands   // compilations, before all that is pending; nil for none
	open    *Commands   // what the backend's encoder records
	pending []*Commands // closed, not yet submitted

	submitted, completed uint64
	flights              []flight // submitted, not yet completed
	freeFences           []vk.Fence
	freeCommands         []vk.CommandBuffer
	releases             []release
	stuck                bool // it was not waited for what is in progress
}

// flight is a submission in progress.
type flight struct {
	serial   uint64
	fence    vk.Fence
	commands []*Commands
	began    time.Time
}

// release is something to destroy when a submission has finished.
type release struct {
	serial uint64
	do     func()
}

// stamps is a pair of timestamps: queries first and first+1 of a pool.
type stamps struct {
	pool  vk.QueryPool
	first uint32
}

// takeStamps returns a free pair. Each recording keeps one for its lifetime, so another pool is
// made if none is left.
func (d *Device) takeStamps() (s stamps, err error) {
	const pairs = 1024 // of a pool
	if len(d.freeStamps) == 0 {
		pool, r := vkx.CreateQueryPool(d.handle, 2*pairs)
		if err := ErrorOf(r, "create query pool", ""); err != nil {
			return s, err
		}
		d.queries = append(d.queries, pool)
		for i := pairs - 1; i >= 0; i-- {
			d.freeStamps = append(d.freeStamps, stamps{pool, uint32(2 * i)})
		}
	}
	last := len(d.freeStamps) - 1
	s, d.freeStamps = d.freeStamps[last], d.freeStamps[:last]
	return s, nil
}

func (d *Device) openQueue() error {
	pool, r := vkx.CreateCommandPool(d.handle, d.family)
	d.pool = pool
	return ErrorOf(r, "create command pool", "")
}

func (d *Device) closeQueue() {
	for _, f := range d.freeFences {
		vk.DestroyFence(d.handle, f, nil)
	}
	for _, f := range d.flights {
		vk.DestroyFence(d.handle, f.fence, nil)
	}
	for _, pool := range d.queries {
		vk.DestroyQueryPool(d.handle, pool, nil)
	}
	vk.DestroyCommandPool(d.handle, d.pool, nil)
}

// retire destroys something once everything recorded so far has finished.
func (d *Device) retire(do func()) {
	d.releases = append(d.releases, release{d.submitted + 1, do})
	d.collect()
}

// flush submits open and pending commands.
func (d *Device) flush() {
	d.closeOpen()
	if len(d.pending) > 0 || d.first != nil {
		d.submit(nil, nil)
	}
}

// closeOpen ends the open commands and makes them pending.
func (d *Device) closeOpen() {
	if d.open != nil {
		d.open.close()
		d.pending = append(d.pending, d.open)
		d.open = nil
	}
}

// submit submits pending commands, after one semaphore and before another, either of which may
// be nil.
func (d *Device) submit(wait, signal vk.Semaphore) {
	if d.err != nil {
		return
	}
	fence, err := d.fence()
	if err != nil {
		d.fail(err)
		return
	}
	if d.first != nil {
		d.first.close()
		d.pending, d.first = slices.Insert(d.pending, 0, d.first), nil
	}
	buffers := make([]vk.CommandBuffer, len(d.pending))
	for i, c := range d.pending {
		buffers[i] = c.handle
		c.serial = d.submitted + 1
	}
	r := vk.Result(vk.ErrorDeviceLost)
	if !d.fake.lost(int(d.submitted) + 1) {
		r = vkx.Submit(d.queue, buffers, wait, signal, fence)
	}
	if err := ErrorOf(r, "submit", d.pending[len(d.pending)-1].name); err != nil {
		d.freeFences = append(d.freeFences, fence)
		d.fail(err)
		return
	}
	d.submitted++
	d.flights = append(d.flights, flight{d.submitted, fence, d.pending, time.Now()})
	d.pending = nil
}

// enqueue adds closed commands to those that the next flush submits.
func (d *Device) enqueue(c *Commands) {
	d.closeOpen()
	d.pending = append(d.pending, c)
	const most = 6 // one call of vkx.Submit takes sixteen
	if len(d.pending) >= most {
		d.flush()
	}
}

func (d *Device) fence() (vk.Fence, error) {
	if n := len(d.freeFences); n > 0 {
		f := d.freeFences[n-1]
		d.freeFences = d.freeFences[:n-1]
		return f, nil
	}
	f, r := vkx.CreateFence(d.handle)
	return f, ErrorOf(r, "create fence", "")
}

// wait waits until a submission has finished. It continues waiting when the context ends, since
// submissions are short; the error reports the end.
func (d *Device) wait(ctx context.Context, serial uint64) error {
	for d.completed < serial && d.err == nil && len(d.flights) > 0 {
		if err := d.await(d.flights[0]); err != nil {
			d.fail(err)
			break
		}
		d.finish()
	}
	if d.err != nil {
		return d.err
	}
	return ctx.Err()
}

// Limits on waiting for the device.
const (
	impatient = 3 * time.Millisecond // before the waiting goroutine sleeps
	glance    = 100 * time.Millisecond
	remark    = 10 * time.Second       // before the user is told
	longWork  = 250 * time.Millisecond // that a submission should take at most
	farewell  = longWork               // before a program that should end gives up
)

// waitFence waits for a fence; tests make it time out.
var waitFence = vkx.WaitFence

// await waits for a submission. An unresponsive device is not lost: it may be working for
// another program, so the wait ends only with this one. Drivers take 50 µs and more to wake a
// sleeping goroutine, so on hardware the fence is polled at first.
func (d *Device) await(f flight) error {
	begin, told := clock.Now(), remark
	for {
		most := glance
		if !d.info.Software && clock.Since(begin) < impatient {
			most = 0
		}
		switch r := waitFence(d.handle, f.fence, uint64(most)); r {
		case vk.Success:
			return nil
		case vk.Timeout:
		default:
			return ErrorOf(r, "wait for", f.commands[0].name)
		}
		waited := clock.Since(begin)
		if d.ctx != nil && d.ctx.Err() != nil && waited > farewell {
			d.stuck = true
			return fmt.Errorf("the device does not answer: %q takes longer than %v: %w", f.commands[0].name, waited.Round(time.Millisecond), d.ctx.Err())
		}
		if waited > told {
			slog.Warn("the device does not answer yet; interrupt the program to end it", "work", f.commands[0].name, "waited", waited.Round(time.Second))
			told *= 6
		}
	}
}

// finish completes the oldest submission.
func (d *Device) finish() {
	f := d.flights[0]
	d.flights = d.flights[1:]
	d.completed = f.serial
	if elapsed := time.Since(f.began); elapsed > longWork && len(d.flights) == 0 {
		slog.Debug("a submission was long", "work", f.commands[0].name, "took", elapsed.Round(time.Millisecond))
	}
	d.fail(ErrorOf(vkx.ResetFence(d.handle, f.fence), "reset fence", ""))
	d.freeFences = append(d.freeFences, f.fence)
	for _, c := range f.commands {
		c.finished()
	}
	d.collect()
}

// collect destroys what finished submissions no longer use. What is destroyed may release
// buffers of its own, which collects again.
func (d *Device) collect() {
	all := d.releases
	d.releases = nil
	for _, r := range all {
		if r.serial <= d.completed || len(d.flights) == 0 && len(d.pending) == 0 && d.open == nil && d.first == nil {
			r.do()
		} else {
			d.releases = append(d.releases, r)
		}
	}
}

// drain submits and waits for everything.
func (d *Device) drain() {
	d.flush()
	_ = d.wait(context.Background(), d.submitted) // the error sticks
}

package gpu

import (
	"fmt"
	"time"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/vkx"
)

// Commands is a command buffer that inserts barriers according to its commands' use of buffers.
// It is a compute.Encoder, and package draw draws with it.
type Commands struct {
	d       *Device
	name    string
	handle  vk.CommandBuffer
	once    bool
	planner planner
	closed  bool
	whole   func()    // ends the time of all commands; nil if it is not taken
	serial  uint64    // of its last submission
	times   []timed   // parts whose time is taken
	keep    []*Buffer // staging, released when it has finished
	noted   *noted    // notes for a profile; nil without one
}

// timed is a part of the commands between two timestamps.
type timed struct {
	stamps
	clock *time.Duration // that the time is added to
}

// newCommands begins a command buffer for one or many submissions. Its device time is added to
// clock.
func (d *Device) newCommands(name string, once bool, clock *time.Duration) *Commands {
	c := &Commands{d: d, name: name, once: once}
	if d.err != nil {
		return c // which records nothing
	}
	var r vk.Result
	if n := len(d.freeCommands); n > 0 {
		c.handle, d.freeCommands = d.freeCommands[n-1], d.freeCommands[:n-1]
	} else if c.handle, r = vkx.AllocateCommands(d.handle, d.pool); r != vk.Success {
		d.fail(ErrorOf(r, "allocate commands", name))
		return c
	}
	d.fail(ErrorOf(vkx.Begin(c.handle, once), "begin commands", name))
	if clock != nil {
		c.whole = c.Clock(clock)
		c.beginNotes()
	}
	c.after() // earlier submissions
	return c
}

// after lets the commands before finish, and makes their writes visible.
func (c *Commands) after() {
	all := stages(vk.PipelineStageAllCommandsBit)
	memory := accesses(vk.AccessMemoryReadBit) | accesses(vk.AccessMemoryWriteBit)
	vkx.Barrier(c.handle, all, all, accesses(vk.AccessMemoryWriteBit), memory)
}

// Name returns the name, which appears in errors and validation messages.
func (c *Commands) Name() string { return c.name }

// Clock measures the device time of the commands from here to the call of stop, and adds it to
// *clock when they have finished. The time begins after all earlier commands have ended.
// Without timestamps (compute.Limits.TimestampsNS is zero) the clock stands still.
func (c *Commands) Clock(clock *time.Duration) (stop func()) {
	if c.d.stampMask == 0 || !c.ready() {
		return func() {}
	}
	s, err := c.d.takeStamps()
	if err != nil {
		c.d.leaveOut(err)
		return func() {}
	}
	c.times = append(c.times, timed{s, clock})
	c.stampBegin(s)
	return func() {
		if c.ready() {
			vk.CmdWriteTimestamp(c.handle, vk.PipelineStageBottomOfPipeBit, s.pool, s.first+1)
		}
	}
}

// stampBegin writes the first of two timestamps, after all earlier commands.
func (c *Commands) stampBegin(s stamps) {
	vk.CmdResetQueryPool(c.handle, s.pool, s.first, 2)
	vk.CmdWriteTimestamp(c.handle, vk.PipelineStageBottomOfPipeBit, s.pool, s.first)
	if c.d.info.Software {
		// Llvmpipe defers drawing after dispatches, and writes timestamps when it draws: after a
		// window has drawn, this timestamp would follow the next dispatches. A barrier forces the
		// drawing.
		all := vk.PipelineStageFlags(vk.PipelineStageAllCommandsBit)
		vk.CmdPipelineBarrier(c.handle, all, all, 0, 0, nil, 0, nil, 0, nil)
	}
}

func (c *Commands) close() {
	if c.closed {
		return
	}
	c.closed = true
	if c.noted != nil && c.noted.pages != nil {
		c.ToHost()
	}
	if c.whole != nil {
		c.whole()
	}
	if !c.ready() {
		return
	}
	c.d.fail(ErrorOf(vk.EndCommandBuffer(c.handle), "end commands", c.name))
}

// finished adds the time to its clocks and, after a single submission, releases the resources
// of the commands.
func (c *Commands) finished() {
	d := c.d
	c.tell()
	for _, t := range c.times {
		pair, r := vkx.Query(d.handle, t.pool, int(t.first))
		d.fail(ErrorOf(r, "read timestamps of", c.name))
		ticks := float64((pair[1] - pair[0]) & d.stampMask)
		*t.clock += time.Duration(ticks * d.info.TimestampNS)
	}
	for _, b := range c.keep {
		d.unstage(b)
	}
	c.keep = nil
	if c.once {
		c.recycle()
	}
}

func (c *Commands) recycle() {
	d := c.d
	for _, t := range c.times {
		d.freeStamps = append(d.freeStamps, t.stamps)
	}
	d.freeCommands = append(d.freeCommands, c.handle)
	c.endNotes()
	c.handle, c.times = nil, nil
}

// Release releases a recording once no submission of it is in progress.
func (c *Commands) Release() {
	if _, live := c.d.live[c]; live {
		delete(c.d.live, c)
		c.d.retire(c.recycle)
	}
}

// before records the barrier that commands with these uses need.
func (c *Commands) before(uses []use) { c.barrier(uses, false) }

// barrier records the barrier that a command needs; the command may run beside the last one.
func (c *Commands) barrier(uses []use, beside bool) {
	if b, needed := c.planner.plan(uses, beside); needed {
		vkx.Barrier(c.handle, b.from, b.to, b.fromAccess, b.toAccess)
	}
	if c.d.info.Software {
		for _, u := range uses {
			if u.writes != 0 {
				c.d.changes[u.buffer]++
			}
		}
	}
}

// ready reports whether commands can be recorded at all.
func (c *Commands) ready() bool { return c.d.err == nil && c.handle != nil }

const (
	transferStage = stages(vk.PipelineStageTransferBit)
	transferRead  = accesses(vk.AccessTransferReadBit)
	transferWrite = accesses(vk.AccessTransferWriteBit)
	shaderRead    = accesses(vk.AccessShaderReadBit)
	shaderWrite   = accesses(vk.AccessShaderWriteBit)
)

// Fill sets n words, starting at word at, to one value.
func (c *Commands) Fill(b compute.Buffer, at, n int, word uint32) {
	if x := c.buffer(b, at, n); x != nil && n > 0 {
		c.before([]use{{x.id, transferStage, 0, transferWrite}})
		vk.CmdFillBuffer(c.handle, x.handle, vk.DeviceSize(4*at), vk.DeviceSize(4*n), word)
	}
}

// Update stores words with their present values.
func (c *Commands) Update(b compute.Buffer, at int, words ...uint32) {
	if x := c.buffer(b, at, len(words)); x != nil && len(words) > 0 {
		c.before([]use{{x.id, transferStage, 0, transferWrite}})
		vkx.UpdateBuffer(c.handle, x.handle, 4*at, words)
	}
}

// Copy copies n words.
func (c *Commands) Copy(dst compute.Buffer, dstAt int, src compute.Buffer, srcAt, n int) {
	to, from := c.buffer(dst, dstAt, n), c.buffer(src, srcAt, n)
	if to == nil || from == nil || n == 0 {
		return
	}
	c.before([]use{{from.id, transferStage, transferRead, 0}, {to.id, transferStage, 0, transferWrite}})
	vkx.CopyBuffer(c.handle, from.handle, 4*srcAt, to.handle, 4*dstAt, 4*n)
}

// own returns the device's buffer for a used range.
func (d *Device) own(b compute.Buffer, at, n int) *Buffer {
	x, ok := b.(*Buffer)
	if !ok || x.d != d {
		panic(fmt.Sprintf("gpu: buffer %s belongs to another backend", b.Name()))
	}
	if at < 0 || n < 0 || at+n > x.words {
		panic(fmt.Sprintf("gpu: words %d to %d of buffer %s, which has %d", at, at+n, x.name, x.words))
	}
	return x
}

// buffer returns the device's buffer if commands can use a range of it.
func (c *Commands) buffer(b compute.Buffer, at, n int) *Buffer {
	x := c.d.own(b, at, n)
	if x.lacks != nil {
		c.d.leaveOut(x.lacks)
	}
	if !c.ready() || x.handle == nil {
		return nil
	}
	return x
}

// ToHost makes copied data visible to the host once the commands have finished.
func (c *Commands) ToHost() {
	if c.ready() {
		vkx.Barrier(c.handle, transferStage, stages(vk.PipelineStageHostBit), transferWrite, accesses(vk.AccessHostReadBit))
	}
}

// Dispatch runs a kernel.
func (c *Commands) Dispatch(call compute.Call) {
	if !c.ready() || call.Indirect == nil && call.Grid().Invocations() <= 0 {
		return
	}
	l, err := c.d.pipelineFor(call.Program, call.Workgroup, call.Constants)
	if err != nil {
		c.d.leaveOut(err)
		return
	}
	resources := make([]Resource, len(call.Buffers))
	var uses []use
	for i, b := range call.Buffers {
		x := c.buffer(b, 0, 0)
		if x == nil {
			return
		}
		resources[i] = bound{x}
		uses = append(uses, useOf(x.id, stages(vk.PipelineStageComputeShaderBit), l.face.Bindings[i].Reads, l.face.Bindings[i].Writes))
	}
	if call.Indirect != nil {
		x := c.buffer(call.Indirect, call.At, 3)
		if x == nil {
			return
		}
		uses = append(uses, use{x.id, stages(vk.PipelineStageDrawIndirectBit), accesses(vk.AccessIndirectCommandReadBit), 0})
	}
	set, err := c.d.setFor(l.set, resources)
	if err != nil {
		c.d.leaveOut(err)
		return
	}
	if !l.compiled && c.d.info.Software {
		c.d.compile(l, set, call.Push)
	}
	l.compiled = true
	done := c.noteDispatch(call)
	defer done()
	c.barrier(uses, call.Beside && c.noted == nil)
	c.bind(l, set, call.Push)
	if call.Indirect != nil {
		vk.CmdDispatchIndirect(c.handle, call.Indirect.(*Buffer).handle, vk.DeviceSize(4*call.At))
		return
	}
	g := c.d.fake.grid(call)
	n := g.Groups()
	vk.CmdDispatch(c.handle, uint32(n[0]), uint32(n[1]), uint32(n[2]))
}

// bind binds a kernel with its buffers and push constants.
func (c *Commands) bind(l *pipeline, set vk.DescriptorSet, push []uint32) {
	vk.CmdBindPipeline(c.handle, vk.PipelineBindPointCompute, l.handle)
	vkx.BindSet(c.handle, vk.PipelineBindPointCompute, l.layout, set)
	if len(push) > 0 {
		vkx.Push(c.handle, l.layout, vk.ShaderStageComputeBit, push)
	}
}

// compile records a dispatch of no invocations before everything that is not submitted yet. Llvmpipe
// compiles a kernel when it first runs, which would count as time of that run.
func (d *Device) compile(l *pipeline, set vk.DescriptorSet, push []uint32) {
	if d.first == nil {
		d.first = d.newCommands("compilation", true, nil)
	}
	if d.first.ready() {
		d.first.bind(l, set, push)
		vk.CmdDispatch(d.first.handle, 0, 0, 0)
		d.first.after() // validation does not see that it accesses nothing
	}
}

func useOf(id uint64, stage stages, reads, writes bool) use {
	u := use{buffer: id, stage: stage}
	if reads {
		u.reads = shaderRead
	}
	if writes {
		u.writes = shaderWrite
	}
	return u
}

// Frame begins commands that Finish submits; Commands.Clock takes their time.
func (d *Device) Frame() *Commands { return d.newCommands("frame", true, nil) }

// Finish submits the commands of a frame, after everything recorded before.
func (d *Device) Finish(c *Commands) {
	c.close()
	d.enqueue(c)
	d.flush()
}

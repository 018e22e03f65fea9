package gpu

import (
	"time"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu/internal/vkx"
)

var _ compute.Profiler = (*Device)(nil)

// Profile calls note with what the device has executed, by timestamps around each
// dispatch.
func (d *Device) Profile(note func(compute.Submission)) { d.note, d.zero = note, 0 }

// Tell passes what dispatches have moved to the profile.
func (d *Device) Tell(moved func() map[string]int64) {
	if d.note != nil {
		d.note(compute.Submission{Moved: moved()})
	}
}

// noted holds a profile's notes about commands.
type noted struct {
	whole      stamps
	dispatches []notedDispatch
	pages      []*Buffer // counts of workgroups that only the device knows, three words each
	counts     int
}

type notedDispatch struct {
	stamps
	call  compute.Call
	count int // where the device writes the number of workgroups; -1 if the host knows it
}

// pageCounts is how many counts a page holds.
const pageCounts = 1024

// beginNotes begins to note dispatches if there is a profile and the commands are timed.
func (c *Commands) beginNotes() {
	if c.d.note != nil && len(c.times) > 0 {
		c.noted = &noted{whole: c.times[0].stamps}
	}
}

// noteDispatch notes a dispatch and its beginning; done notes its end.
func (c *Commands) noteDispatch(call compute.Call) (done func()) {
	none := func() {}
	if c.noted == nil {
		return none
	}
	n := notedDispatch{call: call, count: -1}
	if call.Indirect != nil {
		if n.count = c.noteCount(call); n.count < 0 {
			return none
		}
	}
	s, err := c.d.takeStamps()
	if err != nil {
		c.d.leaveOut(err)
		return none
	}
	n.stamps = s
	c.noted.dispatches = append(c.noted.dispatches, n)
	c.stampBegin(s)
	return func() { vk.CmdWriteTimestamp(c.handle, vk.PipelineStageBottomOfPipeBit, s.pool, s.first+1) }
}

// noteCount copies the workgroup counts of a dispatch to host-visible memory, and returns the
// number of the copy, -1 if there is no memory for it.
func (c *Commands) noteCount(call compute.Call) int {
	n := c.noted
	if n.counts == pageCounts*len(n.pages) {
		page, err := c.d.newBuffer("counts of workgroups", 3*pageCounts, hostRead)
		if err != nil {
			c.d.leaveOut(err)
			return -1
		}
		n.pages = append(n.pages, page)
	}
	at := n.counts
	n.counts++
	c.Copy(n.pages[at/pageCounts], 3*(at%pageCounts), call.Indirect, call.At, 3)
	return at
}

// tell passes a finished submission to the profile.
func (c *Commands) tell() {
	d := c.d
	if d.note == nil || c.whole == nil || len(c.times) == 0 { // frames are not told
		return
	}
	s := compute.Submission{Name: c.name}
	s.Begin, s.End = d.span(c.times[0].stamps)
	if c.noted != nil {
		for _, n := range c.noted.dispatches {
			x := compute.Dispatched{Kernel: n.call.Program.Name, Grid: c.noted.grid(n)}
			x.Begin, x.End = d.span(n.stamps)
			x.Bytes = n.call.Moved(x.Grid)
			s.Dispatches = append(s.Dispatches, x)
		}
	}
	d.note(s)
}

// grid returns the grid of a finished dispatch.
func (n *noted) grid(x notedDispatch) compute.Grid {
	if x.count < 0 {
		return x.call.Grid()
	}
	w := n.pages[x.count/pageCounts].mapped[3*(x.count%pageCounts):]
	return x.call.IndirectGrid(w)
}

// span returns when work began and ended, on the clock of the profile.
func (d *Device) span(s stamps) (begin, end time.Duration) {
	pair, r := vkx.Query(d.handle, s.pool, int(s.first))
	d.fail(ErrorOf(r, "read timestamps of", "a profile"))
	if d.zero == 0 {
		d.zero = pair[0]
	}
	since := func(stamp uint64) time.Duration {
		return time.Duration(float64((stamp-d.zero)&d.stampMask) * d.info.TimestampNS)
	}
	return since(pair[0]), since(pair[1])
}

// endNotes releases what notes hold.
func (c *Commands) endNotes() {
	if c.noted == nil {
		return
	}
	for _, n := range c.noted.dispatches {
		c.d.freeStamps = append(c.d.freeStamps, n.stamps)
	}
	for _, page := range c.noted.pages {
		page.Release()
	}
	c.noted = nil
}

package draw

import (
	"slices"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/internal/vkx"
)

// A software device draws each pixel of each frame, though most calls draw the same as in the frame before: while a search
// runs, all that is below the roads. The picture of the calls that begin a frame is therefore kept, and copied. A call draws
// the same if its arguments are equal and no command has written its buffers since.

// Keeper draws the frames of a software device. Its zero value is ready.
type Keeper struct {
	picture *kept
	room    Room
	calls   []keptCall // of the frame before
	clear   [3]float32
	made    int // the calls that the picture shows
}

// kept is a picture of the calls that begin a frame.
type kept struct {
	Target
	memory memory
}

// keptCall is a call of a frame.
type keptCall struct {
	Call
	versions [][2]uint64 // of what it reads
	age      int         // frames in which it and all calls before it were the same
}

// settled is the age of calls that are kept. With less, a picture that changes in every other frame would be kept in vain.
const settled = 8

// Release releases the picture.
func (k *Keeper) Release() {
	if k.picture != nil {
		k.picture.d.Release(k.picture, 0)
		k.picture = nil
	}
	*k = Keeper{room: k.room}
}

// Draw is like the function Draw, with the same pixels.
func (k *Keeper) Draw(device *gpu.Device, c *gpu.Commands, t *Target, clear [3]float32, calls []Call) {
	same, still := k.follow(t.d, clear, calls)
	if k.made > same || !k.fits(t) {
		k.made = 0
	}
	if still > k.made && !k.extend(device, c, t, still) {
		still, k.made = 0, 0
	}
	cmd := t.d.Commands(c)
	if k.made == 0 || cmd == nil {
		Draw(c, t, clear, calls)
		return
	}
	const output, write = stages(vk.PipelineStageColorAttachmentOutputBit), accesses(vk.AccessColorAttachmentWriteBit)
	vkx.ImageBarrier(cmd, t.image, output|transferStage, transferStage, write, transferWrite, vk.ImageLayoutUndefined, vk.ImageLayoutTransferDstOptimal)
	vkx.CopyImage(cmd, k.picture.image, t.image, t.Width, t.Height)
	t.record(c, vk.ImageLayoutTransferDstOptimal, clear, nil, calls[k.made:])
}

// fits reports whether the picture can be copied to a target. A saved picture has another format than the window.
func (k *Keeper) fits(t *Target) bool {
	p := k.picture
	return p != nil && p.d == t.d && p.format == t.format && p.Width == t.Width && p.Height == t.Height
}

// follow compares the calls with the frame before. It returns how many of them, from the first on, are the same, and how
// many have been for some time.
func (k *Keeper) follow(d *drawer, clear [3]float32, calls []Call) (same, still int) {
	before := k.calls
	if clear != k.clear {
		before = nil
	}
	now := make([]keptCall, len(calls))
	for i, c := range calls {
		now[i] = keptCall{Call: c}
		var known bool
		if now[i].versions, known = c.versions(d); known && same == i && i < len(before) && now[i].equal(&before[i]) {
			same, now[i].age = i+1, before[i].age+1
			if now[i].age >= settled {
				still = i + 1
			}
		}
	}
	k.calls, k.clear = now, clear
	return same, still
}

// extend draws calls into the picture that are missing there, up to the n-th. It returns false if that cannot be done.
func (k *Keeper) extend(device *gpu.Device, c *gpu.Commands, t *Target, n int) bool {
	if !k.fits(t) {
		if k.picture != nil {
			k.picture.d.Release(k.picture, 0)
		}
		if k.picture = nil; t.image == nil || !k.room.For(t.Width, t.Height) {
			return false
		}
		p := &kept{}
		var err error
		if p.Target, p.memory, err = t.d.newTarget(device.Info(), "kept", t.format, t.Width, t.Height, vk.ImageUsageTransferSrcBit, vk.ImageLayoutTransferSrcOptimal); err != nil {
			k.room.Lacking(t.Width, t.Height)
			return false
		}
		d, framebuffer := t.d, p.framebuffer
		d.Track(p, "kept picture", func() {
			vk.DestroyFramebuffer(d.Handle, framebuffer, nil)
			p.memory.destroy(d.Handle)
		})
		k.picture = p
	}
	initial := vk.ImageLayoutUndefined
	if k.made > 0 {
		initial = k.picture.layout
	}
	calls := make([]Call, 0, n)
	for _, x := range k.calls[k.made:n] {
		calls = append(calls, x.Call)
	}
	k.made = n
	return k.picture.record(c, initial, k.clear, nil, calls)
}

// versions returns versions of all that a call reads; known is false if they cannot tell whether it has changed.
func (call *Call) versions(d *drawer) (v [][2]uint64, known bool) {
	known = true
	add := func(b compute.Buffer) {
		x, ok := d.Version(b)
		v, known = append(v, x), known && ok
	}
	for _, r := range call.resources {
		if t, ok := r.(*Texture); ok {
			v = append(v, [2]uint64{t.number, t.drawn})
		} else {
			add(r.(compute.Buffer))
		}
	}
	for _, b := range []*gpu.Buffer{call.Indices, call.VertexBuffer, call.Indirect} {
		if b != nil {
			add(b)
		}
	}
	return v, known
}

// equal reports whether two calls draw the same.
func (k *keptCall) equal(o *keptCall) bool {
	a, b := k.Call, o.Call
	if (a.Scissor == nil) != (b.Scissor == nil) || a.Scissor != nil && *a.Scissor != *b.Scissor {
		return false
	}
	return a.program == b.program && slices.Equal(a.push, b.push) && slices.Equal(k.versions, o.versions) &&
		a.Vertices == b.Vertices && a.Instances == b.Instances && a.FirstInstance == b.FirstInstance &&
		a.Indices == b.Indices && a.Short == b.Short && a.FirstIndex == b.FirstIndex &&
		a.VertexBuffer == b.VertexBuffer && a.VertexOffset == b.VertexOffset &&
		a.Indirect == b.Indirect && a.At == b.At && a.Margin == b.Margin
}

// Room remembers that a device lacks memory for a picture, so that it is not tried in every frame.
type Room struct{ lacks [2]int }

// For reports whether a picture of w × h pixels may be tried: it has not failed, or another size has since.
func (r *Room) For(w, h int) bool { return r.lacks != [2]int{w, h} }

// Lacking notes that the device lacks memory for a picture of w × h pixels.
func (r *Room) Lacking(w, h int) { r.lacks = [2]int{w, h} }

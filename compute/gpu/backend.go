package gpu

import (
	"context"
	"time"

	"kernelscope/compute"
)

var _ compute.Backend = (*Device)(nil)

// encoder returns the commands that the next flush submits.
func (d *Device) encoder() *Commands {
	if d.open == nil {
		d.open = d.newCommands("encoded work", true, &d.elapsed)
	}
	return d.open
}

// Fill sets n words, starting at word at, to one value.
func (d *Device) Fill(b compute.Buffer, at, n int, word uint32) { d.encoder().Fill(b, at, n, word) }

// Update stores words with their present values.
func (d *Device) Update(b compute.Buffer, at int, words ...uint32) {
	d.encoder().Update(b, at, words...)
}

// Dispatch runs a kernel.
func (d *Device) Dispatch(c compute.Call) { d.encoder().Dispatch(c) }

// Copy copies n words.
func (d *Device) Copy(dst compute.Buffer, i int, src compute.Buffer, j, n int) {
	d.encoder().Copy(dst, i, src, j, n)
}

// Limits returns the limits that algorithms read.
func (d *Device) Limits() compute.Limits {
	subgroup := 1
	if !d.basic {
		subgroup = d.info.Subgroup
	}
	return compute.Limits{
		Device: d.info.Name, Workgroup: d.info.Workgroup, Subgroup: subgroup, SharedBytes: d.info.SharedBytes,
		Processors: d.info.Processors, Resident: d.info.Resident,
		BufferWords: int(d.info.StorageBytes / 4), Memory: d.info.Memory, IsSoftware: d.info.Software, Work: d.fake.work(d.info.Software),
		ComputeOnly: !d.canDraw, TimestampsNS: d.info.TimestampNS,
	}
}

// NewBuffer makes a buffer on the device.
func (d *Device) NewBuffer(name string, words int) compute.Buffer {
	b, err := d.newBuffer(name, words, onDevice)
	if err != nil {
		d.leaveOut(err)
		return &Buffer{d: d, name: name, words: max(1, words), lacks: err}
	}
	return b
}

// Write copies words to the device through mapped buffers, a piece at a time.
func (d *Device) Write(b compute.Buffer, at int, words []uint32) {
	const piece = 4 << 20
	for len(words) > 0 && d.err == nil {
		n := min(len(words), piece)
		staging, err := d.stage(n)
		if err != nil {
			d.leaveOut(err)
			return
		}
		copy(staging.mapped, words[:n])
		e := d.encoder()
		e.Copy(b, at, staging, 0, n)
		e.keep = append(e.keep, staging)
		if n == piece {
			d.flush()
		}
		words, at = words[n:], at+n
	}
}

// Record records commands once.
func (d *Device) Record(name string, record func(compute.Encoder)) compute.Recording {
	c := d.newCommands(name, false, &d.elapsed)
	record(c)
	c.close()
	d.live[c] = living{"recording " + name, func() {}} // the pool has it
	return c
}

// Submit queues a recording. It first waits for a submission of the same recording that is in
// progress.
func (d *Device) Submit(r compute.Recording) {
	c := r.(*Commands)
	for _, p := range d.pending {
		if p == c {
			d.flush()
			break
		}
	}
	if c.serial > d.completed {
		if d.wait(context.Background(), c.serial) != nil {
			return
		}
	}
	if d.info.Software {
		for b, h := range c.planner.buffers {
			if h.wrote != 0 {
				d.changes[b]++
			}
		}
	}
	d.enqueue(c)
}

// Read waits and copies words to the host, a piece at a time.
func (d *Device) Read(ctx context.Context, b compute.Buffer, at int, dst []uint32) error {
	const piece = 4 << 20
	for len(dst) > 0 {
		n := min(len(dst), piece)
		if d.readback == nil || d.readback.words < n {
			if d.readback != nil {
				d.readback.Release()
			}
			var err error
			if d.readback, err = d.newBuffer("read-back", max(n, 1<<14), hostRead); err != nil {
				d.readback = nil
				return err
			}
		}
		e := d.encoder()
		e.Copy(d.readback, 0, b, at, n)
		e.ToHost()
		if err := d.Flush(ctx); err != nil {
			return err
		}
		copy(dst[:n], d.readback.mapped)
		dst, at = dst[n:], at+n
	}
	return nil
}

// Flush submits everything and waits for it.
func (d *Device) Flush(ctx context.Context) error {
	d.flush()
	if err := d.wait(ctx, d.submitted); err != nil {
		return err
	}
	return d.Err()
}

// Elapsed returns the device time of finished work.
func (d *Device) Elapsed() time.Duration { return d.elapsed }

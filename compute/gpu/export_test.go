package gpu

import "kernelscope/compute/gpu/internal/vkx"

// MakeMistake records two copies that overwrite each other, without a barrier.
func MakeMistake(d *Device) {
	a, b := d.NewBuffer("a", 64).(*Buffer), d.NewBuffer("b", 64).(*Buffer)
	defer a.Release()
	defer b.Release()
	d.Fill(a, 0, 64, 1)
	c := d.encoder()
	vkx.CopyBuffer(c.handle, a.handle, 0, b.handle, 0, 256)
	vkx.CopyBuffer(c.handle, b.handle, 0, a.handle, 0, 256)
	d.drain()
}

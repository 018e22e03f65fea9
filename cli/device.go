package cli

import (
	"errors"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/internal/fault"
)

// Backend is a device that can be released.
type Backend interface {
	compute.Backend
	Release() // destroys what it holds
}

// Device is the device of a benchmark. It is opened on first use, and again after a submission
// ran out of memory, a permanent error.
type Device struct {
	open func() (Backend, error)
	be   Backend
}

// NewDevice returns a device that open opens.
func NewDevice(open func() (Backend, error)) *Device { return &Device{open: open} }

// BenchDevice returns the device of a benchmark and its description.
func (a *App) BenchDevice() (d *Device, info gpu.Info, err error) {
	d = NewDevice(func() (Backend, error) {
		g, err := a.OpenDevice()
		if err != nil {
			return nil, err
		}
		info = g.Info()
		return released{g}, nil
	})
	_, err = d.Backend()
	return d, info, err
}

// released is a device whose last messages nobody wants.
type released struct{ *gpu.Device }

// Release destroys the device.
func (d released) Release() { d.Device.Release() }

// Backend returns the device.
func (d *Device) Backend() (be Backend, err error) {
	if d.be == nil {
		d.be, err = d.open()
	}
	return d.be, err
}

// Release releases the device.
func (d *Device) Release() {
	if d.be != nil {
		d.be.Release()
		d.be = nil
	}
}

// LeftOut returns the reason to omit a measurement if the error reports that it does not fit
// the device or that its values are not allowed. It returns any other error.
func (d *Device) LeftOut(err error) (reason string, other error) {
	switch {
	case errors.Is(err, gpu.ErrOutOfMemory):
		d.Release()
		return err.Error(), nil
	case errors.Is(err, fault.Limit), errors.Is(err, compute.ErrValue):
		return err.Error(), nil
	}
	return "", err
}

package gpu

import "kernelscope/compute"

// Fake overrides properties of the devices that a test opens. All fields may be zero.
type Fake struct {
	Limits func(*Info) // lowers the reported limits
	// Lost reports whether the device is lost when work is submitted to it; submissions are
	// counted from 1, for each device.
	Lost func(submission int) bool
	// Full reports whether the object of a name gets no memory.
	Full func(name string) bool
	Work int // of a submission at most; 0 leaves it
	Row  int // workgroups of a dispatch in one dimension at most; 0 leaves it
}

func (f *Fake) limit(i *Info) {
	if f != nil && f.Limits != nil {
		f.Limits(i)
	}
}

func (f *Fake) lost(submission int) bool { return f != nil && f.Lost != nil && f.Lost(submission) }

// work returns how much a submission may have.
func (f *Fake) work(software bool) int {
	switch {
	case f != nil && f.Work > 0:
		return f.Work
	case software:
		return compute.SoftwareWork
	}
	return compute.HardwareWork
}

func (f *Fake) full(name string) bool { return f != nil && f.Full != nil && f.Full(name) }

// grid returns the grid of a direct dispatch.
func (f *Fake) grid(c compute.Call) compute.Grid {
	if f != nil && f.Row > 0 {
		return c.Grid().Rows(f.Row)
	}
	return c.Grid()
}

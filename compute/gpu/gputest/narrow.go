package gputest

import "kernelscope/compute"

// Narrow is a backend that claims to have buffers of at most Words words.
type Narrow struct {
	compute.Backend
	Words int
}

// Limits returns the limits of the backend with the words of its buffers.
func (n Narrow) Limits() compute.Limits {
	l := n.Backend.Limits()
	l.BufferWords = n.Words
	return l
}

// ComputeOnly is a device with limits as if its queue could not draw.
type ComputeOnly struct {
	compute.Backend
	Seen func(compute.Call) // if not nil, called before each dispatch
}

// Limits returns the limits of the device, without drawing.
func (c ComputeOnly) Limits() compute.Limits {
	l := c.Backend.Limits()
	l.ComputeOnly = true
	return l
}

// Dispatch dispatches a kernel.
func (c ComputeOnly) Dispatch(call compute.Call) {
	if c.Seen != nil {
		c.Seen(call)
	}
	c.Backend.Dispatch(call)
}

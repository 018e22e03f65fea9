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

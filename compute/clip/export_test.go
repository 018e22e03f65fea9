package clip

import "kernelscope/compute"

// PrepareImpatient is Prepare of a form for partitions that do not look back in vain.
func PrepareImpatient(f Form, be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	return f.(interface {
		prepare(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error)
	}).prepare(be, capacity, boxes, v, 0)
}

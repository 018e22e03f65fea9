package clip

import "kernelscope/compute"

// PrepareImpatient is Prepare of a form for partitions that do not look back in vain.
func PrepareImpatient(f Form, be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	if _, ok := f.(Snapshot); ok {
		return Snapshot{}.prepare(be, capacity, boxes, v, 0)
	}
	return Lookback{}.prepare(be, capacity, boxes, v, 0)
}

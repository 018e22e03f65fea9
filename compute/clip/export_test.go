package clip

import "kernelscope/compute"

// PrepareImpatient is Lookback.Prepare for partitions that look back so often in vain.
func PrepareImpatient(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error) {
	return Lookback{}.prepare(be, capacity, boxes, v, patience)
}

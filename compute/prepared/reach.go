package prepared

import (
	"cmp"
	"context"
	"errors"

	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// Reach describes the nodes that a source reaches, or the targets of a list.
type Reach struct {
	Nodes    uint32 // that a path leads to, itself among them; or targets
	Within   uint32 // of these, the ones within the limit
	Farthest uint32 // distance of the farthest one: the source's eccentricity
	Nearest  uint32 // distance of the nearest target
	Target   uint32 // number of the nearest target in its list, from 1, the first one of several; 0 where Nodes are nodes, or there is none
	Sum      uint64 // of all distances
}

// Mean returns the mean distance of the other nodes, or of the targets, 0 without one.
func (r Reach) Mean() float64 {
	others := r.Nodes
	if r.Target == 0 {
		others = max(2, r.Nodes) - 1 // without itself
	}
	return float64(r.Sum) / float64(others)
}

// ReachOf adds up distances; no path leads where they are Unreached or greater.
func ReachOf(dist []uint32, limit uint32) (r Reach) {
	for _, d := range dist {
		r.count(d, limit)
	}
	return r
}

// count counts a node at a distance, and reports whether a path leads to it.
func (r *Reach) count(d, limit uint32) bool {
	if d >= Unreached {
		return false
	}
	r.Nodes++
	if d <= limit {
		r.Within++
	}
	r.Farthest = max(r.Farthest, d)
	r.Sum += uint64(d)
	return true
}

// RowReader makes many trees, and copies their distances to the host.
type RowReader interface {
	// ReadRows makes the trees of the first of some sources, as many as have room.
	ReadRows(ctx context.Context, sources []uint32) (Distances, error)
}

// Reacher makes many trees, and tells what their sources reach.
type Reacher interface {
	RowReader
	// Customize computes all lengths from the weights of edges.
	Customize(weight []uint32)
	// Begin begins with the first of other sources, by the lengths of the moment; of what they reach,
	// nodes within a limit are counted.
	Begin(sources []uint32, limit uint32)
	// Step hands over the trees of the next sources, which take a fast GPU some milliseconds.
	Step() error
	// Wait waits until all trees that were handed over are made.
	Wait(ctx context.Context) error
	// Made returns the number of sources whose trees were handed over.
	Made() int
	// Complete reports whether all of them are.
	Complete() bool
	// Read waits, and returns what the sources reach, by their index.
	Read(ctx context.Context) ([]Reach, error)
	// Release releases the memory on a device.
	Release()
}

// NewReacher returns a Reacher for some sources, or targets: on the device or, where that is software or lacks the
// room, on the host. Lengths are undefined until Customize.
func NewReacher(be compute.Backend, f *Fronts, edges, sources int) (Reacher, error) {
	if be.Limits().IsSoftware {
		return NewHostAccess(f), nil // fifty times as fast
	}
	r, err := NewDeviceReacher(be, f, edges, sources)
	if errors.Is(err, fault.Limit) {
		return NewHostAccess(f), nil
	}
	return r, err
}

// NewDeviceReacher returns a Reacher on a device.
func NewDeviceReacher(be compute.Backend, f *Fronts, edges, sources int) (Reacher, error) {
	d, err := NewDevice(be, f, edges, nil)
	if err != nil {
		return nil, err
	}
	a, err := d.NewAccess(sources)
	if err != nil {
		d.Release()
		return nil, err
	}
	return &onDevice{a}, nil
}

// onDevice is an Access that owns its device.
type onDevice struct{ *Access }

// Release releases the device, too.
func (d *onDevice) Release() {
	d.Access.Release()
	d.Device.Release()
}

// ReachAll makes the trees of many sources, and returns what each reaches. told hears the number of sources whose
// trees are made, or soon will be.
func ReachAll(ctx context.Context, r Reacher, sources []uint32, limit uint32, told func(done int)) ([]Reach, error) {
	r.Begin(sources, limit)
	for !r.Complete() {
		if err := cmp.Or(r.Step(), ctx.Err()); err != nil {
			return nil, err
		}
		told(r.Made())
	}
	return r.Read(ctx)
}

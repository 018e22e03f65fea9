package render

import (
	"context"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sorting"
)

// Ordered describes the sort of draw keys.
type Ordered struct {
	Order  string               // the name of one of sorting.Orders; empty before the first frame
	Sizes  []compute.ParamState // of the sort
	Number int                  // of keys, in the last frame that the device has finished
	Passes int                  // of the sort
	Sort   time.Duration        // GPU time of all finished frames
}

// DrawKeys are the unsorted draw keys of a view, each with a value of one word.
type DrawKeys struct {
	Keys, Values []uint32
	Bits         int // of a key in use, the lowest ones
}

// drawKeys are keys on the device, and their sort.
type drawKeys struct {
	order sorting.Order
	*sorting.Sort
}

// fits reports whether the buffers hold n keys of some bits, for an order.
func (k drawKeys) fits(o sorting.Order, n, bits int) bool {
	return k.Sort != nil && k.order == o && n <= k.Capacity && bits <= k.Bits
}

// renew replaces the buffers by ones for n keys; the old ones are released first.
func (k *drawKeys) renew(d *gpu.Device, o sorting.Order, n, bits int, says *Ordered) error {
	k.release()
	s, err := o.Prepare(d, sorting.Format{Payload: true, Bits: bits}, n)
	if err != nil {
		return err
	}
	k.order, k.Sort = o, s
	says.Order, says.Sizes, says.Passes = o.Name(), o.States(s), s.Passes()
	return nil
}

// sort sorts the keys and adds up the time.
func (k *drawKeys) sort(cmd *gpu.Commands, says *Ordered) {
	stop := cmd.Clock(&says.Sort)
	k.Record(cmd)
	stop()
}

func (k *drawKeys) release() {
	if k.Sort != nil {
		k.Release()
	}
	k.Sort = nil
}

// read waits and returns the first n keys, unless they have been sorted.
func (k *drawKeys) read(ctx context.Context, n int) (out DrawKeys, err error) {
	out.Bits = k.KeyBits()
	out.Keys, out.Values, err = k.Read(ctx, k.Keys, k.Payload, n)
	return out, err
}

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
	Order  string               // name in sorting.Orders; empty before the first frame
	Sizes  []compute.ParamState // of the sort
	Number int                  // number of keys in the last finished frame
	Passes int                  // of the sort
	Sort   time.Duration        // GPU time of all finished frames
}

// DrawKeys are the unsorted draw keys of a view, each with a value of one word.
type DrawKeys struct {
	Keys, Values []uint32
	Bits         int // number of low bits in use
}

// drawKeys holds keys on the device with their sort.
type drawKeys struct {
	order sorting.Order
	*sorting.Sort
}

// fits reports whether the buffers suffice for n keys with a number of bits in an order.
func (k drawKeys) fits(o sorting.Order, n, bits int) bool {
	return k.Sort != nil && k.order == o && n <= k.Capacity && bits <= k.Bits
}

// renew releases the buffers and allocates new ones for n keys.
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

// sort sorts the keys and adds the time to says.
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

// read waits for the device and returns the first n keys, which must not have been sorted yet.
func (k *drawKeys) read(ctx context.Context, n int) (out DrawKeys, err error) {
	out.Bits = k.KeyBits()
	out.Keys, out.Values, err = k.Read(ctx, k.Keys, k.Payload, n)
	return out, err
}

package sorting

import (
	"cmp"
	"fmt"

	"kernelscope/compute"
)

// Order selects the sort of keys that the program generates for itself, such as draw keys. It
// is comparable.
type Order struct {
	By               string // the name of one of Orders; empty for the first
	Workgroup, Items uint32 // of the sort; zero for automatic
}

// Names of orders. NoOrder leaves keys unsorted, which shows the purpose of the order.
const (
	RadixOrder   = "radix"
	BatcherOrder = "batcher"
	NoOrder      = "none"
)

// Names of the parameters of orders, which stand beside a family's own.
const (
	OrderWorkgroup = "order-" + Workgroup
	OrderItems     = "order-" + Items
)

// Orders lists the orders, the default first.
func Orders() []Order { return []Order{{By: RadixOrder}, {By: BatcherOrder}, {By: NoOrder}} }

// Name returns the name, as on the command line.
func (o Order) Name() string { return cmp.Or(o.By, RadixOrder) }

// algorithm returns the sort, nil for none.
func (o Order) algorithm() Algorithm {
	switch o.Name() {
	case RadixOrder:
		return Radix{}
	case BatcherOrder:
		return BatcherFused{}
	}
	return nil
}

// Params returns the sizes that can be chosen; none without a sort.
func (o Order) Params() (out []compute.Param) {
	if o.algorithm() == nil {
		return nil
	}
	for _, p := range o.algorithm().Params() {
		p.Name = "order-" + p.Name
		out = append(out, p)
	}
	return out
}

// With returns the order with another size.
func (o Order) With(name string, x uint32) Order {
	switch name {
	case OrderWorkgroup:
		o.Workgroup = x
	case OrderItems:
		o.Items = x
	}
	return o
}

// States returns the sizes with those in use, by a sort that the order has prepared.
func (o Order) States(s *Sort) []compute.ParamState {
	given := compute.Values{OrderWorkgroup: o.Workgroup, OrderItems: o.Items}
	return compute.States(o.Params(), given, compute.Values{OrderWorkgroup: s.Values[Workgroup], OrderItems: s.Values[Items]})
}

// Prepare allocates buffers for up to capacity keys, as Algorithm.Prepare does. Without a sort
// there are no steps.
func (o Order) Prepare(be compute.Backend, f Format, capacity int) (*Sort, error) {
	if a := o.algorithm(); a != nil {
		return a.Prepare(be, f, capacity, compute.Values{Workgroup: o.Workgroup, Items: o.Items})
	}
	if o.Name() != NoOrder {
		return nil, fmt.Errorf("sorting: %w: there is no order %q", compute.ErrValue, o.By)
	}
	if err := be.Limits().Room(capacity, "keys", f.Words(), f.array(capacity)); err != nil {
		return nil, err
	}
	return newSort(be, nil, f, capacity, nil).ready()
}

// Check reports whether a device supports the order; it fails as Prepare does.
func (o Order) Check(be compute.Backend) error {
	s, err := o.Prepare(be, Format{Payload: true}, 1)
	if err == nil {
		s.Release()
	}
	return err
}

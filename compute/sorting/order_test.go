package sorting_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
)

// Orders sort keys with their values, by the sizes that are asked for, or leave them.
func TestOrders(t *testing.T) {
	be := host.New()
	keys, values := []uint32{3, 1, 2, 1, 0, 3}, []uint32{10, 11, 12, 13, 14, 15}
	for _, o := range append(sorting.Orders(), sorting.Order{}, sorting.Order{By: sorting.BatcherOrder}.With(sorting.OrderItems, 4).With(sorting.OrderWorkgroup, 64)) {
		if err := o.Check(be); err != nil {
			t.Fatal(err)
		}
		s, err := o.Prepare(be, sorting.Format{Payload: true, Bits: 2}, len(keys))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(keys, values); err != nil {
			t.Fatal(err)
		}
		s.Record(be)
		a, b := s.Sorted()
		k, v, err := s.Read(t.Context(), a, b, len(keys))
		if err != nil {
			t.Fatal(err)
		}
		wantKeys, wantValues := []uint32{0, 1, 1, 2, 3, 3}, []uint32{14, 11, 13, 12, 10, 15}
		if o.Name() == sorting.NoOrder {
			wantKeys, wantValues = keys, values
		}
		if !slices.Equal(k, wantKeys) || !slices.Equal(v, wantValues) || (s.Passes() == 0) != (o.Name() == sorting.NoOrder) {
			t.Errorf("%+v: %v with %v in %d passes", o, k, v, s.Passes())
		}
		for _, p := range o.States(s) {
			if want := map[string]uint32{sorting.OrderItems: o.Items, sorting.OrderWorkgroup: o.Workgroup}[p.Name]; p.Value == 0 || want != 0 && p.Value != want || p.IsAuto != (want == 0) {
				t.Errorf("%+v: %s is %d", o, p.Name, p.Value)
			}
		}
		s.Release()
	}
	for _, o := range []sorting.Order{{By: "random"}, {Items: 5000}, {By: sorting.BatcherOrder, Workgroup: 63}} {
		if err := o.Check(be); !errors.Is(err, compute.ErrValue) || o.By == "random" && !strings.Contains(err.Error(), `"random"`) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

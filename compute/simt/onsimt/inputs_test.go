package onsimt_test

import (
	"bytes"
	"encoding/gob"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt/onsimt"
)

// Dispatches that were captured, written and read are executed with the same result, any number of times.
func TestInputs(t *testing.T) {
	i := onsimt.New(16)
	type dispatch struct {
		in    *onsimt.Inputs
		after [][]uint32
	}
	var all []dispatch
	var buffers [][]uint32
	finish := func() {
		if n := len(all); n > 0 {
			for _, b := range buffers {
				all[n-1].after = append(all[n-1].after, slices.Clone(b))
			}
		}
	}
	i.Before = func(g compute.Grid, c compute.Call, now [][]uint32) {
		finish()
		all, buffers = append(all, dispatch{in: onsimt.Capture(g, c, now)}), now
	}
	be := i.Backend()
	const n = 3000
	s, err := scan.Sized(be, scan.Kind{}, n, compute.Values{scan.Workgroup: 128})
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, n)
	for k := range words {
		words[k] = uint32(k * k)
	}
	b := be.NewBuffer("sums", n)
	be.Write(b, 0, words)
	s.Record(be, b, b, n) // one buffer in two bindings
	if err := be.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	finish()
	if len(all) == 0 {
		t.Fatal("nothing was dispatched")
	}
	for k, d := range all {
		var file bytes.Buffer
		if err := gob.NewEncoder(&file).Encode(d.in); err != nil {
			t.Fatal(err)
		}
		var in onsimt.Inputs
		if err := gob.NewDecoder(&file).Decode(&in); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			c, words := in.Call()
			if err := onsimt.New(16).Execute(in.Grid, c, words); err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(words, d.after, slices.Equal) {
				t.Errorf("dispatch %d, %s: other buffers", k, in.Kernel)
			}
		}
		if in.Bytes() == 0 || len(in.Of) < len(in.Buffers) {
			t.Errorf("%d bytes, %d buffers in bindings %v", in.Bytes(), len(in.Buffers), in.Of)
		}
	}
}

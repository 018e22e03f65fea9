// Package latetest dispatches the look-backs of compute/simt/testdata/late, for tests.
package latetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/simt/onsimt"
)

// Partitions is the number of partitions of a look-back, each of which is a workgroup of one invocation.
const Partitions = 16

// LookBack returns work that computes prefix sums of 1, 2, 3 … by a look-back in one of the forms, which declares races, and passes the
// sums on.
func LookBack(t testing.TB, form string, races map[string]string, then func(sums []uint32) error) func(context.Context, *onsimt.Interpreter) error {
	t.Helper()
	code, err := os.ReadFile(filepath.Join(root(t), "compute", "simt", "testdata", "late", "lookback."+form+".spv"))
	if err != nil {
		t.Fatal(err)
	}
	p := &compute.Program{Name: form, Code: string(code), Layout: compute.Layout{Bindings: []string{"Values", "Flags", "Sums", "Recomputed"}}, Races: races}
	return func(ctx context.Context, i *onsimt.Interpreter) error {
		be := i.Backend()
		var buffers []compute.Buffer
		for _, name := range p.Layout.Bindings {
			b := be.NewBuffer(name, Partitions)
			be.Fill(b, 0, Partitions, 0)
			buffers = append(buffers, b)
		}
		be.Dispatch(compute.Call{Program: p, Workgroup: 1, Invocations: Partitions, Buffers: buffers})
		sums := make([]uint32, Partitions)
		if err := be.Read(ctx, buffers[2], 0, sums); err != nil {
			return err
		}
		return then(sums)
	}
}

// root returns the folder of the module.
func root(t testing.TB) string {
	t.Helper()
	at, err := os.Getwd()
	for err == nil {
		if _, wrong := os.Stat(filepath.Join(at, "go.mod")); wrong == nil {
			return at
		}
		if at == filepath.Dir(at) {
			err = os.ErrNotExist
		}
		at = filepath.Dir(at)
	}
	t.Fatal("no go.mod: ", err)
	return ""
}

package experiment_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
)

// FuzzReadJSON: whatever a file of results holds, it can be summed up and written again, or is
// refused.
func FuzzReadJSON(f *testing.F) {
	var b bytes.Buffer
	p := plan(2)
	p.Reference = true
	r := &experiment.Result{Plan: p, Rows: collect(&testing.T{}, p.Run(f.Context(), subjects(&sizes{of: []int{5, 6}, time: level})))}
	if err := r.WriteJSON(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("{}"))
	f.Add([]byte("[null"))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := experiment.ReadJSON(bytes.NewReader(file))
		if err != nil {
			if !errors.Is(err, fault.Input) {
				t.Error(err)
			}
			return
		}
		_ = r.WriteJSON(io.Discard)
		_ = r.WriteCSV(io.Discard)
	})
}

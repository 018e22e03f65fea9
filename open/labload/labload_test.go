package labload

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt/onsimt"
)

func TestSaxpy(t *testing.T) {
	l, err := Read(t.Context(), "../../assets/labs/saxpy.toml")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", l.Kernels[0].Face)
	for _, be := range []compute.Backend{onsimt.New(8).Backend(), gputest.Open(t)} {
		r, err := l.NewRun(be, compute.Values{"n": 1000})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		steps := 0
		for {
			end, err := r.Ended(t.Context(), steps)
			if err != nil {
				t.Fatal(err)
			}
			if end {
				break
			}
			if err := r.Do(steps); err != nil {
				t.Fatal(err)
			}
			steps++
		}
		words, err := r.Read(t.Context(), steps, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Verify(t.Context(), r.Env, words, r.Start()); err != nil {
			t.Error(err)
		}
	}
}

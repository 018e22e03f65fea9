package clips

import (
	"testing"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipseq"
)

func TestExplore(t *testing.T) {
	for _, be := range []compute.Backend{ref.NewHost(), gputest.Open(t)} {
	for _, shape := range clipseq.Shapes() {
		for seed := uint64(1); seed < 5; seed++ {
			q, _ := clipseq.Make(shape, 4096, seed)
			r, _, err := match(be, clip.Lookback{}, compute.Values{"workgroup": 64, "items": 1}, q)
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[clip.EventKind]int{}
			for _, e := range r.Events { kinds[e.Kind]++ }
			_, d := heightsOf(q)
			fmt.Printf("%T %s %d: %+v %d events %v depth %d\n", be, shape, seed, r.Counters, len(r.Events), kinds, d)
		}
	}
	}
}

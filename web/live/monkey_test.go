package live

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"kernelscope/compute/clip"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/watch/timeline"
)

// Any requests in any order are executed or refused, and the run that follows is right. KERNELSCOPE_SEED chooses
// others.
func TestMonkey(t *testing.T) {
	seed := uint64(1)
	if text := os.Getenv("KERNELSCOPE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	m, few := grid(t, "gen:grid,width=20,height=15"), grid(t, "gen:grid,width=8,height=8")
	data := map[string][]byte{Paths: packed(t, m), Hops: packed(t, few), Trees: ordered(t, m)}
	for _, s := range []Scene{
		{Family: Paths, Runs: []Run{{Algorithm: "nearfar"}}},
		{Family: Sorts, Keys: &Keys{N: 100, Distribution: "random"}, Runs: []Run{{Algorithm: "radix"}}},
		{Family: Sums, Keys: &Keys{N: 900}, Runs: []Run{{Algorithm: "scan"}}},
		{Family: Clips, Keys: &Keys{N: 300, Distribution: "random"}, Runs: []Run{{Algorithm: "lookback"}}},
		{Family: Hops, Keys: &Keys{N: 3}, Runs: []Run{{Algorithm: "coalesced"}}},
		{Family: Trees, Runs: []Run{{Algorithm: "device"}}},
	} {
		rnd, done := rand.New(rand.NewPCG(seed, 2)), []string{}
		p := opened(t, s, data[s.Family])
		func() {
			defer func() {
				if x := recover(); x != nil {
					t.Fatalf("%s, seed %d: %v after %v", s.Family, seed, x, done[max(0, len(done)-12):])
				}
			}()
			for range 600 {
				r := random(rnd, s.Family)
				if r.Do == "end-at" || r.Do == "inspect" || r.Do == "pick-road" {
					at := few.Graph.At[rnd.IntN(few.Graph.Nodes())]
					if s.Family != Hops {
						at = m.Graph.At[rnd.IntN(m.Graph.Nodes())]
					}
					r.X, r.Y = at.X, at.Y
				}
				done = append(done, fmt.Sprintf("%+v", r))
				_ = p.Do(r) // some are refused
				if err := p.Advance(time.Duration(rnd.IntN(40))*time.Millisecond, time.Duration(rnd.IntN(3))*time.Millisecond); err != nil {
					t.Fatalf("%s, seed %d: %v after %v", s.Family, seed, err, done[max(0, len(done)-12):])
				}
				p.State()
			}
		}()
		if err := p.Do(Request{Do: "end"}); err != nil {
			t.Fatal(err)
		}
		if err := p.Settle(); err != nil {
			t.Fatal(err)
		}
		for _, r := range p.State().Runs {
			if !r.Right {
				t.Errorf("%s, seed %d: %s is %q at its end", s.Family, seed, r.Title, r.Verdict)
			}
		}
		p.Release()
	}
}

// random returns a request, more or less sensible.
func random(rnd *rand.Rand, family string) Request {
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	r := Request{
		Do:   pick("play", "pause", "step", "step", "seek", "scrub", "scrub", "clock-at", "rewind", "end", "speed", "loop", "clock", "compare", "set", "set", "set", "aim", "end-at", "all", "random", "inspect", "keys", "element", "partition", "pick-road", "road", "reset-roads", "view", "front", "follow", "joint", "dial"),
		Lane: rnd.IntN(2), Step: rnd.IntN(60) - 20, At: rnd.Float64() * 200, On: rnd.IntN(2) == 0, Name: pick(timeline.Clocks...), Target: rnd.IntN(2) == 0, Drag: rnd.IntN(2) == 0,
		Keys: &Keys{N: 1 + rnd.IntN(200), Distribution: "random"}, Within: float64(rnd.IntN(2)) * 1e6,
	}
	if r.Do == "view" {
		r.Name = pick("bands", "smooth", "separators", "mean", "farthest", "within", "loss", "level", "searches", "odd")
	}
	if r.Do == "dial" {
		r.Name, r.Value = pick("band", "within", "depth", "odd"), []int{-1, 0, 2, 10, 600, 6000}[rnd.IntN(6)]
	}
	if r.Do == "seek" {
		r.Step = rnd.IntN(80)
	}
	if r.Do != "set" {
		return r
	}
	switch all := sssp.Algorithms(); {
	case rnd.IntN(2) == 0:
		r.Values = map[string]uint32{pick("delta", "batch", "workgroup", "rule", "stall", "finish", "alone", "together"): []uint32{0, 1, 2, 32, 64, 500, 5000}[rnd.IntN(7)]}
	case family == Clips:
		r.Algorithm = clip.Forms()[rnd.IntN(len(clip.Forms()))].Name()
	case family == Hops:
		r.Algorithm = Schemes()[rnd.IntN(len(Schemes()))].Name()
	case family == Trees:
		r.Algorithm = pick("auto", "device", "host")
	case family == Paths:
		r.Algorithm = all[rnd.IntN(len(all))].Name()
	case family == Sorts:
		r.Algorithm = sorting.Algorithms()[rnd.IntN(len(sorting.Algorithms()))].Name()
	}
	return r
}

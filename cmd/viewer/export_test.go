package main

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"kernelscope/open"
	"kernelscope/web/live"
)

// A step of a page has the hash of a storyboard that shows it, which 'viewer check' prints.
func TestPageIsChecked(t *testing.T) {
	needDevice(t)
	const grid = "gen:grid,width=8,height=8"
	in, err := open.ReadMap(t.Context(), grid, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := live.Pack(in)
	if err != nil {
		t.Fatal(err)
	}
	const example = "gen:example,kind=shared"
	if in, err = open.ReadMap(t.Context(), example, open.Options{}); err != nil {
		t.Fatal(err)
	}
	small, err := live.Pack(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		show  string
		scene live.Scene
		data  []byte
	}{
		{grid + " -a nearfar --delta 512", live.Scene{Family: live.Paths, Runs: []live.Run{{Algorithm: "nearfar", Values: map[string]uint32{"delta": 512}}}}, packed},
		{
			"sort -n 64 -a radix --compare batcher --clock=steps",
			live.Scene{Family: live.Sorts, Runs: []live.Run{{Algorithm: "radix"}, {Algorithm: "batcher"}}, Keys: &live.Keys{N: 64, Distribution: "random", Seed: 1}}, nil,
		},
		{
			"clip --shape random -n 3000 -a tree --partitions --step 0",
			live.Scene{Family: live.Clips, Runs: []live.Run{{Algorithm: "tree", Values: map[string]uint32{"workgroup": 64, "items": 1, "few": 1}}}, Keys: &live.Keys{N: 3000, Distribution: "random", Seed: 3}}, nil,
		},
		{
			"bfs " + example + " --scheme coalesced -n 4 --step 0",
			live.Scene{Family: live.Hops, Runs: []live.Run{{Algorithm: "coalesced"}}, Keys: &live.Keys{N: 4, Seed: 1}}, small,
		},
	} {
		text := fmt.Sprintf("size = \"320x240\"\nfps = 10\n[[shot]]\nshow = %q\n", c.show)
		p, err := live.Open(c.scene, c.data)
		if err != nil {
			t.Fatal(err)
		}
		all := sha256.New()
		for step := 1; step <= 20 && !p.State().Runs[0].Done; step++ {
			text += fmt.Sprintf("[[shot.step]]\nuntil = \"step %d\"\nframes = 1\n", step)
			if err := p.Do(live.Request{Do: "seek", Step: step}); err != nil {
				t.Fatal(err)
			}
			if err := p.Settle(); err != nil {
				t.Fatal(err)
			}
			h, err := p.Hashes()
			if err != nil {
				t.Fatal(err)
			}
			all.Write([]byte(strings.Join(h.Lines, "")))
		}
		out, stderr, code := viewer(t, nil, "check", written(t, text))
		if want := fmt.Sprintf("events %x,", all.Sum(nil)[:12]); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: check says %q, %s; the page has %s", c.show, out, stderr, want)
		}
	}
}

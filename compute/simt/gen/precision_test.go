package gen_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
)

// What a device computes is within what the interpreter says that Vulkan permits, where it is not the same.
func TestPrecision(t *testing.T) {
	code, err := os.ReadFile("testdata/precision/functions.spv")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/precision/functions.comp")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	s := open(t)
	s.code = string(code)
	rnd := rand.New(rand.NewPCG(1, 9))
	free, outside := map[int]int{}, map[int]int{}
	const n = 300
	for range n {
		x, y := float32(rnd.NormFloat64()*8), float32(rnd.NormFloat64()*8)
		shader := shader{name: "functions", code: string(code), size: 1, groups: 1, words: 64, seed: [2]uint32{math.Float32bits(x), math.Float32bits(y)}}
		device, err := shader.run(t, s.d)
		if err != nil {
			t.Fatal(err)
		}
		i := onsimt.New(s.subgroup)
		i.Precision = true
		i.Code = func(string, bool) (string, error) { return string(code), nil }
		host, err := shader.run(t, i.Backend())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range i.Events["functions"] {
			var word int
			var low, high float32
			if _, err := fmt.Sscanf(strings.TrimSpace(lines[e.Line.Line-1]), "out_words[%d]", &word); err != nil || e.Kind != simt.Imprecise {
				t.Fatalf("%v: %v", e, err)
			}
			if _, err := fmt.Sscanf(e.Text, "a float may be from %v to %v", &low, &high); err != nil {
				t.Fatalf("%v: %v", e, err)
			}
			free[word]++
			if got := math.Float32frombits(device[word]); got < low || got > high {
				if outside[word]++; outside[word] < 3 {
					t.Logf("x %v, y %v: %s gives %v on the device, not from %v to %v", x, y, strings.TrimSpace(lines[e.Line.Line-1]), got, low, high)
				}
			}
			host[word] = device[word]
		}
		for word := range 37 {
			if math.Float32frombits(device[word]) != math.Float32frombits(host[word]) {
				t.Errorf("x %v, y %v: result %d is determined, and %v on the device, %v here", x, y, word, math.Float32frombits(device[word]),
					math.Float32frombits(host[word]))
			}
		}
	}
	for word := range 37 {
		if free[word] == 0 || outside[word] > 0 {
			t.Errorf("result %d: free in %d of %d runs, outside in %d", word, free[word], n, outside[word])
		}
	}
}

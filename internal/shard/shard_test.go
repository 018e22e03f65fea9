package shard

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kernelscope/internal/fault"
)

func TestParse(t *testing.T) {
	for _, text := range []string{"0/1", "7/8", "9998/9999"} {
		if p, err := Parse(text); err != nil || p.String() != text || !p.On() {
			t.Errorf("%s is %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "1", "/", "8/8", "-1/8", "1/0", "1/x", "1/2/3", "0/10000", "1.5/8", " 1/8"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("%q is %v", text, p)
		}
	}
}

// Every thing is in one part, and parts are about as large as each other.
func TestCut(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 1000} {
		for _, count := range []int{1, 2, 3, 8, 13} {
			next, spread := 0, 0
			for i := range count {
				p := Part{i, count}
				first, end := p.Cut(n)
				if first != next || end-first < n/count || end-first > n/count+1 {
					t.Errorf("part %v of %d is %d to %d", p, n, first, end)
				}
				next = end
				for k := range n {
					if p.Has(k) {
						spread++
					}
				}
			}
			if next != n || spread != n {
				t.Errorf("%d parts of %d have %d and %d", count, n, next, spread)
			}
		}
	}
	if first, end := (Part{}).Cut(5); first != 0 || end != 5 {
		t.Errorf("the whole is %d to %d", first, end)
	}
}

func TestFile(t *testing.T) {
	for _, c := range []struct {
		p         Part
		path, out string
	}{
		{Part{3, 8}, "a/OUT.parquet", "a/OUT-0003-of-0008.parquet"},
		{Part{0, 1}, "b.c/OUT", "b.c/OUT-0000-of-0001"},
		{Part{3, 8}, "-", "-"},
		{Part{3, 8}, "", ""},
		{Part{}, "OUT.parquet", "OUT.parquet"},
	} {
		if got := c.p.File(c.path); got != c.out {
			t.Errorf("%v of %s is %s, want %s", c.p, c.path, got, c.out)
		}
	}
}

// made are all parts of a whole.
func made(count int) (parts []Origin) {
	for i := count - 1; i >= 0; i-- { // in another order
		parts = append(parts, Origin{Part{i, count}, fmt.Sprintf("f%d", i), map[string]string{
			Graph: "g", Command: "run table", Question: "q", Version: "v", "device": fmt.Sprintf("GPU %d", i%2), Shard: Part{i, count}.String()}})
	}
	return parts
}

func TestWhole(t *testing.T) {
	parts, err := Whole(made(5))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		if p.Index != i {
			t.Errorf("part %d comes as number %d", p.Index, i)
		}
	}
	if f := Facts(parts); f["device"] != "GPU 0; GPU 1" || f[Graph] != "g" || f[Shard] != "" {
		t.Errorf("facts are %v", f)
	}
	for _, c := range []struct {
		name   string
		change func([]Origin) []Origin
		says   string
	}{
		{"none", func([]Origin) []Origin { return nil }, "no parts"},
		{"missing", func(p []Origin) []Origin { return append(p[:1], p[3:]...) }, "2 of 5 parts are missing: 2, 3"},
		{"double", func(p []Origin) []Origin { return append(p, p[2]) }, "part 2/5 appears twice: f2 and f2"},
		{"of another cut", func(p []Origin) []Origin { p[1].Count = 6; return p }, "f3 is one of 6 parts"},
		{"of another graph", func(p []Origin) []Origin { p[1].Facts[Graph] = "h"; return p }, `f3 is of another graph than f4: "h", not "g"`},
		{"of another command", func(p []Origin) []Origin { p[1].Facts[Command] = "run bfs"; return p }, "another command"},
		{"of other inputs", func(p []Origin) []Origin { p[4].Facts[Question] = strings.Repeat("7", 64); return p }, `f0 is made from other inputs than f4: "777777777777…"`},
		{"of another version", func(p []Origin) []Origin { p[1].Facts[Version] = ""; return p }, "another version"},
	} {
		if _, err := Whole(c.change(made(5))); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.name, err, c.says)
		}
	}
}

// The parts of a part have what it has, each once.
func TestOf(t *testing.T) {
	for _, whole := range []Part{{}, {Index: 0, Count: 1}, {Index: 2, Count: 3}} {
		for k := range 40 {
			n := 0
			for i := range 4 {
				if whole.Of(i, 4).Has(k) {
					n++
				}
			}
			if want := map[bool]int{true: 1}[whole.Has(k)]; n != want {
				t.Errorf("thing %d is in %d of the parts of %q, want %d", k, n, whole, want)
			}
		}
	}
}

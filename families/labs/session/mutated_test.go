package session_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/simt/onsimt"
	"kernelscope/open/labload"
)

// mutations change a shader so that a check of its lab fails.
var mutations = []struct{ of, shader, from, to, want string }{
	{"saxpy", "saxpy", "a * x[i] + y[i]", "a * x[i]", "before.Y[i]"},
	{"reduction", "reduction", "i < n ? x[i]", "i + 1 < n ? x[i]", "the sum of X"},
	{"reduction-passes", "reduction-passes", "part[t] += part", "part[t] = part", "the sum of X"},
	{"scan-hillis", "scan-hillis", "t >= d ?", "t > d ?", "Y[i] == X[i]"},
	{"scan-blelloch", "scan-blelloch", "uint d = 64", "uint d = 32", "Y[i] == X[i]"},
	{"scan-lookback", "scan-lookback", "at > 0; at--", "at > 1; at--", "Y[i] == X[i]"},
	{"histogram", "histogram", "mine[x[i]]", "mine[x[i] / 2]", "count(X"},
	{"transpose", "transpose", "y[at.x * n + at.y]", "y[at.y * n + at.x]", "floor(i / n)"},
	{"matrix", "matrix", "j < 8", "j < 7", "Slow["},
	{"bitonic", "bitonic", "(a > b) == up", "a > b", "after"},
	{"bitonic", "bitonic", "x[i + d] = a", "x[i + d] = b", "not a permutation"},
	{"life", "life", "around == 3 ||", "around == 4 ||", "Next[i] == 1"},
	{"nbody", "nbody", "j < 32", "j < 31", "Slow["},
	{"nbody", "nbody-move", "dt * a[i]", "dt * abs(a[i])", "the sum of V"},
	{"quantized", "quantized", "& 15) - 8", "& 15) - 7", "Slow["},
	{"mandelbrot", "mandelbrot", "k < limit", "k + 1 < limit", "Count[i] == limit"},
	{"mandelbrot", "mandelbrot", "<= 4)", "<= 400)", "Count[i] == 1"},
	{"bfs", "bfs", "now + 1)", "now + 2)", "Level["},
	{"bfs", "bfs", "e < offset[v + 1]", "e + 1 < offset[v + 1]", "Level["},
}

// Each check of a lab fails where a shader computes something else.
func TestLabsMutated(t *testing.T) {
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed")
	}
	const shelf = "../../../assets/labs"
	mutated := map[string]bool{}
	for _, m := range mutations {
		mutated[m.of] = true
		t.Run(m.of+"/"+m.from, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(shelf)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, m.shader+".comp")
			text, err := os.ReadFile(path)
			if err != nil || strings.Count(string(text), m.from) < 1 {
				t.Fatalf("%q is not in %s (%v)", m.from, path, err)
			}
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), m.from, m.to)), 0o600); err != nil {
				t.Fatal(err)
			}
			err = verdict(t, onsimt.New(8).Backend(), filepath.Join(folder, m.of+".toml"), values(t, m.of)[0])
			if err == nil || !strings.Contains(err.Error(), m.want) {
				t.Errorf("the verdict is %v, without %q", err, m.want)
			}
		})
	}
	for _, name := range labload.Names() {
		if !mutated[name] {
			t.Errorf("no mutation of %s", name)
		}
	}
}

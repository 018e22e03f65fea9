package session_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/lab"
	"kernelscope/open/labload"
)

// shelf is the folder of the labs.
const shelf = "../../../assets/labs"

// small has values with which labs are short everywhere: numbers, or places in lists of values.
var small = compute.Values{"n": 1000, "generations": 3, "rows": 5, "bits": 6}

// smaller are the values of labs that need others.
var smaller = map[string]compute.Values{
	"life": {"width": 1, "generations": 3}, "mandelbrot": {"width": 1}, "matrix": {"n": 2}, "nbody": {"n": 2}, "transpose": {"n": 2},
}

// verdict runs a lab and returns what its checks say.
func verdict(t *testing.T, be compute.Backend, path string, v compute.Values) error {
	t.Helper()
	l, err := labload.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Checks) == 0 {
		t.Fatalf("%s has no checks", path)
	}
	r, err := l.NewRun(be, v)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	return run(t, r)
}

func run(t *testing.T, r *lab.Run) error {
	t.Helper()
	step := 0
	for ; ; step++ {
		if ended, err := r.Ended(t.Context(), step); err != nil {
			return err
		} else if ended {
			break
		}
		if err := r.Do(step); err != nil {
			return err
		}
	}
	words, err := r.Read(t.Context(), step, func(string) bool { return true })
	if err != nil {
		return err
	}
	return r.Verify(t.Context(), r.Env, words, r.Start())
}

// labs returns the names of all labs.
func labs(t *testing.T) (names []string) {
	paths, err := filepath.Glob(shelf + "/*.toml")
	if err != nil || len(paths) < 12 {
		t.Fatal(len(paths), err)
	}
	for _, p := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(p), ".toml"))
	}
	return names
}

// values returns small values of a lab, for each of its forms.
func values(t *testing.T, name string) (out []compute.Values) {
	l, err := labload.Read(t.Context(), filepath.Join(shelf, name+".toml"))
	if err != nil {
		t.Fatal(err)
	}
	v, ok := smaller[name]
	if !ok {
		v = compute.Values{}
		for _, p := range l.Params() {
			if x, ok := small[p.Name]; ok {
				v[p.Name] = x
			}
		}
	}
	out = []compute.Values{v}
	for _, p := range l.Params() {
		if p.Name == "form" || p.Name == "looks" {
			out = nil
			for x := p.Min; x <= p.Max; x++ {
				one := compute.Values{p.Name: x}
				for k, x := range v {
					one[k] = x
				}
				out = append(out, one)
			}
		}
	}
	return out
}

func TestLabsWorkgroups(t *testing.T) {
	be := gputest.Open(t)
	for _, name := range labs(t) {
		for _, v := range values(t, name) {
			if err := verdict(t, be, filepath.Join(shelf, name+".toml"), v); err != nil {
				t.Errorf("%s, %v: %v", name, v, err)
			}
		}
	}
}

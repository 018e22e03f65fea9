package session_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/open/labload"
)

// small has values with which labs are short everywhere: numbers, or places in lists of values.
var small = compute.Values{"n": 1000, "generations": 3, "rows": 5, "bits": 6}

// smaller are the values of labs that need others.
var smaller = map[string]compute.Values{
	"life": {"side": 20, "passes": 1}, "mandelbrot": {"width": 1}, "matrix": {"n": 2}, "nbody": {"n": 2}, "transpose": {"n": 2},
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
	_, err = r.Finish(t.Context())
	return err
}

// values returns small values of a lab, for each of its forms.
func values(t *testing.T, name string) (out []compute.Values) {
	l, err := labload.Read(t.Context(), labload.Prefix+name)
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

// The labs that come with the program pass their checks on the device, at every width of subgroups.
func TestLabsWorkgroups(t *testing.T) { pass(t, gputest.Open(t)) }

// They pass on the interpreter, too, which finds nothing to report.
func TestLabsInterpreted(t *testing.T) {
	i := onsimt.New(4)
	pass(t, i.Backend())
	for kernel, events := range i.Events {
		for _, e := range events {
			t.Errorf("%s: %v", kernel, e)
		}
	}
}

func pass(t *testing.T, be compute.Backend) {
	if n := len(labload.Names()); n < 12 {
		t.Fatalf("%d labs", n)
	}
	for _, name := range labload.Names() {
		for _, v := range values(t, name) {
			if err := verdict(t, be, labload.Prefix+name, v); err != nil {
				t.Errorf("%s, %v: %v", name, v, err)
			}
		}
	}
}

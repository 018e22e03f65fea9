package lab

import "testing"

// A condition that is false is zero, not a number that is none: a run until it holds goes on.
func TestConditions(t *testing.T) {
	for text, want := range map[string]float64{"x[0] == 2": 1, "x[0] == 0": 0} {
		f, err := Parse(text, Env{"x": []float64{2}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Number(Env{"x": []float64{2}}); err != nil || got != want {
			t.Errorf("%s is %v (%v), not %v", text, got, err, want)
		}
	}
}

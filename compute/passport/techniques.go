package passport

import "strings"

// techniques says which techniques of this program and of others are safe on the device, by what was measured.
func (t *taker) techniques() {
	for _, x := range []struct {
		name  string
		needs []string
	}{
		{"atomics and barriers of workgroups", []string{"CoRR", "CoWW", "CoRW"}},
		{"a value and its flag, ordered by memory barriers", []string{"MP"}},
		{"look-back with bounded looks, as in this program", []string{"MP", "CoRR"}},
		{"look-back that waits for earlier workgroups", []string{"MP", "CoRR", "linear"}},
		{"workgroups of one dispatch that wait for each other", []string{"MP", "CoRR", "linear", "together"}},
		{"results equal to the interpreter's", []string{"kernels"}},
	} {
		var bad []string
		for _, need := range x.needs {
			if t.isBad[need] {
				bad = append(bad, reasons[need])
			}
		}
		r := Row{Group: Techniques, Name: x.name, Text: "safe as far as measured", Value: 1}
		if len(bad) > 0 {
			r.Text, r.Value = "not safe: "+strings.Join(bad, "; "), 0
		}
		t.add(r)
	}
}

// reasons name the fault, by test.
var reasons = map[string]string{
	"CoRR": "loads of one word go back in time", "CoWW": "stores of one word change places", "CoRW": "a load returns a later store",
	"MP": "a flag is seen before its value", "linear": "a workgroup may wait for an earlier one in vain",
	"together": "workgroups that wait hinder others", "kernels": "some random kernels differ",
}

package compute_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"kernelscope/compute"
)

var (
	small = compute.Limits{Device: "small", Workgroup: 300, Subgroup: 64, SharedBytes: 4 << 10}

	delta     = compute.Param{Name: "delta", Min: 5, Max: 100}
	workgroup = compute.Param{Name: "workgroup", Min: 32, Max: 1024, Default: 512, PowerOfTwo: true, Limit: compute.SubgroupLimit}
	order     = compute.Param{Name: "order", Min: 1, Max: 3, Choices: []string{"radix", "batcher", "none"}}
)

func TestParse(t *testing.T) {
	none := compute.Limits{}
	for _, c := range []struct {
		p    compute.Param
		l    compute.Limits
		text string
		want uint32
		err  string // "" if the value is allowed
	}{
		{delta, none, "5", 5, ""}, {delta, none, "100", 100, ""}, {delta, none, "auto", 0, ""},
		{delta, none, "0", 0, "delta 0: a number from 5 to 100; nearest 5"},
		{delta, none, "101", 0, "delta 101: a number from 5 to 100; nearest 100"},
		{delta, none, "4294967301", 0, "delta 4294967301: a number from 5 to 100; nearest 100"},
		{delta, none, "99999999999999999999", 0, "nearest 100"},
		{delta, none, "wide", 0, `delta "wide": a number from 5 to 100`}, {delta, none, "-7", 0, `"-7"`}, {delta, none, "", 0, `""`},
		{workgroup, none, "32", 32, ""}, {workgroup, none, "1024", 1024, ""},
		{workgroup, none, "100", 0, "workgroup 100: a power of two from 32 to 1024; nearest 64 and 128"},
		{workgroup, none, "31", 0, "nearest 32"}, {workgroup, none, "2048", 0, "nearest 1024"},
		{workgroup, small, "64", 64, ""}, {workgroup, small, "256", 256, ""},
		{workgroup, small, "32", 0, "workgroup 32: a power of two from 64 to 256 on small; nearest 64"},
		{workgroup, small, "512", 0, "workgroup 512: a power of two from 64 to 256 on small; nearest 256"},
		{order, none, "none", 3, ""}, {order, small, "radix", 1, ""},
		{order, none, "2", 0, `order "2": one of radix, batcher, none`},
	} {
		got, err := c.p.Parse(c.l, c.text)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && (!errors.Is(err, compute.ErrValue) || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s %q on %q: %d, %v", c.p.Name, c.text, c.l.Device, got, err)
		}
		if err == nil && c.p.Text(got) != c.text {
			t.Errorf("%s %d is written %q, not %q", c.p.Name, got, c.p.Text(got), c.text)
		}
	}
}

func TestChosen(t *testing.T) {
	params := []compute.Param{delta, workgroup}
	for _, c := range []struct {
		given, auto compute.Values
		l           compute.Limits
		want        compute.Values // nil if a value is refused
	}{
		{nil, nil, compute.Limits{}, compute.Values{"delta": 5, "workgroup": 512}},
		{nil, compute.Values{"delta": 7, "workgroup": 100}, compute.Limits{}, compute.Values{"delta": 7, "workgroup": 64}},
		{nil, compute.Values{"delta": 700}, small, compute.Values{"delta": 100, "workgroup": 256}},
		{compute.Values{"delta": 9, "other": 1}, compute.Values{"delta": 7}, small, compute.Values{"delta": 9, "workgroup": 256}},
		{compute.Values{"workgroup": 512}, nil, compute.Limits{}, compute.Values{"delta": 5, "workgroup": 512}},
		{compute.Values{"workgroup": 512}, nil, small, nil},
		{compute.Values{"delta": 101}, nil, small, nil},
		{compute.Values{"workgroup": 100}, nil, compute.Limits{}, nil},
	} {
		got, err := compute.Chosen(params, c.l, c.auto, c.given)
		if !maps.Equal(got, c.want) || errors.Is(err, compute.ErrValue) != (c.want == nil) {
			t.Errorf("%v of %v on %q is %v (%v), not %v", c.given, c.auto, c.l.Device, got, err, c.want)
		}
	}
}

// What was left to the algorithm is lowered until it fits, what was given is not.
func TestFitShared(t *testing.T) {
	items := compute.Param{Name: "items", Min: 1, Max: 32}
	params := []compute.Param{workgroup, items}
	words := func(v compute.Values) int { return int(v["workgroup"] * v["items"]) } // 1,024 fit
	for _, c := range []struct {
		given, v, want compute.Values
		err            string
	}{
		{nil, compute.Values{"workgroup": 256, "items": 4}, compute.Values{"workgroup": 256, "items": 4}, ""},
		{nil, compute.Values{"workgroup": 256, "items": 8}, compute.Values{"workgroup": 256, "items": 4}, ""},
		{compute.Values{"items": 8}, compute.Values{"workgroup": 256, "items": 8}, compute.Values{"workgroup": 128, "items": 8}, ""},
		{compute.Values{"workgroup": 256}, compute.Values{"workgroup": 256, "items": 32}, compute.Values{"workgroup": 256, "items": 4}, ""},
		{compute.Values{"items": 32}, compute.Values{"workgroup": 256, "items": 32}, nil, "items 32: a workgroup would need more than the 4 KiB of shared memory of small; nearest 16"},
		{compute.Values{"items": 5, "workgroup": 256}, compute.Values{"workgroup": 256, "items": 5}, nil, "items 5: a workgroup would need more than the 4 KiB of shared memory of small; nearest 4"},
	} {
		err := compute.FitShared(params, small, c.given, c.v, words, "items", "workgroup")
		if c.err == "" && (err != nil || !maps.Equal(c.v, c.want)) || c.err != "" && (!errors.Is(err, compute.ErrValue) || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("given %v: %v, %v", c.given, c.v, err)
		}
	}
}

// Values stay with another algorithm where it allows them, and for later ones where it does
// not know them.
func TestAllowed(t *testing.T) {
	params := []compute.Param{delta, workgroup}
	v := compute.Values{"delta": 7, "workgroup": 32, "rho": 3}
	if got := v.Allowed(params, small); !maps.Equal(got, compute.Values{"delta": 7, "rho": 3}) {
		t.Errorf("left are %v", got)
	}
	if got, err := v.With(params, small, "delta", 0); err != nil || got["delta"] != 0 || v["delta"] != 7 {
		t.Errorf("auto: %v, %v", got, err)
	}
	for name, x := range map[string]uint32{"delta": 4, "rho": 3} {
		if _, err := v.With(params, small, name, x); !errors.Is(err, compute.ErrValue) {
			t.Errorf("%s %d: %v", name, x, err)
		}
	}
}

func TestStates(t *testing.T) {
	s := compute.States([]compute.Param{delta, workgroup}, compute.Values{"delta": 7}, compute.Values{"delta": 7, "workgroup": 64})
	if len(s) != 2 || s[0].Value != 7 || s[0].IsAuto || s[1].Value != 64 || !s[1].IsAuto {
		t.Errorf("%+v", s)
	}
}

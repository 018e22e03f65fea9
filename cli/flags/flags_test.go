package flags_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
)

type algorithm struct {
	name   string
	params []compute.Param
}

func (a algorithm) Name() string            { return a.name }
func (a algorithm) Params() []compute.Param { return a.params }

var (
	wide   = algorithm{"wide", []compute.Param{{Name: "delta", Short: "d", Help: "Width of a bucket. More is less.", Unit: "metres", Min: 1, Max: 100}}}
	narrow = algorithm{"narrow", []compute.Param{
		{Name: "delta", Short: "d", Help: "Width of a bucket.", Unit: "metres", Min: 1, Max: 64, PowerOfTwo: true},
		{Name: "order", Help: "What comes first.", Unit: "order", Min: 1, Max: 2, Choices: []string{"near", "far"}},
	}}
	all = []algorithm{wide, narrow}
)

func parse(t *testing.T, args ...string) *flags.Params {
	t.Helper()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f := flags.Add(fs, all)
	f.Default("order", "far")
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHelp(t *testing.T) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.Add(fs, all)
	for _, line := range []string{
		"-d, --delta metres", "width of a bucket: a number from 1 to 100 (wide); a power of two from 1 to 64 (narrow); or auto",
		"--order order", "what comes first: one of near, far (narrow); or auto",
	} {
		if !strings.Contains(fs.FlagUsages(), line) {
			t.Errorf("%q is not in\n%s", line, fs.FlagUsages())
		}
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		args string
		of   []algorithm
		want compute.Values // nil if an error says err
		err  string
	}{
		{"", []algorithm{wide}, compute.Values{"delta": 0}, ""},
		{"-d 7", []algorithm{wide}, compute.Values{"delta": 7}, ""},
		{"-d 7", []algorithm{narrow}, nil, "nearest 4 and 8"},
		{"-d 7", all, nil, "nearest 4 and 8"},
		{"-d 8", all, compute.Values{"delta": 8, "order": 2}, ""},
		{"-d 1,2", []algorithm{wide}, nil, `"1,2"`},
		{"--order near", []algorithm{narrow}, compute.Values{"delta": 0, "order": 1}, ""},
		{"--order near", []algorithm{wide}, nil, "--order is not a parameter of wide"},
		{"--order auto", []algorithm{wide}, compute.Values{"delta": 0}, ""},
	} {
		got, err := flags.Values(parse(t, strings.Fields(c.args)...), c.of...)
		if c.err == "" && (err != nil || !maps.Equal(got, c.want)) || c.err != "" && (!errors.Is(err, compute.ErrValue) || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%q: %v, %v", c.args, got, err)
		}
	}
	if v, err := flags.Values(nil, wide); len(v) != 0 || err != nil {
		t.Errorf("without flags: %v, %v", v, err)
	}
}

func TestLists(t *testing.T) {
	lists, err := flags.Lists(parse(t, "--delta", "auto, 8,64"), all...)
	if err != nil || len(lists) != 2 || !slices.Equal(lists["delta"], []uint32{0, 8, 64}) || !slices.Equal(lists["order"], []uint32{2}) {
		t.Errorf("%v, %v", lists, err)
	}
	if lists, err = flags.Lists(parse(t, "--delta", "auto"), wide); err != nil || len(lists) != 0 {
		t.Errorf("%v, %v", lists, err)
	}
	for _, text := range []string{"8,9", "8,,16", "128"} {
		if _, err := flags.Lists(parse(t, "--delta", text), all...); !errors.Is(err, compute.ErrValue) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

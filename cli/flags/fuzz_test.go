package flags_test

import (
	"errors"
	"testing"

	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
)

// FuzzLists: whatever is typed as a list of values is allowed values, or is refused.
func FuzzLists(f *testing.F) {
	for _, text := range []string{"1,2,4", "auto", "64, 32", "", ",", "1,,2", "near", "5,wide", "1;2", "4294967297"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		params := flags.Add(fs, all)
		if err := fs.Parse([]string{"--delta=" + text}); err != nil {
			t.Skip()
		}
		lists, err := flags.Lists(params, wide)
		if err != nil && !errors.Is(err, compute.ErrValue) {
			t.Errorf("%q: %v", text, err)
		}
		for _, x := range lists["delta"] {
			if err == nil && wide.params[0].Check(compute.Limits{}, x) != nil {
				t.Errorf("%q holds %d", text, x)
			}
		}
	})
}

package command

import (
	"fmt"
	"testing"

	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The flags give the same actions as the controls of the panel.
func TestWatchActions(t *testing.T) {
	fs := pflag.NewFlagSet("sort", pflag.ContinueOnError)
	f := watchFlags{
		algorithm: "radix4", keyType: "u32", n: "2^4", dist: "few", seed: 3, params: flags.Add(fs, sorting.Algorithms()), speed: 3, follow: -1,
		PictureFlags: studio.PictureFlags{Out: "x.png"},
	}
	if err := fs.Set(sorting.Workgroup, "64"); err != nil {
		t.Fatal(err)
	}
	got, err := f.actions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []watch.Action{
		timeline.SetSpeed{PerSecond: 3}, session.SetView{}, watch.Set{Algorithm: "radix4", Values: compute.Values{sorting.Counters: 0, sorting.DigitBits: 0, sorting.Items: 0, sorting.Places: 0, sorting.DigitRadix: 0, sorting.Workgroup: 64}},
		session.SetInput{Input: session.Input{N: 16, Distribution: "few", Seed: 3}},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("actions are %+v", got)
	}
}

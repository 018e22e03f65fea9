package export

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/open/labload"
	"kernelscope/web"
	"kernelscope/web/live"
)

// ofLabs are the flags that go with a lab, which says all else.
var ofLabs = []string{"set", "step", "title", "caption", "theme", "params", "recorded", "listen", "device", "backend", "against", "force", "timeout", "verbose"}

// ofLab makes the page of a lab.
func (f *command) ofLab(c *cobra.Command, in string) (p web.Page, err error) {
	c.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(ofLabs, flag.Name) {
			err = cli.Usage("--%s is not for labs", flag.Name)
		}
	})
	if err != nil {
		return p, err
	}
	l, copied, err := labload.Copied(c.Context(), in)
	if err != nil {
		return p, err
	}
	if len(l.Commands) > 0 {
		return p, cli.Usage("%s: a check runs %q, which a page cannot", in, l.Commands[0])
	}
	values, err := cli.SetValues(l.Params(), f.set)
	if err != nil {
		return p, err
	}
	p = web.Page{Name: cmp.Or(f.title, l.Title), Title: f.title, Theme: f.theme, Version: f.app.Version, Params: f.params}
	p.Scene = live.Scene{Family: live.Labs, Caption: f.caption, Runs: []live.Run{{Algorithm: l.Name(), Values: values}}}
	if p.Scene.Step, err = f.first(); err != nil {
		return p, err
	}
	if p.Data, err = json.Marshal(live.LabData{From: in, Copy: copied}); err != nil {
		return p, err
	}
	return p, f.checkParams(l.Params())
}

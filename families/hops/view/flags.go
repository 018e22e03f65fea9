package view

import (
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/families/hops/session"
)

// Flags say what a picture of searches shows, in a window and on a page.
type Flags struct {
	colour string
	joint  bool
}

// Add adds the flags.
func (f *Flags) Add(fs *pflag.FlagSet) {
	fs.StringVar(&f.colour, "colour", session.ByLevel.Name(), "meaning of the colours of nodes: "+strings.Join(cli.Names(session.Colours), ", "))
	fs.BoolVar(&f.joint, "joint", false, "mark the joint frontier of a sweep with dots")
}

// View returns the view. Errors wrap fault.Usage.
func (f *Flags) View() (v session.View, err error) {
	v.Joint = f.joint
	v.Colour, err = cli.Named("--colour", f.colour, session.Colours)
	return v, err
}

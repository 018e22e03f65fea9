package cli

import (
	"context"

	"github.com/spf13/cobra"

	"kernelscope/open"
	"kernelscope/studio"
)

// Family is a family of algorithms: its view, and its commands.
type Family struct {
	studio.Family
	Commands func(*App) []*cobra.Command // of the program; may be nil
	Run      func(*App) []*cobra.Command // of 'run'; may be nil
	Bench    func(*App) []*cobra.Command // of 'bench'; may be nil
}

// Views returns what a stage must know of families.
func Views(all []Family) (views []studio.Family) {
	for _, f := range all {
		views = append(views, f.Family)
	}
	return views
}

// One makes a list of a single command.
func One(command func(*App) *cobra.Command) func(*App) []*cobra.Command {
	return func(a *App) []*cobra.Command { return []*cobra.Command{command(a)} }
}

// OpenWindow opens the window on a file. begin, which may be nil, chooses what is shown
// meanwhile; what then says, if it is not nil, is done when the file is open.
func (a *App) OpenWindow(ctx context.Context, file string, begin, then func(*studio.Stage) error) error {
	if err := open.Check(file); err != nil {
		return err
	}
	return a.Window(ctx, func(w *studio.Window) error {
		if begin != nil {
			if err := begin(w.Stage); err != nil {
				return err
			}
		}
		w.Load(ctx, file, then)
		return nil
	})
}

// ApplyAll carries out actions of one sort of session.
func ApplyAll(s interface{ Apply(any) error }, actions ...any) error {
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

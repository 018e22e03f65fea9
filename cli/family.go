package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/timeline"
)

// Family is a family of algorithms: its view, and its commands. All functions may be nil;
// a family without New has no view.
type Family struct {
	studio.Family
	Commands func(*App) []*cobra.Command // of the program
	Run      func(*App) []*cobra.Command // of 'run'
	Bench    func(*App) []*cobra.Command // of 'bench'
	Gen      func(*App) []*cobra.Command // of 'gen'
	// Algorithms are those that commands name, with their parameters.
	Algorithms []Described
	// Drawing adds the family's flags to a command that shows files, and returns how to show
	// what Takes accepts. It returns nil if it cannot.
	Drawing func(a *App, c *cobra.Command, f *Pictures, on Medium) Drawing
	// Auto adds the family's flags to 'bench auto', and returns what prints its tables.
	Auto func(a *App, c *cobra.Command, f *Auto) Comparer
}

// Comparer prints what algorithms choose beside the best of a sweep; of searches, on files.
type Comparer func(ctx context.Context, out io.Writer, files []string) error

// Pictures are the flags of pictures that all families share.
type Pictures struct {
	studio.PictureFlags
	Order Order // of draw keys
}

// Medium is what a command shows files on.
type Medium int

// The media: those of 'render' and 'record', and the window.
const (
	OnPicture Medium = iota
	OnFilm
	OnWindow
)

// Drawing shows what was read as flags ask for.
type Drawing interface {
	// Check refuses flags before anything is read.
	Check() error
	// Begin shows it in a window, where it is open.
	Begin(s *studio.Stage) error
	// Draw writes the output and tells out about it.
	Draw(ctx context.Context, out io.Writer, in any) error
}

// Views returns what a stage must know of families: of those that have a view.
func Views(all []Family) (views []studio.Family) {
	for _, f := range all {
		if f.New != nil {
			views = append(views, f.Family)
		}
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
	return a.Window(ctx, func(h studio.Host) error {
		if begin != nil {
			if err := begin(h.Stage); err != nil {
				return err
			}
		}
		h.Load(ctx, file, then)
		return nil
	})
}

// PlayFilm plays a session from its start for a recording: at a speed by which its steps
// end with the part for playing, or where two runs are compared, their clock in that time.
func PlayFilm(s interface{ Apply(any) error }, film studio.Film, steps int, compared bool) error {
	fit := 0.0
	if compared {
		fit = film.Playing()
	}
	return ApplyAll(s, timeline.SetSpeed{PerSecond: film.Pace(steps)}, timeline.SetFit{Seconds: fit}, timeline.Rewind{}, timeline.Play{})
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

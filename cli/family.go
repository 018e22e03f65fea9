package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
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
	// Output adds the family's flags to a command that shows files, and returns how to show
	// what Takes accepts. It returns nil if it cannot.
	Output func(a *App, c *cobra.Command, f *Pictures, Output Medium) Output
	// Auto adds the family's flags to 'bench auto', and returns what prints its tables.
	Auto func(a *App, c *cobra.Command, f *Auto) Comparer
	// Check checks a file that is the family's own, if it is; strict makes all reports errors.
	Check func(ctx context.Context, out io.Writer, path string, strict bool) (own bool, err error)
}

// Comparer prints the automatic values of algorithms beside the best of a sweep; for searches,
// on files.
type Comparer func(ctx context.Context, out io.Writer, files []string) error

// Pictures are the flags of pictures that all families share.
type Pictures struct {
	studio.PictureFlags
	Order Order // of draw keys
}

// Medium is the medium on which a command shows files.
type Medium int

// The media: pictures, recordings and the window.
const (
	OnPicture Medium = iota
	OnFilm
	OnWindow
)

// Output shows an input according to flags.
type Output interface {
	// Check checks the flags before anything is read.
	Check() error
	// Begin applies the flags to the family's view in a window, in which it is open.
	Begin(v studio.View) error
	// Draw writes the output and reports it to out.
	Draw(ctx context.Context, out io.Writer, in any) error
}

// Views returns the families that have a view, for a stage.
func Views(all []Family) (views []studio.Family) {
	for _, f := range all {
		if f.New != nil {
			views = append(views, f.Family)
		}
	}
	return views
}

// One returns a list of a single command.
func One(command func(*App) *cobra.Command) func(*App) []*cobra.Command {
	return func(a *App) []*cobra.Command { return []*cobra.Command{command(a)} }
}

// OpenWindow opens the window on a file. begin, which may be nil, chooses the view meanwhile.
func (a *App) OpenWindow(ctx context.Context, begin func(*studio.Stage) error, r studio.Reading) error {
	if err := open.Check(r.Path); err != nil {
		return err
	}
	if len(r.Families) > 0 && open.Known(r.Path) {
		if _, err := a.Taker(open.Detect(r.Path).Example(), r.Families); err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
	}
	return a.Window(ctx, func(h studio.Host) error {
		if begin != nil {
			if err := begin(h.Stage); err != nil {
				return err
			}
		}
		h.Load(r)
		return nil
	})
}

// WatchFile opens a window on a file, or writes the picture or recording that -o names. before
// applies flags to the empty view, and begin applies the others once it shows the file.
func (a *App) WatchFile(ctx context.Context, f studio.PictureFlags, r studio.Reading, before func(studio.View) error, begin func(studio.View) (studio.Shot, error)) error {
	show := func(s *studio.Stage) error {
		v, err := s.Show(r.Families[0])
		if err != nil {
			return err
		}
		return before(v)
	}
	if f.Out == "" {
		r.Then = func(_ any, v studio.View) error {
			shot, err := begin(v)
			if err == nil && shot.Paused {
				err = shot.Still()
			}
			return err
		}
		return a.OpenWindow(ctx, show, r)
	}
	if _, err := f.Film(); err != nil {
		return err
	}
	in, err := r.Read(ctx, &a.Program, func(ctx context.Context) (any, error) { return a.Load(ctx, r.Path) })
	if err != nil {
		return err
	}
	return a.Shoot(ctx, f, !studio.IsStill(f.Out), func(s *studio.Stage) (studio.Shot, error) {
		if err := show(s); err != nil {
			return studio.Shot{}, err
		}
		if err := s.Open(in, r.Families...); err != nil {
			return studio.Shot{}, err
		}
		return begin(s.Shown())
	})
}

// Draw writes a picture, or a recording, of the view that begin shows.
func (a *App) Draw(ctx context.Context, f studio.PictureFlags, on Medium, begin func(*studio.Stage) (studio.Shot, error)) error {
	return a.Shoot(ctx, f, on == OnFilm, begin)
}

// PlayFilm plays a session from its start for a recording, at a speed at which the steps of a
// run, or the clock of a comparison, end with the part for playing.
func PlayFilm(s interface{ Apply(watch.Action) error }, film studio.Film, steps int, compared bool) error {
	fit := 0.0
	if compared {
		fit = film.Playing()
	}
	return ApplyAll(s, timeline.SetSpeed{PerSecond: film.Pace(steps)}, timeline.SetFit{Seconds: fit}, timeline.Rewind{}, timeline.Play{})
}

// ApplyAll executes actions of one kind of session.
func ApplyAll(s interface{ Apply(watch.Action) error }, actions ...watch.Action) error {
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

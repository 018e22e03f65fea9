package export

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/internal/fault"
	"kernelscope/studio"
	"kernelscope/studio/storyboard"
	"kernelscope/watch/timeline"
	"kernelscope/web"
	"kernelscope/web/live"
)

// Plain returns the words of a command as a window has them: its name, its arguments, and its given flags as
// --name=value. It is an error if they show nothing in a window.
type Plain func(words []string) ([]string, error)

// tour is a storyboard on its way to a page.
type tour struct {
	*command
	board *storyboard.Board
	near  string   // the folder of the storyboard
	words []string // of the shot, and what its steps have set
	page  web.Page
	steps int // of the longest run

	caption string
	frame   *[4]float64 // that the camera shows; nil for everything
	run     rehearsal   // shows the last scene
}

// withTours are the flags that go with a storyboard, which says all else.
var withTours = []string{"title", "theme", "params", "recorded", "force", "timeout", "verbose"}

// tour makes the page of a storyboard, and returns how many steps its longest run has.
func (f *command) tour(c *cobra.Command, path string) (p web.Page, steps int, err error) {
	c.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(withTours, flag.Name) {
			err = cli.Usage("--%s cannot be combined with a storyboard", flag.Name)
		}
	})
	if err != nil {
		return p, 0, err
	}
	t := &tour{command: f, near: filepath.Dir(path)}
	if t.board, err = storyboard.Open(c.Context(), path); err != nil {
		return p, 0, err
	}
	t.page.Tour = &web.Tour{}
	for i := range t.board.Shots {
		if err := t.shot(c.Context(), &t.board.Shots[i]); err != nil {
			return p, 0, err
		}
	}
	p = t.page
	p.Scene, p.Theme, p.Version, p.Params = p.Tour.Scenes[0], f.theme, f.app.Version, f.params
	p.Title = cmp.Or(f.title, t.board.Title)
	p.Name = cmp.Or(p.Title, p.Name)
	return p, t.steps, nil
}

// shot adds the scene and the stops of a shot.
func (t *tour) shot(ctx context.Context, s *storyboard.Shot) error {
	t.words = s.Words
	if err := t.show(ctx); err != nil {
		return story.At(s.At, err)
	}
	t.frame = t.page.Scene.Frame
	for i := range s.Steps {
		if err := t.step(ctx, &s.Steps[i]); err != nil {
			return story.At(s.Steps[i].At, err)
		}
	}
	return nil
}

// step adds the stop of a step.
func (t *tour) step(ctx context.Context, s *storyboard.Step) (err error) {
	if s.Caption != nil {
		t.caption = *s.Caption
	}
	if len(s.SetWords) > 0 {
		t.words = slices.Concat(t.words, s.SetWords)
		if err := t.show(ctx); err != nil {
			return err
		}
		if slices.ContainsFunc(s.SetWords, story.PlacesCamera) {
			t.frame = t.page.Scene.Frame
		}
	}
	if err := t.look(s); err != nil {
		return err
	}
	stop := web.Stop{Caption: t.caption, Scene: len(t.page.Tour.Scenes) - 1, Seconds: float64(s.Frames) / float64(t.board.FPS), Frame: t.frame}
	stop.From = t.run.Now().Time.Position
	stop.To = stop.From
	if s.Until != "" {
		if stop.From, stop.To, err = story.Find(ctx, t.run, s.Moment); err != nil {
			return err
		}
	}
	t.page.Tour.Stops = append(t.page.Tour.Stops, stop)
	return nil
}

// look moves the camera to where a step wants it.
func (t *tour) look(s *storyboard.Step) error {
	switch {
	case len(s.LookWords) == 0:
		return nil
	case t.page.Scene.Family != live.Paths && t.page.Scene.View == nil:
		return fault.Input.Errorf("look is for maps, and this scene shows none")
	case s.Look == "whole":
		t.frame = nil
		return nil
	}
	camera, err := story.Camera(s.LookWords)
	if err == nil {
		t.frame, err = frameOf(&camera, t.board.Width, t.board.Height, "")
	}
	return err
}

// show adds the scene of the present words, runs it to its end, and opens it at its step.
func (t *tour) show(ctx context.Context) error {
	near := make([]string, len(t.words))
	for i, w := range t.words {
		near[i] = studio.Beside(t.near, w)
	}
	words, err := t.plain(near)
	if err == nil {
		words, err = Shown(words, "tour.html")
	}
	if err != nil {
		return err
	}
	app := *t.app
	f, c := newCommand(&app, t.plain)
	app.AddFlags(c)
	c.SetContext(ctx)
	if err := c.ParseFlags(words[1:]); err != nil {
		return err
	}
	if err := app.Check(); err != nil {
		return err
	}
	f.width, f.height, f.packed = t.board.Width, t.board.Height, t.packed
	page, err := f.page(c, cli.Optional(c.Flags().Args()[1:]))
	if err != nil {
		return err
	}
	tour := t.page.Tour
	switch {
	case len(tour.Scenes) == 0:
		t.packed = f.packed
	case tour.Scenes[0].Family != page.Scene.Family:
		return cli.Usage("'%s' is of another family than the first shot: a page runs one", strings.Join(t.words, " "))
	case !bytes.Equal(page.Data, t.page.Data):
		return cli.Usage("'%s' is of another map or lab than the first shot: a page holds one", strings.Join(t.words, " "))
	}
	steps, err := f.rehearse(page)
	if err != nil {
		return err
	}
	t.steps = max(t.steps, steps)
	if t.run.Page != nil {
		t.run.Release()
	}
	if t.run.Page, err = live.Open(page.Scene, page.Data); err != nil {
		return err
	}
	tour.Scenes = append(tour.Scenes, page.Scene)
	page.Tour = tour
	t.page = page
	return nil
}

// rehearsal is the program of a page, on which moments are found.
type rehearsal struct{ *live.Page }

// Settle does what goes on.
func (r rehearsal) Settle(ctx context.Context) error {
	return cmp.Or(ctx.Err(), r.Page.Settle())
}

// Now describes the present moment.
func (r rehearsal) Now() studio.Now {
	s := r.State()
	n := studio.Now{Time: timeline.State{Position: s.Time.At}}
	for _, run := range s.Runs {
		n.Runs = append(n.Runs, studio.Run{Title: run.Title, Event: run.Event, Done: run.Done})
	}
	return n
}

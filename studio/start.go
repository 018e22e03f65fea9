package studio

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"log/slog"
	"os"
	"strings"

	"kernelscope/assets"
	"kernelscope/scene/gen"
	"kernelscope/studio/config"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Remembering is a view whose parameters are saved for the next window.
type Remembering interface {
	View
	// Remember returns the chosen algorithm and its chosen parameters, as on the command line; the
	// algorithm is empty if nothing is shown.
	Remember() (algorithm string, params map[string]string)
	// Recall restores them. It returns an error for choices that are no longer valid.
	Recall(algorithm string, params map[string]string) error
}

// StartCard shows the start card, with demos to watch and articles.
func (s *Stage) StartCard(demos []ui.Demo, read []ui.Article) error {
	i := s.Computer.Info
	kind := "a GPU"
	if i.Software {
		kind = "a software device"
	}
	name, _, _ := strings.Cut(i.Name, " (")
	s.UI.Start = &ui.Start{Device: name + ", " + kind, Demos: demos, Read: read}
	if s.Settings != nil {
		s.UI.Start.Recent = present(s.Settings.Recent)
	}
	m, frames, err := cards(demos)
	if err != nil {
		return err
	}
	s.UI.Start.Frames = frames
	return s.UI.SetCards(m)
}

// cards returns the moving pictures of demos, a column for each demo and a row for each frame.
func cards(demos []ui.Demo) (m *image.RGBA, frames int, err error) {
	for i, d := range demos {
		file, err := assets.Cards.ReadFile("cards/" + d.Picture)
		if err != nil {
			return nil, 0, err
		}
		all, err := gif.DecodeAll(bytes.NewReader(file))
		if err != nil {
			return nil, 0, err
		}
		if i == 0 {
			frames = len(all.Image)
			m = image.NewRGBA(image.Rect(0, 0, len(demos)*all.Config.Width, frames*all.Config.Height))
		}
		for k, frame := range all.Image {
			at := image.Pt(i*all.Config.Width, k*all.Config.Height)
			draw.Draw(m, frame.Rect.Add(at), frame, frame.Rect.Min, draw.Src)
		}
	}
	return m, frames, nil
}

// present lists the files of some that are still there, and what is made.
func present(paths []string) (out []string) {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil || strings.HasPrefix(path, gen.Prefix) {
			out = append(out, path)
		}
	}
	return out
}

// followStart keeps what the card shows up to date.
func (s *Stage) followStart() {
	if c := s.UI.Start; c != nil {
		c.Loading = s.status.Loading
	}
}

// actOnCover carries out the actions of the start card and the browser.
func (w *Window) actOnCover(ctx context.Context, a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case ui.Watch:
		w.UI.Start = nil
		if w.Restore != nil {
			w.watch(ctx, a.Words, "the start card")
		}
	case ui.CloseStart:
		w.UI.Start = nil
		return true, w.Shown().Begin()
	case ui.Browse:
		return true, w.browse(ctx, a.Folder)
	case ui.Peek:
		w.peek(ctx, a.Path)
	case ui.CloseBrowser:
		w.UI.Browser = nil
	default:
		return false, nil
	}
	return true, nil
}

// recall gives a view that shows something for the first time the parameters of the window
// before, unless the command line gave some.
func (s *Stage) recall() {
	v, ok := s.Shown().(Remembering)
	if !ok || s.Settings == nil || s.Asked || s.recalled[s.shown] {
		return
	}
	if now, _ := v.Remember(); now == "" {
		return // nothing is shown yet
	}
	s.recalled[s.shown] = true
	chosen, ok := s.Settings.Families[s.Families[s.shown].Name]
	if !ok || chosen.Algorithm == "" {
		return
	}
	if err := v.Recall(chosen.Algorithm, chosen.Params[chosen.Algorithm]); err != nil {
		slog.Info("parameters of the last window", "problem", err)
	}
}

// remember keeps the parameters of all views.
func (s *Stage) remember() {
	for i, v := range s.views {
		v, ok := v.(Remembering)
		if !ok {
			continue
		}
		if algorithm, params := v.Remember(); algorithm != "" {
			s.Settings.Choose(s.Families[i].Name, algorithm, params)
		}
	}
}

// choices describes what the settings keep but for files, which are kept when they are opened.
func (w *Window) choices() string {
	w.remember()
	x, y, width, height := w.display.Bounds()
	return fmt.Sprint(w.UI.Theme.Name, x, y, width, height, w.Settings.Families)
}

// keepChanged writes the settings if choices have changed, so that they survive an end of the process.
func (w *Window) keepChanged() {
	if w.Settings != nil && w.choices() != w.kept {
		w.keep()
	}
}

// keep writes the settings. An error is a message: it must not end the window.
func (w *Window) keep() {
	if w.Settings == nil {
		return
	}
	w.Settings.Theme = w.UI.Theme.Name
	x, y, width, height := w.display.Bounds()
	w.Settings.Window = config.Window{Width: width, Height: height, X: x, Y: y}
	w.kept = w.choices()
	if err := w.Settings.Save(); err != nil {
		w.Tell(fmt.Errorf("the settings cannot be kept: %w", err))
	}
}

package studio

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"kernelscope/internal/output"
	"kernelscope/ui"
)

// filming is the work of a recording of a storyboard, or of a page, while the window goes on.
type filming struct {
	*Work
	what   string // "recording" or "page"
	file   string
	cleans func() // when the process has ended
}

// record begins to remember what is shown, or ends that: then it saves a storyboard and makes a recording of it.
func (w *Window) record() error {
	if !w.UI.Recording {
		w.history, w.UI.Recording = history{}, true
		w.UI.Confirm("What is shown is remembered. Stop makes a storyboard and a GIF of it.")
		return nil
	}
	w.UI.Recording = false
	board, err := w.saveBoard()
	if err != nil {
		return err
	}
	if w.film != nil {
		return fmt.Errorf("the %s before this one is still being made; 'viewer record %s -o a.gif' makes this one", w.film.what, board)
	}
	return w.makeFilm(board, output.Unused(strings.TrimSuffix(board, ".toml"), ".gif")+".gif", func() {})
}

// shareGIF makes a GIF of the run.
func (w *Window) shareGIF() error {
	if err := w.free(); err != nil {
		return err
	}
	b, err := sharedBoard(w.Stage)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "kernelscope-*.toml")
	if err != nil {
		return err
	}
	_, wrong := f.Write(b.Text())
	remove := func() { os.Remove(f.Name()) }
	if err := errors.Join(wrong, f.Close()); err != nil {
		remove()
		return err
	}
	return w.makeFilm(f.Name(), dated(".gif"), remove)
}

// free refuses another work while one is being done.
func (w *Window) free() error {
	if w.film != nil {
		return fmt.Errorf("a %s is being made; cancel it, or wait for its end", w.film.what)
	}
	return nil
}

// makeFilm starts a process that records a storyboard to a file, and calls a function when the process has ended.
func (w *Window) makeFilm(board, file string, cleans func()) error {
	return w.startFilm("recording", file, cleans, "record", board, "-o", file, "--"+TellShares)
}

// startFilm starts a process that makes a file.
func (w *Window) startFilm(what, file string, cleans func(), words ...string) error {
	work, err := w.StartWork(words...)
	if err != nil {
		cleans()
		return err
	}
	w.film = &filming{work, what, file, cleans}
	w.UI.Film = &ui.Film{File: file}
	return nil
}

// sharePage writes a page that runs the present view.
func (w *Window) sharePage() error {
	if err := w.free(); err != nil {
		return err
	}
	if w.Page == nil {
		return errors.New("this program writes no pages")
	}
	shown, err := w.Shown().Command(true)
	if err != nil {
		return err
	}
	file := dated(".html")
	words, err := w.Page(append(shown, w.Given...), file)
	if err != nil {
		return err
	}
	return w.startFilm("page", file, func() {}, words...)
}

// stopFilm cancels the recording or page that is being made, if any.
func (w *Window) stopFilm() {
	if w.film != nil {
		w.film.Stop()
	}
}

// followFilm tells how far a recording is, and when it is made.
func (w *Window) followFilm() error {
	f := w.film
	if f == nil {
		return nil
	}
	share, doing, ended, err := f.Follow()
	w.UI.Film.Done, w.UI.Film.Doing = share, doing
	if !ended {
		return nil
	}
	f.cleans()
	w.film, w.UI.Film = nil, nil
	switch {
	case err != nil && f.cancelled:
		w.Log.Write("cancelled", f.file)
		w.UI.Confirm("The " + f.what + " is cancelled.")
		return nil
	case err != nil:
		err = fmt.Errorf("the %s %s failed: %w", f.what, f.file, err)
	default:
		w.Log.Write(f.what, f.file)
		w.Saved(f.file)
	}
	return w.settle(ui.Record{}, err)
}

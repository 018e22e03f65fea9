package studio

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"kernelscope/internal/output"
	"kernelscope/ui"
)

// filming is the work of a recording of a storyboard, while the window goes on.
type filming struct {
	*Work
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
		return errors.New("the recording before this one is still being made; 'viewer record " + board + " -o a.gif' makes this one")
	}
	return w.makeFilm(board, output.Unused(strings.TrimSuffix(board, ".toml"), ".gif")+".gif", func() {})
}

// shareGIF makes a GIF of the run.
func (w *Window) shareGIF() error {
	if w.film != nil {
		return errors.New("a recording is being made; cancel it, or wait for its end")
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

// makeFilm starts a process that records a storyboard to a file, and calls a function when the process has ended.
func (w *Window) makeFilm(board, file string, cleans func()) error {
	work, err := w.StartWork("record", board, "-o", file, "--"+TellShares)
	if err != nil {
		cleans()
		return err
	}
	w.film = &filming{work, file, cleans}
	w.UI.Film = &ui.Film{File: file}
	return nil
}

// stopFilm cancels the recording that is being made, if any.
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
		w.UI.Confirm("The recording is cancelled.")
		return nil
	case err != nil:
		err = fmt.Errorf("the recording %s failed: %w", f.file, err)
	default:
		w.Log.Write("recording", f.file)
		w.Saved(f.file)
	}
	return w.settle(ui.Record{}, err)
}

package studio

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"kernelscope/internal/output"
	"kernelscope/ui"
)

// filming is another process of the program that makes a recording of a storyboard, while the window goes on.
type filming struct {
	file string
	done chan error
	stop context.CancelFunc
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
	ctx, stop := context.WithCancel(context.Background())
	w.film = &filming{file: output.Unused(strings.TrimSuffix(board, ".toml"), ".gif") + ".gif", done: make(chan error, 1), stop: stop}
	c := exec.CommandContext(ctx, w.Executable, "record", board, "-o", w.film.file)
	go func(done chan<- error) {
		said, err := c.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("the recording of %s failed: %s", board, strings.TrimSpace(string(said)))
		}
		done <- err
	}(w.film.done)
	w.UI.Confirm("Saved " + board + ". Its recording is being made ..")
	return nil
}

// followFilm tells when a recording is made.
func (w *Window) followFilm() error {
	if w.film == nil {
		return nil
	}
	select {
	case err := <-w.film.done:
		file := w.film.file
		w.endFilm()
		if err == nil {
			w.Log.Write("recording", file)
			w.Saved(file)
		}
		return w.settle(ui.Record{}, err)
	default:
		return nil
	}
}

// endFilm ends the process, which leaves no incomplete file.
func (w *Window) endFilm() {
	if w.film != nil {
		w.film.stop()
		w.film = nil
	}
}

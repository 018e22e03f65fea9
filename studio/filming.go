package studio

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"kernelscope/internal/output"
	"kernelscope/ui"
)

// filming is another process of the program that makes a recording of a storyboard, while the window goes on.
type filming struct {
	child
	file string
	done chan error
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
	var said bytes.Buffer
	file := output.Unused(strings.TrimSuffix(board, ".toml"), ".gif") + ".gif"
	c := w.child("record", board, "-o", file)
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	w.film = &filming{c, file, done}
	go func() {
		err := c.Wait()
		if err != nil {
			err = fmt.Errorf("the recording of %s failed: %s", board, strings.TrimSpace(said.String()))
		}
		done <- err
	}()
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
		w.film = nil
		if err == nil {
			w.Log.Write("recording", file)
			w.Saved(file)
		}
		return w.settle(ui.Record{}, err)
	default:
		return nil
	}
}

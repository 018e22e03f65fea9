package studio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"kernelscope/internal/output"
	"kernelscope/ui"
)

// filming is another process of the program that makes a recording of a storyboard, while the window goes on.
type filming struct {
	child
	file      string
	shares    chan string // how far it is
	done      chan error
	cleans    func() // when the process has ended
	cancelled bool
}

// TellShares is the hidden flag of 'record' for which it tells how far it is, in lines that ReadShare reads.
const TellShares = "tell-shares"

// Share is the text of a line that tells how far some work is.
func Share(share float64, doing string) string { return fmt.Sprintf("%.4f %s", share, doing) }

// readShare reads what Share wrote.
func readShare(line string) (share float64, doing string, ok bool) {
	number, doing, _ := strings.Cut(line, " ")
	share, err := strconv.ParseFloat(number, 64)
	return share, doing, err == nil
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
	c := w.child("record", board, "-o", file, "--"+TellShares)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		cleans()
		return err
	}
	w.film = &filming{child: c, file: file, shares: make(chan string, 1), done: make(chan error, 1), cleans: cleans}
	w.UI.Film = &ui.Film{File: file}
	go w.film.follow(out, &said)
	return nil
}

// follow passes on what the process tells, as far as the window follows, until it has ended.
func (f *filming) follow(out io.Reader, said *bytes.Buffer) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		select {
		case f.shares <- lines.Text():
		default:
		}
	}
	close(f.shares)
	err := f.Wait()
	if err != nil {
		err = fmt.Errorf("the recording %s failed: %s", f.file, strings.TrimSpace(said.String()))
	}
	f.cleans()
	f.done <- err
}

// stopFilm cancels the recording that is being made, if any.
func (w *Window) stopFilm() {
	if w.film != nil {
		w.film.cancelled = true
		w.film.stop()
	}
}

// followFilm tells how far a recording is, and when it is made.
func (w *Window) followFilm() error {
	f := w.film
	for f != nil {
		select {
		case line, open := <-f.shares:
			if !open {
				return w.filmed()
			}
			if share, doing, ok := readShare(line); ok {
				w.UI.Film.Done, w.UI.Film.Doing = share, doing
			}
		default:
			return nil
		}
	}
	return nil
}

// filmed tells that the recording is made, once its process has ended.
func (w *Window) filmed() error {
	f, err := w.film, <-w.film.done
	w.film, w.UI.Film = nil, nil
	switch {
	case err != nil && f.cancelled:
		w.Log.Write("cancelled", f.file)
		w.UI.Confirm("The recording is cancelled.")
		return nil
	case err == nil:
		w.Log.Write("recording", f.file)
		w.Saved(f.file)
	}
	return w.settle(ui.Record{}, err)
}

package studio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// child is another process of the program, which works beside a window.
type child struct{ *exec.Cmd }

// child returns a process that carries out a command. The caller starts it and waits for it.
func (p *Program) child(words ...string) child { return child{exec.Command(p.Executable, words...)} }

// stop interrupts the process, which then leaves no incomplete file. A system without interrupts ends it.
func (c child) stop() {
	if c.Process.Signal(os.Interrupt) != nil {
		_ = c.Process.Kill()
	}
}

// TellShares is the hidden flag of 'record' for which it tells how far it is, in lines of Share.
const TellShares = "tell-shares"

// Share is the text of a line that tells how far some work is.
func Share(share float64, doing string) string { return fmt.Sprintf("%.4f %s", share, doing) }

// readShare reads what Share wrote.
func readShare(line string) (share float64, doing string, ok bool) {
	number, doing, _ := strings.Cut(line, " ")
	share, err := strconv.ParseFloat(number, 64)
	return share, doing, err == nil
}

// Work is a process of the program that tells how far it is.
type Work struct {
	child
	shares    chan string // how far it is
	done      chan error
	share     float64
	doing     string
	cancelled bool
}

// StartWork starts a process that carries out a command, which tells how far it is.
func (p *Program) StartWork(words ...string) (*Work, error) {
	w := &Work{child: p.child(words...), shares: make(chan string, 1), done: make(chan error, 1)}
	var said bytes.Buffer
	w.Stderr = &said
	out, err := w.StdoutPipe()
	if err == nil {
		err = w.Start()
	}
	if err != nil {
		return nil, err
	}
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			select {
			case w.shares <- lines.Text(): // as far as the window follows
			default:
			}
		}
		close(w.shares)
		if w.Wait() == nil {
			w.done <- nil
			return
		}
		lines := strings.Split(strings.TrimSpace(said.String()), "\n") // warnings may come before
		w.done <- errors.New(strings.TrimPrefix(lines[len(lines)-1], programName+": "))
	}()
	return w, nil
}

// Follow returns how far the work is, and why it failed if it has ended.
func (w *Work) Follow() (share float64, doing string, ended bool, err error) {
	for {
		select {
		case line, open := <-w.shares:
			if !open {
				return w.share, w.doing, true, <-w.done
			}
			if share, doing, ok := readShare(line); ok {
				w.share, w.doing = share, doing
			}
		default:
			return w.share, w.doing, false, nil
		}
	}
}

// Stop cancels the work. It ends later.
func (w *Work) Stop() {
	w.cancelled = true
	w.stop()
}

// Await waits until the work has ended.
func (w *Work) Await() {
	for range w.shares {
	}
	<-w.done
}

package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"kernelscope/internal/output"
	"kernelscope/render/input"
)

// What ends a frame need not end the window.

// minUptime is how soon after the device was opened again its next loss ends the window.
const minUptime = time.Minute

// mend opens the device again if it has failed, and returns errors that nothing is done
// about.
func (w *Window) mend(err error) error {
	if err == nil || w.GPU.Failed() == nil {
		return err
	}
	return w.restore(err)
}

// restore reopens the device and rebuilds everything on it after an error that made it useless. It
// does nothing without a display, whose end a driver may report as a lost device. A failure while
// it restores is final.
func (w *Window) restore(err error) error {
	if w.display.Lost() {
		return errLost
	}
	if w.stopped() || time.Since(w.restored) < minUptime {
		return err
	}
	w.restored = time.Now()
	d, failed := w.display.Reopen(w.Device)
	if failed == nil {
		failed = w.Rebuild(d)
	}
	if failed != nil {
		return fmt.Errorf("%w; the device cannot be reopened: %w", err, failed)
	}
	w.Log.Write("restored", err.Error())
	w.Tell(fmt.Errorf("%w. The device was reopened and its contents rebuilt.", err))
	return nil
}

// stopped reports whether the program is to end.
func (w *Window) stopped() bool { return w.Context != nil && w.Context.Err() != nil }

// maxPanics is how many frames in a row may panic.
const maxPanics = 3

// guarded is a frame of which a panic is a message. It ends the window with the third one
// in a row.
func (w *Window) guarded(ctx context.Context, in input.Frame) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			w.panics = 0
			return
		}
		w.panics++
		path, failed := w.report(p, debug.Stack())
		if failed != nil {
			path = failed.Error()
		}
		err = fmt.Errorf("a bug in the program: %v (see %s)", p, path)
		if w.panics < maxPanics {
			w.display.Renew()
			err = cmp.Or(w.UI.Restart(w.Ratio), w.concern(err))
		}
	}()
	return w.frame(ctx, in)
}

// report writes what is known of a panic to a file and returns its name.
func (w *Window) report(p any, stack []byte) (path string, err error) {
	state := map[string]any{
		"version": w.Version, "host": w.Host, "device": w.GPU.Info().Name, "driver": w.GPU.Info().Driver, "backend": w.Backend.String(),
		"view": w.UI.Shown, "title": w.title, "size": [2]int{w.Width, w.Height}, "ratio": w.Ratio, "frames": w.Times.Drawn,
		"actions": w.recent,
	}
	text, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return "", err
	}
	name := time.Now().Format("kernelscope-panic-20060102-150405")
	for _, dir := range []string{"", os.TempDir()} {
		path = output.Unused(filepath.Join(dir, name), ".txt") + ".txt"
		err = output.File(path, func(to io.Writer) error {
			_, err := fmt.Fprintf(to, "panic: %v\n\n%s\n%s", p, text, stack)
			return err
		})
		if err == nil {
			return path, nil
		}
	}
	return "", err
}

package labs

import (
	"context"
	"log/slog"
	"os"
	"time"

	"kernelscope/internal/clock"
	"kernelscope/open/labload"
)

// watcher looks for files of labs that were edited, and reads the labs again on another goroutine.
type watcher struct {
	labs    [2]*labload.Lab
	stamps  map[string]stamp
	next    time.Time // of looking
	read    chan reread
	gone    int   // looks since a file was last there
	problem error // of the last edit; nil if it was read
}

// stamp tells one state of a file from another.
type stamp struct {
	time time.Time
	size int64
}

// reread is what came of reading.
type reread struct {
	labs [2]*labload.Lab
	err  error
}

// look is the time between two looks at the files, and patience how many looks an editor has to replace one.
const (
	look     = 50 * time.Millisecond
	patience = 20
)

// watching watches the files of two labs, which may be one. before has the states of files before they were read, where a
// watcher has noted them: an edit while they were read is a new one.
func watching(labs [2]*labload.Lab, before map[string]stamp) watcher {
	w := watcher{labs: labs}
	w.stamps = w.now()
	for path := range w.stamps {
		if s, ok := before[path]; ok {
			w.stamps[path] = s
		}
	}
	return w
}

// now returns the present states of the files. One that is missing, while an editor replaces it, has none.
func (w *watcher) now() map[string]stamp {
	out := map[string]stamp{}
	for _, l := range w.labs {
		for _, path := range l.Files {
			if info, err := os.Stat(path); err == nil {
				out[path] = stamp{info.ModTime(), info.Size()}
			}
		}
	}
	return out
}

// busy looks at the files, and reports whether they are being read.
func (w *watcher) busy() bool {
	if w.labs[0] == nil || w.read != nil || time.Now().Before(w.next) {
		return w.read != nil
	}
	w.next = time.Now().Add(look)
	now := w.now()
	if w.gone++; len(now) >= len(w.stamps) {
		w.gone = 0
	}
	differs := w.gone == patience
	for path, s := range now {
		differs = differs || w.stamps[path] != s
	}
	if differs {
		w.stamps = now
		w.begin()
	}
	return differs
}

// begin reads the labs on another goroutine.
func (w *watcher) begin() {
	read, first, second, before := make(chan reread, 1), w.labs[0].Path, w.labs[1].Path, w.labs
	w.read = read
	go func() {
		var r reread
		begin := clock.Now()
		r.labs, r.err = labload.ReadTwo(context.Background(), first, second)
		for i, l := range r.labs {
			if r.err == nil && before[i].Allowed() {
				l.Allow()
			}
		}
		slog.Debug("read again", "lab", first, "after", clock.Since(begin), "problem", r.err)
		read <- r
	}()
}

// changed returns the labs once after an edit. Where they cannot be read there is a problem.
func (w *watcher) changed() (labs [2]*labload.Lab, done bool) {
	select {
	case r := <-w.read:
		w.read, w.problem = nil, r.err
		return r.labs, true
	default:
		return labs, false
	}
}

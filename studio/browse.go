package studio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/ui"
)

// browser looks into folders and, on a goroutine of its own, at the file that is chosen.
type browser struct {
	cancel context.CancelFunc // nil while nothing is looked at
	found  chan string
}

const (
	maxEntries = 5000
	maxPeeked  = 64 << 20               // bytes of a file that is read only to be counted
	peekDelay  = 150 * time.Millisecond // so that who holds a key does not read every file
)

// Browse shows a folder, or opens a file: a path as it is typed.
func (w *Window) browse(ctx context.Context, path string) error {
	path = whole(path, w.folder())
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		w.UI.Browser = nil
		return w.actOfHost(ctx, ui.OpenFile{Path: path})
	}
	if err != nil && w.UI.Browser == nil { // the folder was removed since
		path, _ = os.Getwd()
	} else if err != nil {
		return fmt.Errorf("%s: %w", path, bare(err))
	}
	b := &ui.Browser{Folder: path}
	if b.Entries, err = entries(path); err != nil {
		b.Problem = bare(err).Error()
	}
	w.UI.Browser = b
	if w.Settings != nil {
		w.Settings.Folder = path
	}
	return nil
}

// whole is a path as it is typed, in a folder; the folder itself if empty.
func whole(path, folder string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = home + rest
		}
	}
	if path == "" || !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// folder is where the browser begins.
func (w *Window) folder() string {
	if b := w.UI.Browser; b != nil {
		return b.Folder
	}
	if w.Settings != nil && w.Settings.Folder != "" {
		return w.Settings.Folder
	}
	here, _ := os.Getwd()
	return here
}

// bare is an error without the name of the file, which is shown beside it.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// entries lists the folders, and the files that can be opened, by their names.
func entries(folder string) (out []ui.Entry, err error) {
	all, err := os.ReadDir(folder)
	for _, e := range all[:min(len(all), maxEntries)] {
		info, err := os.Stat(filepath.Join(folder, e.Name())) // of what a link leads to
		if err != nil || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		kind := open.KindOfName(e.Name())
		if info.IsDir() || info.Mode().IsRegular() && kind != "" {
			out = append(out, ui.Entry{Name: e.Name(), Folder: info.IsDir(), Kind: kind, Size: format.Bytes(info.Size())})
		}
	}
	slices.SortFunc(out, func(a, b ui.Entry) int {
		if a.Folder != b.Folder {
			return map[bool]int{true: -1, false: 1}[a.Folder]
		}
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return out, err
}

// peek looks at a file, in place of the one before.
func (w *Window) peek(ctx context.Context, path string) {
	w.browser.stop()
	ctx, cancel := context.WithCancel(ctx)
	found := make(chan string, 1)
	w.browser = browser{cancel, found}
	if b := w.UI.Browser; b != nil {
		b.Peeked, b.Preview = path, ""
	}
	options := w.Input
	go func() {
		defer func() {
			if p := recover(); p != nil {
				found <- "cannot be read"
			}
		}()
		select {
		case <-ctx.Done():
			return
		case <-time.After(peekDelay):
			found <- preview(ctx, path, options)
		}
	}()
}

// stop ends the looking.
func (b *browser) stop() {
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
	}
}

// followBrowser shows what was found.
func (w *Window) followBrowser() {
	if w.UI.Browser == nil {
		w.browser.stop()
		return
	}
	select {
	case text := <-w.browser.found:
		w.UI.Browser.Preview = text
	default:
	}
}

// preview says what is in a file.
func preview(ctx context.Context, path string, o open.Options) string {
	if words, ok := CommandOf(path); ok {
		return "A picture written by this program. Opening it restores its view, by 'viewer " + format.Shell(words) + "'."
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return bare(err).Error()
	case info.Size() > maxPeeked:
		return "The contents of large files are counted on opening."
	case !open.Known(path) && open.KindOfName(path) == open.KeysName:
		return format.Thousands(info.Size()/4) + " keys of 32 bits"
	}
	in, err := open.Read(ctx, path, o)
	if err != nil {
		return err.Error()
	}
	return in.Summary()
}

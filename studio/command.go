package studio

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/record"
)

// Host is the host of a stage: a window, or a canvas in tests.
type Host struct {
	*Stage
	// Load reads a file and opens it.
	Load func(Reading)
}

// Begin shows on a host what a command asks for.
type Begin func(Host) error

// Command returns the command line that opens the window on the present view: at the present
// moment if now is set, otherwise playing from the start. The error gives the reason if there
// is none.
func (s *Stage) Command(now bool) (string, error) {
	words, err := s.Shown().Command(now)
	if err != nil {
		return "", err
	}
	words = append([]string{programName}, words...)
	words = append(words, s.Given...)
	if theme := s.UI.Theme; theme.Name != render.Themes[0].Name {
		words = append(words, "--theme="+theme.Name)
	}
	n := max(1, s.Samples)
	words = append(words, fmt.Sprintf("--size=%dx%d", s.Width/n, s.Height/n))
	if ratio := s.Ratio / s.Dense(); ratio != 1 {
		words = append(words, fmt.Sprintf("--ui-scale=%g", ratio))
	}
	return format.Shell(words), nil
}

// copyCommand copies the command that shows the same, or prints what the lens shows.
func (w *Window) copyCommand() error {
	command, err := w.Command(true)
	if w.lens.Lens != nil {
		command, err = w.lens.Command()
	}
	if err != nil {
		return err
	}
	if w.clipboard != nil {
		w.clipboard.SetText(command)
	}
	w.Log.Write("copied", command)
	w.UI.Confirm("Copied: " + command)
	return nil
}

// Label returns the command stored in recordings, which plays the view from the start.
func (s *Stage) Label() string { return s.label(false) }

// programName is the first word of commands.
const programName = "viewer"

// label is the command that a picture says of itself; none where no command shows it.
func (s *Stage) label(now bool) string {
	command, err := s.Command(now)
	if err != nil {
		return ""
	}
	return command
}

// CommandOf returns the words of the command stored in a picture, without the name of the
// program; ok is false if the file is not a picture or has none. Named files that do not exist
// are looked up beside the picture.
func CommandOf(path string) (words []string, ok bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	words, err = format.ParseShell(record.Command(f))
	if err != nil || len(words) == 0 || words[0] != programName {
		return nil, false
	}
	for i := range words {
		words[i] = Beside(filepath.Dir(path), words[i])
	}
	return words[1:], true
}

// Beside returns a word with the file that it names, if it names one that exists in a folder only.
func Beside(folder, word string) string {
	flag, name, isFlag := strings.Cut(word, "=")
	switch {
	case !strings.HasPrefix(word, "-"):
		flag, name = "", word
	case isFlag:
		flag += "="
	}
	if _, err := os.Stat(name); err == nil || name == "" || filepath.IsAbs(name) {
		return word
	}
	if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
		return word
	}
	return flag + filepath.Join(folder, name)
}

// ErrNotShown is the error of View.Command if nothing is shown.
var ErrNotShown = fault.Input.Errorf("nothing is shown yet")

// Reset closes all views, so that the next one begins as in a new window.
func (s *Stage) Reset() error {
	for i, v := range s.views {
		if v != nil && i != s.shown {
			v.Release()
			s.views[i] = nil
		}
	}
	old, before := s.views[s.shown], s.shown
	s.views[before] = nil
	if _, err := s.Show(s.Families[0].Name); err != nil {
		s.views[before] = old
		return err
	}
	old.Release()
	s.Opened = nil
	return nil
}

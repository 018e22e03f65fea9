// Package config keeps the user's settings between two windows: the window's size and place, the
// theme, the last folder and files, and parameters. They are in one readable file; if it is missing
// or damaged, the program starts with its defaults.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
)

// Version of the file's form.
const Version = 1

// MaxRecent is how many files are remembered.
const MaxRecent = 8

// maxBytes is more than any file of ours has.
const maxBytes = 1 << 20

// Window is a size and a place on the screen, in units of the window system. A size of zero is
// the usual one, at a place that the window system chooses.
type Window struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	X      int `json:"x"`
	Y      int `json:"y"`
}

// Chosen is an algorithm of a family, and the parameters that a person has given each one, as
// on the command line.
type Chosen struct {
	Algorithm string                       `json:"algorithm"`
	Params    map[string]map[string]string `json:"parameters"`
}

// Settings are the remembered choices of a user.
type Settings struct {
	Version  int               `json:"version"`
	Window   Window            `json:"window"`
	Theme    string            `json:"theme"`  // name; empty for the usual one
	Folder   string            `json:"folder"` // where a file was opened last
	Recent   []string          `json:"recent"` // files, the last one first
	Families map[string]Chosen `json:"families"`

	path   string   // empty if nothing is kept
	opened []string // files opened since the last Save, the last one first
}

// Load reads the settings in a folder, of which there may be none yet. If they cannot be used
// the error says why in one sentence; then the settings are the usual ones, and Save keeps
// nothing, so that the file can be mended.
func Load(folder string) (*Settings, error) {
	s := &Settings{Version: Version, path: filepath.Join(folder, "settings.json")}
	if err := s.read(); err != nil {
		return &Settings{Version: Version}, err
	}
	return s, nil
}

// Turn returns how many other windows have the same settings, as far as windows do not overlap, and a function that ends this one.
func (s *Settings) Turn() (n int, done func()) {
	if s == nil || s.path == "" {
		return 0, func() {}
	}
	const most = 8
	return output.Turn(filepath.Dir(s.path), "window", most)
}

// read reads the file, if there is one.
func (s *Settings) read() error {
	err := s.parse()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fault.Input.Errorf("the settings in %s are neither used nor saved: %w", s.path, err)
}

func (s *Settings) parse() error {
	b, err := source.Read(s.path, maxBytes)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, s); err != nil {
		return err
	}
	switch w := s.Window; {
	case s.Version != Version:
		return fmt.Errorf("they are of version %d, and this program reads version %d", s.Version, Version)
	case w.Width < 0 || w.Height < 0 || w.Width > 1<<14 || w.Height > 1<<14:
		return fmt.Errorf("a window cannot have %d × %d pixels", w.Width, w.Height)
	}
	s.Recent = s.Recent[:min(len(s.Recent), MaxRecent)]
	return nil
}

// Save writes the settings: the file is complete or as before. It keeps the files that other windows
// have opened meanwhile, and the choices of families that this one has not shown.
func (s *Settings) Save() error {
	if s == nil || s.path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return output.Alone(s.path+".lock", func() error {
		kept := &Settings{Version: Version, path: s.path}
		if err := kept.read(); err != nil {
			return err
		}
		s.Recent = latest(s.opened, kept.Recent, s.Recent)
		families := kept.Families
		if families == nil {
			families = s.Families
		}
		maps.Copy(families, s.Families)
		s.Families = families
		s.opened = nil
		return output.Regular(s.path, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "\t")
			return e.Encode(s)
		})
	})
}

// latest joins lists of files and returns the first files, each once.
func latest(lists ...[]string) (files []string) {
	for _, path := range slices.Concat(lists...) {
		if len(files) < MaxRecent && !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	return files
}

// Opened remembers that a file was opened.
func (s *Settings) Opened(path string) {
	if s == nil || path == "" {
		return
	}
	if _, err := os.Stat(path); err == nil {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole
		}
		s.Folder = filepath.Dir(path)
	}
	s.opened, s.Recent = latest([]string{path}, s.opened), latest([]string{path}, s.Recent)
}

// Choose remembers the algorithm of a family and the parameters that it was given.
func (s *Settings) Choose(family, algorithm string, params map[string]string) {
	if s == nil {
		return
	}
	if s.Families == nil {
		s.Families = map[string]Chosen{}
	}
	c := s.Families[family]
	if c.Params == nil {
		c.Params = map[string]map[string]string{}
	}
	if c.Algorithm = algorithm; len(params) > 0 {
		c.Params[algorithm] = params
	} else {
		delete(c.Params, algorithm)
	}
	s.Families[family] = c
}

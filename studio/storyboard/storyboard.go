// Package storyboard reads storyboards: TOML files that describe a recording with the flags of
// command lines (docs/storyboards.md). It plays nothing.
package storyboard

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/source"
	"kernelscope/internal/tomlfile"
)

// Board is a storyboard. The keys of the file are the names of the fields in lower case.
type Board struct {
	Title   string
	Size    string  // such as 960x600, which it is where the file says none
	Ratio   float64 // pixels for one of a plain display; 1
	FPS     int     // frames per second; 25
	Theme   string  // the first one if empty
	Panel   bool    // the panel is shown
	Caption bool    // the line of the caption is shown; on
	// Supersample draws frames twice as wide and high, and averages.
	Supersample bool
	Shots       []Shot `toml:"shot"`

	Width, Height int `toml:"-"` // of Size

	places tomlfile.Places
}

// Shot shows what a command shows.
type Shot struct {
	Show  string // the command line, without the name of the program
	Steps []Step `toml:"step"`

	Words []string          `toml:"-"` // of Show
	At    tomlfile.Position `toml:"-"`
}

// Step is a part of a shot. Its fields take effect in order.
type Step struct {
	Caption *string // text from here on; none if empty
	Set     string  // flags: the command is carried out anew with them in addition
	Look    string  // flags of the camera at the end of the step, or "whole"
	Until   string  // the moment at the end of the step; see Moment
	Frames  int     // during which camera and algorithm go there; they are there immediately if zero
	Hold    int     // frames after that, in which nothing moves
	Picture string  // file in which the last frame is written, beside the recording

	SetWords, LookWords []string          `toml:"-"`
	Moment              Moment            `toml:"-"`
	At                  tomlfile.Position `toml:"-"`
}

// Moment is one of the timeline of an algorithm. A word alone is a fact of its events, and stands
// for the next event in which the fact is another one; with a number it stands for the first
// event in which the fact is at least as great. "end" and "step N" are what they say.
type Moment struct {
	Fact   string // empty for none
	Value  float64
	Valued bool
}

// The words of moments that stand for no fact.
const (
	End = "end"
	At  = "step"
)

// Bounds of storyboards.
const (
	MaxBytes  = 1 << 20
	MaxFrames = 36000 // ten minutes at 60 frames per second
	maxText   = 400   // bytes of a caption
)

// Open reads the storyboard of a path. Errors say where they are, and wrap fault.Input.
func Open(ctx context.Context, path string) (*Board, error) {
	f, err := source.Open(ctx, path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, source.Named(path, err)
	}
	return Parse(path, text)
}

// Parse reads the storyboard of a file of some name.
func Parse(name string, text []byte) (*Board, error) {
	if len(text) > MaxBytes {
		return nil, fault.Input.Errorf("%s: a storyboard of more than %d bytes", name, MaxBytes)
	}
	b := &Board{Size: "960x600", Ratio: 1, FPS: 25, Caption: true}
	places, err := tomlfile.Decode(name, text, b)
	if b.places = places; err != nil {
		return nil, err
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	for i := range b.Shots {
		if err := b.shot(i); err != nil {
			return nil, err
		}
	}
	if n := b.Frames(); n < 1 || n > MaxFrames {
		return nil, b.wrong("shot", "the frames and hold of all steps are %d frames, not between 1 and %d", n, MaxFrames)
	}
	return b, nil
}

// Frames returns how many frames the storyboard has.
func (b *Board) Frames() (n int) {
	for _, s := range b.Shots {
		for _, step := range s.Steps {
			n += step.Frames + step.Hold
		}
	}
	return n
}

// Pictures returns the paths of the pictures that steps ask for, in a folder.
func (b *Board) Pictures(folder string) (paths []string) {
	for _, s := range b.Shots {
		for _, step := range s.Steps {
			if step.Picture != "" {
				paths = append(paths, filepath.Join(folder, step.Picture))
			}
		}
	}
	return paths
}

// Titled reports whether any step has a caption.
func (b *Board) Titled() bool {
	for _, s := range b.Shots {
		for _, step := range s.Steps {
			if step.Caption != nil {
				return true
			}
		}
	}
	return false
}

// check checks what is said of the whole.
func (b *Board) check() error {
	x, y, ok := strings.Cut(b.Size, "x")
	var err0, err1 error
	b.Width, err0 = strconv.Atoi(x)
	b.Height, err1 = strconv.Atoi(y)
	switch {
	case !ok || err0 != nil || err1 != nil || b.Width < 160 || b.Height < 120 || b.Width > 7680 || b.Height > 4320:
		return b.wrong("size", "size is %q; give width and height such as 960x600, from 160x120 to 7680x4320", b.Size)
	case !(b.Ratio >= 0.5 && b.Ratio <= 8):
		return b.wrong("ratio", "ratio is %g, not between 0.5 and 8", b.Ratio)
	case b.FPS < 1 || b.FPS > 100:
		return b.wrong("fps", "fps is %d, not between 1 and 100", b.FPS)
	case len(b.Title) > maxText:
		return b.wrong("title", "the title has %d bytes; %d are the most", len(b.Title), maxText)
	case len(b.Shots) == 0:
		return b.wrong("", "there is no [[shot]]")
	}
	return nil
}

// shot checks a shot and divides its words.
func (b *Board) shot(i int) (err error) {
	s, key := &b.Shots[i], fmt.Sprintf("shot[%d]", i)
	s.At = b.places.Of(key + ".show")
	if s.Words, err = format.ParseShell(s.Show); err != nil {
		return s.At.Errorf("show: %v", err)
	}
	switch {
	case len(s.Words) > 0 && s.Words[0] == "viewer":
		return s.At.Errorf("show is %q; leave out the name of the program", s.Show)
	case len(s.Words) == 0:
		return s.At.Errorf("a shot has no show: the words of a command, such as %q", "sort -n 4096 -a radix")
	case len(s.Steps) == 0:
		return s.At.Errorf("a shot has no [[shot.step]]")
	}
	for k := range s.Steps {
		if err := b.step(&s.Steps[k], fmt.Sprintf("%s.step[%d]", key, k)); err != nil {
			return err
		}
	}
	return nil
}

// step checks a step and divides its words.
func (b *Board) step(s *Step, key string) (err error) {
	s.At = b.places.Of(key)
	if s.SetWords, err = format.ParseShell(s.Set); err != nil {
		return b.wrong(key+".set", "set: %v", err)
	}
	if s.LookWords, err = format.ParseShell(s.Look); err != nil {
		return b.wrong(key+".look", "look: %v", err)
	}
	if s.Moment, err = parseMoment(s.Until); err != nil {
		return b.wrong(key+".until", "%v", err)
	}
	switch {
	case s.Frames < 0 || s.Frames > MaxFrames:
		return b.wrong(key+".frames", "frames is %d, not between 0 and %d", s.Frames, MaxFrames)
	case s.Hold < 0 || s.Hold > MaxFrames:
		return b.wrong(key+".hold", "hold is %d, not between 0 and %d", s.Hold, MaxFrames)
	case s.Frames > 0 && s.Until == "" && s.Look == "":
		return b.wrong(key+".frames", "nothing moves during these frames: until or look says what, and hold is for frames that stay")
	case s.Caption != nil && (len(*s.Caption) > maxText || strings.ContainsAny(*s.Caption, "\n\r\t")):
		return b.wrong(key+".caption", "a caption is one line of at most %d bytes", maxText)
	case s.Picture != "" && (filepath.Base(s.Picture) != s.Picture || strings.ToLower(filepath.Ext(s.Picture)) != ".png" || strings.ContainsAny(s.Picture, `%\`)):
		return b.wrong(key+".picture", "picture is %q, not the name of a .png file without a folder", s.Picture)
	}
	return nil
}

// parseMoment reads until.
func parseMoment(text string) (m Moment, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return m, nil
	}
	m.Fact = words[0]
	if len(words) == 2 {
		m.Value, err = strconv.ParseFloat(words[1], 64)
		m.Valued = true
	}
	if err != nil || len(words) > 2 || m.Fact == At && !m.Valued || m.Fact == End && m.Valued || m.Valued && !(m.Value >= 0 && m.Value <= 1<<53) {
		return m, fmt.Errorf("until is %q, not %q, %q, the name of a fact, or that with a number", text, "end", "step 300")
	}
	return m, nil
}

// wrong is an error of the value of a key.
func (b *Board) wrong(key, text string, args ...any) error {
	return b.places.Of(key).Errorf(text, args...)
}

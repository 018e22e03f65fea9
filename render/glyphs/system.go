package glyphs

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/go-text/typesetting/font"
)

// system looks for fonts among the system's.
type system struct {
	list    func() []string
	files   []string // that were not opened yet, the best ones first
	listed  bool
	missing map[rune]bool // no font has these
}

// Bounds of the opened fonts, so that no character takes seconds.
const (
	maxFiles = 24       // font files
	maxBytes = 64 << 20 // of a file
)

// preferred are parts of the names of font files in lower case, the best ones first: plain
// letters of even strokes, then fonts with many scripts.
var preferred = []string{
	"notosans-regular", "dejavusans.", "notosanscjk-regular", "sourcehansans", "notosanssc", "notosansjp", "notosanskr", "pingfang", "hiragino",
	"msyh", "yugoth", "malgun", "wqy-microhei", "wqy-zenhei", "droidsansfallback", "notosansarabic-regular", "notosanshebrew-regular",
	"notosansdevanagari-regular", "notosansthai-regular", "arialuni", "arial unicode", "segoeui.", "arial.", "unifont", "freesans.",
}

// find returns a font that has a character, nil if there is none. Each font that was opened on
// the way is passed to keep.
func (s *system) find(r rune, keep func(*font.Face)) *font.Face {
	if s.missing[r] {
		return nil
	}
	if !s.listed {
		s.files, s.listed = ranked(s.list()), true
	}
	for len(s.files) > 0 {
		face := open(s.files[0])
		s.files = s.files[1:]
		if face == nil {
			continue
		}
		keep(face)
		if _, ok := face.NominalGlyph(r); ok {
			return face
		}
	}
	s.missing[r] = true
	return nil
}

// open reads a font, nil if it cannot.
func open(path string) (face *font.Face) {
	defer func() {
		if recover() != nil { // the file is damaged, which the reader has not foreseen
			face = nil
		}
	}()
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxBytes {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	faces, err := font.ParseTTC(f)
	if err != nil || len(faces) == 0 {
		return nil
	}
	return faces[0]
}

// ranked returns the fonts that are worth to be opened, the best ones first.
func ranked(files []string) []string {
	rank := func(path string) int {
		name := strings.ToLower(filepath.Base(path))
		return slices.IndexFunc(preferred, func(p string) bool { return strings.HasPrefix(name, p) })
	}
	files = slices.DeleteFunc(slices.Clone(files), func(path string) bool { return rank(path) < 0 })
	slices.SortFunc(files, func(a, b string) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return files[:min(len(files), maxFiles)]
}

// systemFiles lists the font files of the system.
func systemFiles() (files []string) {
	for _, dir := range folders() {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc", ".otc":
				files = append(files, path)
			}
			return nil // a folder that cannot be read has no fonts
		})
	}
	return files
}

// folders are where systems keep fonts.
func folders() []string {
	home, _ := os.UserHomeDir()
	switch runtime.GOOS {
	case "windows":
		return []string{filepath.Join(os.Getenv("WINDIR"), "Fonts")}
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library", "Fonts")}
	}
	return []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local", "share", "fonts"), filepath.Join(home, ".fonts")}
}

package output

import (
	"path/filepath"
	"strings"
	"testing"
)

// FuzzPattern: a pattern that is allowed names different files, in one folder.
func FuzzPattern(f *testing.F) {
	for _, text := range []string{"%d", "frames/%04d.png", "x%.png", "%s", "%d%d", "%%d", "%099d", "a%d/b%d", "%-3d", "\n%d", "%d\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePattern(text)
		if err != nil {
			return
		}
		one, other := p.Name(1), p.Name(23)
		if one == other || strings.Contains(one, "%!") || filepath.Dir(one) != filepath.Dir(other) {
			t.Errorf("%q names %q and %q", text, one, other)
		}
	})
}

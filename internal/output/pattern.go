package output

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Pattern is the name of numbered files, such as frames/%04d.png.
type Pattern string

// number is what stands for the number, with up to nine digits.
var number = regexp.MustCompile(`^[^%]*%(0[1-9])?d[^%]*$`)

// ParsePattern checks that a name has one place for a number, %d or %04d, and no other
// percent sign.
func ParsePattern(text string) (Pattern, error) {
	if !number.MatchString(text) || strings.Contains(filepath.Dir(text), "%") {
		return "", fmt.Errorf("%q is not the name of numbered files, such as frames/%%04d.png with one %%d and no other %%", text)
	}
	return Pattern(text), nil
}

// Name returns the name of the nth file.
func (p Pattern) Name(n int) string { return fmt.Sprintf(string(p), n) }

// Existing lists the existing files of the pattern.
func (p Pattern) Existing() (paths []string) {
	folder, name := filepath.Split(string(p))
	entries, _ := os.ReadDir(filepath.Clean(folder))
	for _, e := range entries {
		var n int
		if _, err := fmt.Sscanf(e.Name(), name, &n); err == nil && fmt.Sprintf(name, n) == e.Name() {
			paths = append(paths, folder+e.Name())
		}
	}
	return paths
}

package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testName matches a function with its folder, or in the folder of the name before it.
var testName = regexp.MustCompile("`(?:([a-z0-9/-]+)\\.)?((?:Test|Fuzz)\\w+)`")

// TestDocument looks for each test that the table of faults names.
func TestDocument(t *testing.T) {
	const root = "../.."
	doc, err := os.ReadFile(filepath.Join(root, "docs", "reliability.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := testName.FindAllStringSubmatch(string(doc), -1)
	if len(names) < 50 {
		t.Errorf("only %d tests are named", len(names))
	}
	folder := ""
	for _, n := range names {
		if n[1] != "" {
			folder = n[1]
		}
		files, _ := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		found := false
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(b), "\nfunc "+n[2]+"(")
		}
		if !found {
			t.Errorf("there is no %s in %s", n[2], folder)
		}
	}
}

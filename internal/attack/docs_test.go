package attack

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testName matches a test with its folder.
var testName = regexp.MustCompile(`([a-z0-9/-]+)\.((?:Test|Fuzz)\w+)`)

// TestDocument looks for each test that the list of faults names. A fault has one at least, or says
// that it was tried or read.
func TestDocument(t *testing.T) {
	const root = "../.."
	doc, err := os.Open(filepath.Join(root, "docs", "faults.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	rows, err := csv.NewReader(doc).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 80 {
		t.Errorf("there are only %d faults", len(rows)-1)
	}
	for _, row := range rows[1:] {
		names := testName.FindAllStringSubmatch(row[3], -1)
		if len(names) == 0 && !strings.HasPrefix(row[3], "tried") && row[3] != "read" {
			t.Errorf("%s: no test", row[1])
		}
		for _, n := range names {
			if !declares(t, filepath.Join(root, n[1]), n[2]) {
				t.Errorf("%s: there is no %s in %s", row[1], n[2], n[1])
			}
		}
	}
}

// declares reports whether a test of a folder has a function.
func declares(t *testing.T, folder, name string) bool {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(folder, "*_test.go"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

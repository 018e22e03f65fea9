// Package osmtest finds the real data of tests and benchmarks: the folder named by
// KERNELSCOPE_DATA, or shared/data next to the checkout, and the extracts in the paulmach/osm
// module.
package osmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/paulmach/osm" // for its test data
)

// Data returns the path of a file or folder of the data. If there is none, the test is skipped, or
// fails in CI, which must have it.
func Data(t testing.TB, elements ...string) string {
	t.Helper()
	for _, dir := range folders() {
		path := filepath.Join(append([]string{dir}, elements...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	missing(t, "the data folder %s is missing; set KERNELSCOPE_DATA", filepath.Join(elements...))
	return ""
}

func folders() []string {
	if dir := os.Getenv("KERNELSCOPE_DATA"); dir != "" {
		return []string{dir}
	}
	var out []string
	dir, _ := os.Getwd()
	for range 6 {
		dir = filepath.Dir(dir)
		out = append(out, filepath.Join(dir, "shared", "data"))
	}
	return out
}

func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Module returns the path of a test file of the paulmach/osm module.
func Module(t testing.TB, name string) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	if err != nil {
		missing(t, "cannot find the module github.com/paulmach/osm: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "testdata", name)
}

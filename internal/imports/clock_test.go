package imports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clocks are the tests that may read a clock, wait for a time or set one to wait for, and why. All
// others pass however long something takes: package clocktest counts work, waits for conditions with
// a patience of minutes, and moves the program's clock.
var clocks = map[string]string{
	"cmd/viewer/window_board_test.go":            "a shot of a storyboard is what was shown for a second",
	"cmd/viewer/window_faults_test.go":           "a patience of minutes",
	"compute/clip/bench_test.go":                 "a benchmark",
	"compute/sssp/measure/fake_test.go":          "a search that takes its time; nothing bounds it",
	"compute/timing/timing_test.go":              "a package that measures time",
	"database/bench_test.go":                     "a benchmark",
	"database/digest_test.go":                    "a benchmark",
	"database/use_test.go":                       "statements that would take minutes are cancelled while they run",
	"database/history_test.go":                   "a patience of minutes",
	"families/paths/session/roads_bench_test.go": "a benchmark",
	"internal/attack/":                           "attacks come at any time, and what does not end is a finding",
	"internal/clock/":                            "a package that measures time",
	"internal/output/output_test.go":             "a reader comes later than the writer; nothing bounds it",
	"internal/source/pipe_test.go":               "a silent pipe, which only the end of a time ends; a patience of minutes",
	"render/clips_bench_test.go":                 "a benchmark",
	"render/record/video_test.go":                "a recording that only the end of a time ends",
	"web/serve/bench_test.go":                    "a benchmark",
	"watch/timeline/length_test.go":              "a subject, which seeks until a time",
	"watch/watchtest/":                           "subjects seek until a time",
}

// reading lists the functions that read a clock or wait for a time.
var reading = map[string][]string{
	"time":                     {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"},
	"context":                  {"WithTimeout", "WithDeadline", "WithTimeoutCause", "WithDeadlineCause"},
	module + "/internal/clock": {"Now", "Since"},
}

// readsClock returns the functions of reading that a file calls.
func readsClock(f *ast.File) (calls []string) {
	names := map[string]string{}
	for _, i := range f.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		names[path.Base(p)] = p
		if i.Name != nil {
			names[i.Name.Name] = p
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(reading[names[x.Name]], s.Sel.Name) {
				calls = append(calls, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}

// Tests do not depend on the time that something takes.
func TestClocks(t *testing.T) {
	const root = "../.."
	unused := maps.Clone(clocks)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || !strings.HasSuffix(file, "_test.go") && !strings.HasSuffix(filepath.Dir(file), "test") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		calls := readsClock(parsed)
		if len(calls) == 0 {
			return nil
		}
		name, err := filepath.Rel(root, file)
		name = filepath.ToSlash(name)
		allowed := false
		for prefix := range clocks {
			if name == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(name, prefix) {
				allowed = true
				delete(unused, prefix)
			}
		}
		if !allowed {
			t.Errorf("%s reads a clock with %s: see package clocktest", name, strings.Join(calls, ", "))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range unused {
		t.Errorf("%s reads no clock: take it out of the list", name)
	}
}

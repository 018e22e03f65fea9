//go:build duckdb

package database_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/database"
	"kernelscope/internal/fault"
)

// fragile returns a database whose devices are lost when lost returns true for the number of the
// device and of the submission.
func fragile(t *testing.T, lost func(device, submission int) bool) (s session, devices *atomic.Int64) {
	open(t) // skips without a device
	devices = new(atomic.Int64)
	db, err := database.Open(t.Context(), database.Options{Open: func() (compute.Backend, func(), error) {
		n := int(devices.Add(1))
		return gputest.Elsewhere(t, gpu.Options{Fake: &gpu.Fake{Lost: func(submission int) bool { return lost(n, submission) }}})
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s = connect(t, db)
	s.rows(small)
	return s, devices
}

// asked maps statements with all functions to their answers.
var asked = map[string]string{
	"SELECT path_length('knows', 10, 40)":                                                                 "2",
	"SELECT count_shortest_paths('knows', 10, 40)":                                                        "2",
	"SELECT shortest_path('knows', 10, 40)":                                                               "[10 50 40]",
	"SELECT len(all_shortest_paths('knows', 10, 40))":                                                     "2",
	"SELECT distance('SELECT src, dst, 5 FROM knows', 10, 40)":                                            "10",
	"SELECT sum(length) FROM paths('knows', 'SELECT 10, 40 FROM range(3)')":                               "6",
	"SELECT sum(path_length('knows', a, b)) FROM (VALUES (10, 40), (10, 20), (20, 40), (60, 70)) t(a, b)": "6",
	"SELECT max(betweenness) > 0 FROM betweenness('knows')":                                               "true",
}

// If a device is lost at any submission, it is opened again, the graph is uploaded again, and the
// answer is correct.
func TestDeviceLost(t *testing.T) {
	for statement, want := range asked {
		most := 0
		s, _ := fragile(t, func(_, n int) bool { most = max(most, n); return false })
		if got := s.rows(statement); got != want {
			t.Fatalf("%s: got %s, want %s", statement, got, want)
		}
		for at := 1; at <= most; at += max(1, most/gputest.Count(3, 12)) {
			s, devices := fragile(t, func(device, n int) bool { return device == 1 && n == at })
			got, r := s.told(statement)
			if got != want || devices.Load() != 2 {
				t.Errorf("%s, lost at submission %d of %d: got %s, want %s, by %d devices", statement, at, most, got, want, devices.Load())
			}
			if len(r.Graphs()) != 1 {
				t.Errorf("%s: reported %v", statement, r.Lines())
			}
		}
	}
}

// If the second device is lost too, the statement fails with a device error, and the next statement
// succeeds once a device works again.
func TestDeviceLostForEver(t *testing.T) {
	var broken atomic.Bool
	for statement, want := range asked {
		s, _ := fragile(t, func(int, int) bool { return broken.Load() })
		broken.Store(true)
		_, _, err := s.try(t.Context(), statement)
		if fault.Code(err) != int(fault.Wrong) || !errors.Is(err, gpu.ErrDeviceLost) || !strings.Contains(err.Error(), "and once before that") {
			t.Errorf("%s: got %v", statement, err)
		}
		if got := s.rows("SELECT count(*) FROM knows"); got != "8" {
			t.Errorf("%s: then %s rows", statement, got)
		}
		broken.Store(false)
		if got := s.rows(statement); got != want {
			t.Errorf("%s: then %s, want %s", statement, got, want)
		}
	}
}

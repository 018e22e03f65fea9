package proof

import (
	"encoding/csv"
	"fmt"
	"os"

	"kernelscope/internal/fault"
)

// listing holds faults of a file that --survivors wrote: the algorithm, the kernel, the line and the fault.
type listing map[[4]string]bool

// listed reads such a file; an empty path lists nothing.
func listed(path string) (listing, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: --from: %w", fault.Input, err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment, r.FieldsPerRecord = '#', 5
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%w: --from %s: %w", fault.Input, path, err)
	}
	out := listing{}
	for _, row := range rows {
		out[[4]string(row)] = true
	}
	return out, nil
}

// has reports whether a mutant of an algorithm is listed, or nothing is.
func (l listing) has(algorithm string, j job) bool {
	return l == nil || l[[4]string{algorithm, j.kernel, j.At.String(), j.What}]
}

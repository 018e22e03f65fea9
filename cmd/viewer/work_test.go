package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"kernelscope/cli/proof"
	"kernelscope/compute"
	"kernelscope/compute/prove"
	"kernelscope/internal/fault"
	"kernelscope/internal/update"
)

// The work of each algorithm, in lane-instructions of plain trials, is what it was: a lost shortcut changes no result. Where a kernel's work
// changes on purpose, -update writes the new numbers. The short form has the first trials.
func TestWork(t *testing.T) {
	const file = "testdata/work.csv"
	isLong := *update.Golden || os.Getenv("KERNELSCOPE_LONG") != ""
	h, rows := proof.Host{Run: new(interpreted).run}, [][]string{{"algorithm", "trial", "work"}}
	was := map[string]int64{}
	if !*update.Golden {
		text, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer text.Close()
		old, err := csv.NewReader(text).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range old[1:] {
			was[r[0]+" "+r[1]], _ = strconv.ParseInt(r[2], 10, 64)
		}
	}
	for _, c := range proof.Cases {
		trials := 6
		if isLong {
			trials = prove.PlainTrials
		}
		for n := range trials {
			seed := prove.Plain + uint64(n)
			o, err := prove.Try(t.Context(), seed, c.Work(h, seed))
			if errors.Is(err, fault.Usage) || errors.Is(err, fault.Limit) || errors.Is(err, compute.ErrValue) {
				continue // not for this width
			}
			if err = errors.Join(err, o.Err); err != nil {
				t.Fatalf("%s, trial %d: %v", c.Name, n, err)
			}
			rows = append(rows, []string{c.Name, fmt.Sprint(n), fmt.Sprint(o.Steps)})
			if before := was[c.Name+" "+fmt.Sprint(n)]; !*update.Golden && !prove.IsSameWork(before, o.Steps) {
				t.Errorf("%s, trial %d (%v): %d lane-instructions, were %d", c.Name, n, slices.Clip(c.Draw(seed)), o.Steps, before)
			}
		}
	}
	if *update.Golden {
		f, err := os.Create(file)
		if err == nil {
			err = errors.Join(csv.NewWriter(f).WriteAll(rows), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

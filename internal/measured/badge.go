package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernelscope/internal/format"
)

// markProof begins the line that says how much the last proof tried.
const markProof = "<!-- proof -->"

// badged returns a page with that line, if it has one, made from the sheets proof and mutants.
func badged(page string, sheets map[string]sheet) (string, error) {
	before, rest, found := strings.Cut(page, markProof)
	if !found {
		return page, nil
	}
	_, after, found := strings.Cut(rest, markEnd)
	if !found {
		return "", fmt.Errorf("%s has no %s", markProof, markEnd)
	}
	line, err := proof(sheets["proof"], sheets["mutants"])
	return before + markProof + line + markEnd + after, err
}

// proof states the trials of a proof, and the faults in kernels that trials found.
func proof(trials, mutants sheet) (string, error) {
	if trials.rows == nil || mutants.rows == nil {
		return "", errors.New("the sheet proof or mutants is missing")
	}
	n, err := sum(trials, "trials")
	if err != nil {
		return "", err
	}
	dispatches, err := sum(trials, "dispatches")
	if err != nil {
		return "", err
	}
	fails := slices.Index(trials.rows[0], "fails")
	failed := 0
	for _, row := range trials.rows[1:] {
		if fails < 0 || row[fails] != "no" {
			failed++
		}
	}
	counts := map[string]int{}
	for _, head := range []string{"mutants", "found", "by work", "equivalent"} {
		if counts[head], err = last(mutants, head); err != nil {
			return "", err
		}
	}
	found, of := counts["found"]+counts["by work"], counts["mutants"]-counts["equivalent"]
	return fmt.Sprintf("%s trials with %s dispatches, %d of %d algorithms fail; %s of %s faults put into kernels are found, %.1f %%",
		format.Thousands(n), format.Thousands(dispatches), failed, len(trials.rows)-1, format.Thousands(found), format.Thousands(of), 100*float64(found)/float64(max(1, of))), nil
}

// sum adds up a column.
func sum(s sheet, head string) (total int, err error) {
	for i := range s.rows[1:] {
		n, err := cell(s, i+1, head)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// last returns a column's last cell, which is the sum of the others.
func last(s sheet, head string) (int, error) { return cell(s, len(s.rows)-1, head) }

func cell(s sheet, row int, head string) (int, error) {
	c := slices.Index(s.rows[0], head)
	if c < 0 {
		return 0, fmt.Errorf("a sheet has no column %q", head)
	}
	return strconv.Atoi(s.rows[row][c])
}

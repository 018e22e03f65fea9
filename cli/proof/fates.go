package proof

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
)

// score counts mutants and the lines of their kernels.
type score struct{ kernels, lines, executed, mutants, found, work, equivalent, missed, left int }

func (s *score) add(o score) {
	s.kernels += o.kernels
	s.lines += o.lines
	s.executed += o.executed
	s.mutants += o.mutants
	s.found += o.found
	s.work += o.work
	s.equivalent += o.equivalent
	s.missed += o.missed
	s.left += o.left
}

// count counts a mutant.
func (s *score) count(x fate) {
	s.mutants++
	switch {
	case errors.Is(x.Err, errWork):
		s.work++
	case x.Killed:
		s.found++
	case x.Equivalent != "":
		s.equivalent++
	case x.IsMissed:
		s.missed++
	default:
		s.left++
	}
}

// share returns the share of mutants that are found, of those that are not known to be equivalent, in percent.
func (s score) share() float64 {
	return 100 * float64(s.found+s.work) / float64(max(1, s.mutants-s.equivalent))
}

// mutantLine is described in docs/json.md.
type mutantLine struct {
	Type   string `json:"type"`
	Kernel string `json:"kernel"`
	Line   string `json:"line"`
	What   string `json:"what"`
	Killed bool   `json:"killed"`
	Name   string `json:"name,omitempty"`
	Seed   uint64 `json:"seed,omitempty"`
	Text   string `json:"text,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// fates prints what became of the mutants of a case: a line, then the survivors; or all as JSON.
func (p printer) fates(c Case, trials []trial, all []fate) (score, error) {
	var s score
	lines := map[string]map[simt.Line]bool{}
	for _, t := range trials {
		for kernel, ran := range t.ran {
			if lines[kernel] == nil {
				lines[kernel] = map[simt.Line]bool{}
			}
			for l, executed := range ran {
				lines[kernel][l] = lines[kernel][l] || executed
			}
		}
	}
	for _, kernel := range slices.Sorted(maps.Keys(lines)) {
		s.kernels++
		s.lines += len(lines[kernel])
		for _, executed := range lines[kernel] {
			if executed {
				s.executed++
			}
		}
	}
	out := format.JSON(p.out)
	for _, x := range all {
		s.count(x)
		text := ""
		if x.Killed {
			text, _, _ = strings.Cut(x.Err.Error(), "\n")
		} else {
			p.survivors.add(c.Name, x.Kernel, x.At, x.What, x.reason())
		}
		if p.json {
			if err := out.Encode(mutantLine{"mutant", x.Kernel, x.At.String(), x.What, x.Killed, x.By, x.Seed, text, x.reason()}); err != nil {
				return s, err
			}
		}
	}
	p.row(c.Name, s)
	if p.json {
		return s, nil
	}
	_, err := fmt.Fprintf(p.out, "%s: %d mutants of %d kernels: %d are found by results, %d by work; %d are equivalent; not executed %d, left %d\n",
		c.Name, s.mutants, s.kernels, s.found, s.work, s.equivalent, s.missed, s.left)
	for _, x := range all {
		if err == nil && !x.Killed {
			_, err = fmt.Fprintf(p.out, "survives: %s, %v: %s: %s\n", x.Kernel, x.At, x.What, x.reason())
		}
	}
	return s, err
}

func (p printer) row(name string, s score) {
	p.sheet.add(name, s.kernels, s.lines, s.executed, s.mutants, s.found, s.work, s.equivalent, s.missed, s.left)
}

// total prints the sum of all cases.
func (p printer) total(s score) error {
	p.row("all", s)
	if p.json {
		return nil
	}
	_, err := fmt.Fprintf(p.out, "%d of %d mutants are found, %.1f %% of those that are not equivalent\n", s.found+s.work, s.mutants, s.share())
	return err
}

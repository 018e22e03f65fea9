package command

import (
	"cmp"
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/scene/graphgen"
)

// maxPairs bounds the pairs of a list, so that one fits into memory with its answers.
const maxPairs = 1 << 24

// check checks the flags and fills in the numbers of pairs and the scale factors.
func (f *benchFlags) check() error {
	other := f.bars || f.study
	switch {
	case f.repeat < 1:
		return cli.Usage("--repeat is %d; at least one run is needed", f.repeat)
	case f.limit <= 0:
		return cli.Usage("--limit is %s; it must be a positive time", f.limit)
	case f.bars && (f.study || f.chart != ""):
		return cli.Usage("--bars cannot be combined with --study or --chart")
	case f.save != "" && f.study:
		return cli.Usage("--save cannot be combined with --study")
	case other && (f.normalized || f.json || f.csv):
		return cli.Usage("--normalized, --json and --csv cannot be combined with --bars or --study")
	case f.json && f.csv:
		return cli.Usage("--json and --csv cannot be combined")
	case f.exact < 0 || f.exact > 0 && !f.bars:
		return cli.Usage("--exact is %s; it must be a positive time and needs --bars", f.exact)
	}
	if err := cmp.Or(cli.CheckChart("--chart", f.chart), f.readFactors(), f.readLists()); err != nil {
		return err
	}
	switch {
	case other && len(f.lists) > 1 && f.n == 0 && f.pairs != "":
		return cli.Usage("--pairs is %q; with --bars or --study it is one number", f.pairs)
	case f.study && len(f.factors) > 1:
		return cli.Usage("--sf is %q; with --study it is one scale factor", f.sf)
	}
	return nil
}

// readFactors reads --sf.
func (f *benchFlags) readFactors() error {
	for word := range strings.SplitSeq(f.sf, ",") {
		sf, err := cli.Count("--sf", word)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(graphgen.SNBSizes(), func(s graphgen.SNBSize) bool { return s.Factor == sf }) {
			return fault.Limit.Errorf("--sf has %d, which is not 1, 3, 10, 30, 100 or 300", sf)
		}
		f.factors = append(f.factors, sf)
	}
	slices.Sort(f.factors)
	f.factors = slices.Compact(f.factors)
	return nil
}

// readLists reads --pairs.
func (f *benchFlags) readLists() error {
	const least, most, grows = 1, 1 << 16, 4
	if !strings.ContainsAny(f.pairs, ",.") {
		greatest := most
		if f.pairs != "" {
			n, err := pairsOf(f.pairs)
			if err != nil {
				return err
			}
			f.n, greatest = n, n
		}
		for n := least; n <= greatest; n *= grows {
			f.lists = append(f.lists, n)
		}
		return nil
	}
	for word := range strings.SplitSeq(f.pairs, ",") {
		from, to, isRange := strings.Cut(word, "..")
		first, err := pairsOf(from)
		last := first
		if isRange && err == nil {
			last, err = pairsOf(to)
		}
		if err != nil {
			return err
		}
		if last < first {
			return cli.Usage("--pairs has %q; the second number must not be less", word)
		}
		for n := first; n <= last; n *= 2 {
			f.lists = append(f.lists, n)
		}
	}
	slices.Sort(f.lists)
	f.lists = slices.Compact(f.lists)
	return nil
}

// pairsOf reads a number of pairs.
func pairsOf(word string) (int, error) {
	n, err := cli.Count("--pairs", word)
	switch {
	case err != nil:
		return 0, err
	case n < 1:
		return 0, cli.Usage("--pairs has %d; a list has at least one pair", n)
	case n > maxPairs:
		return 0, fault.Limit.Errorf("--pairs has %d; a list has at most %d pairs", n, maxPairs)
	}
	return n, nil
}

// redraw draws the chart of a sheet.
func redraw(f benchFlags) error {
	if f.chart == "" {
		return cli.Usage("--rows needs --chart, the file to draw")
	}
	if err := cli.CheckChart("--chart", f.chart); err != nil {
		return err
	}
	rows, err := readFactors(f.rows)
	if err != nil {
		return err
	}
	return rows.draw(f)
}

package place

import (
	"context"
	"fmt"
	"io"
	"strings"

	"kernelscope/internal/fault"
)

// MaxPairs is the greatest number of pairs in a file.
const MaxPairs = 1 << 22

// Pairs is a list of pairs of places. A place in several pairs is looked up once.
type Pairs struct {
	Places   []Named
	Problems []string // why a place was not found; empty otherwise
	List     [][2]int // source and target, in Places
}

// ReadPairs reads a CSV file of pairs of places, or the standard input for "-". A header names the
// columns of ReadFile twice, prefixed with source_ and target_; source and target alone are places.
// Without a header, a line has two places or two pairs of lon and lat. A place that is not on the
// map or, unless most is zero, more than most metres from a node is a problem of its pair, not an
// error.
func (f *Finder) ReadPairs(ctx context.Context, path string, most float64) (*Pairs, error) {
	r := &pairReader{Finder: f, most: most, at: map[string]int{}}
	if err := reading(ctx, path, "pairs", r.read); err != nil {
		return nil, err
	}
	return &r.pairs, nil
}

// pairReader reads pairs.
type pairReader struct {
	*Finder
	most    float64
	pairs   Pairs
	at      map[string]int // index of each place, by text and name
	columns [2]*placeColumns
}

func (r *pairReader) read(ctx context.Context, in io.Reader) error {
	err := eachLine(ctx, in, func(cells []string) error {
		if r.columns[0] == nil {
			isHeader, err := r.header(cells)
			if err != nil || isHeader {
				return err
			}
		}
		if len(r.pairs.List) == MaxPairs {
			return fmt.Errorf("there are more than %d pairs", MaxPairs)
		}
		return r.pair(cells)
	})
	if err == nil && len(r.pairs.List) == 0 && ctx.Err() == nil {
		err = fmt.Errorf("there are no pairs in it")
	}
	return err
}

// header parses a header, if the first line is one.
func (r *pairReader) header(cells []string) (isHeader bool, err error) {
	for side, prefix := range []string{"source", "target"} {
		names := make([]string, len(cells))
		for i, cell := range cells {
			switch name := strings.ToLower(cell); {
			case name == prefix:
				names[i] = "place"
			case strings.HasPrefix(name, prefix+"_"):
				names[i] = name[len(prefix)+1:]
			}
		}
		has := false
		if r.columns[side], has, err = columnsOf(names); err != nil {
			return false, fmt.Errorf("%s: %w", prefix, err)
		}
		if side == 1 && has != isHeader {
			return false, fmt.Errorf("the header names only one of source and target")
		}
		isHeader = has
	}
	return isHeader, nil
}

// pair parses a line.
func (r *pairReader) pair(cells []string) error {
	sides := [2][]string{cells, cells}
	if *r.columns[0] == bare {
		if len(cells) != 2 && len(cells) != 4 {
			return fmt.Errorf("%d columns without a header: a line must have two places, or a header must name the columns", len(cells))
		}
		half := len(cells) / 2
		sides = [2][]string{cells[:half], cells[half:]}
	}
	var pair [2]int
	for side, cells := range sides {
		text, name, err := r.columns[side].text(cells)
		if err != nil {
			return err
		}
		pair[side] = r.place(text, name)
	}
	r.pairs.List = append(r.pairs.List, pair)
	return nil
}

// place returns the index of a place, which it looks up if it is new.
func (r *pairReader) place(text, name string) int {
	key := text + "\x00" + name
	i, ok := r.at[key]
	if ok {
		return i
	}
	p := Named{Name: name}
	if name == "" {
		p.Name = text
	}
	problem := ""
	var err error
	if p.Place, err = r.Find(text, nil); err != nil {
		problem = err.Error()
	} else if r.most > 0 && p.Snap > r.most {
		problem = fmt.Sprintf("%.60q is %.0f m from the nearest node", text, p.Snap)
	}
	i = len(r.pairs.Places)
	r.at[key] = i
	r.pairs.Places, r.pairs.Problems = append(r.pairs.Places, p), append(r.pairs.Problems, problem)
	return i
}

// bad wraps an error in a list of places.
func bad(what, path string, err error) error {
	return fault.Input.Errorf("bad list of %s: %s: %w", what, path, err)
}

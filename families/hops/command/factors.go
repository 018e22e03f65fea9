package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/report"
)

// factor holds the measurements on the graph of a scale factor.
type factor struct {
	sf, people, edges int
	lists             []int       // numbers of pairs
	wall              [][]float64 // ms by list and scheme; zero if left out
}

// micros returns the time of a pair, or zero if the list was left out.
func (f *factor) micros(list, scheme int) float64 {
	return 1e3 * f.wall[list][scheme] / float64(f.lists[list])
}

// factors are measurements of schemes on the graphs of several scale factors.
type factors struct {
	schemes []string
	graphs  []factor
	note    string // device and date
}

// relative returns the time of each of some schemes over the time of the best; zero for what was left out.
func relative(wall []float64, schemes []int) []float64 {
	best, out := 0.0, make([]float64, len(wall))
	for _, i := range schemes {
		if w := wall[i]; w > 0 && (best == 0 || w < best) {
			best = w
		}
	}
	for _, i := range schemes {
		if wall[i] > 0 {
			out[i] = wall[i] / best
		}
	}
	return out
}

// Save writes a sheet with a line for each list, and µs of wall time per pair for each scheme.
func (f *factors) Save(w io.Writer, s report.Source) error {
	lines := [][]string{append([]string{"sf", "people", "edges", "pairs"}, f.schemes...)}
	for _, g := range f.graphs {
		for k, n := range g.lists {
			line := []string{fmt.Sprint(g.sf), fmt.Sprint(g.people), fmt.Sprint(g.edges), fmt.Sprint(n)}
			for i := range f.schemes {
				line = append(line, micros(g.micros(k, i)))
			}
			lines = append(lines, line)
		}
	}
	return s.Write(w, lines)
}

// micros formats a time of a pair.
func micros(t float64) string {
	if t == 0 {
		return "–"
	}
	return strconv.FormatFloat(t, 'g', 4, 64)
}

// readFactors reads what Save wrote.
func readFactors(path string) (*factors, error) {
	in, err := source.OpenRegular(path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer in.Close()
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, err
	}
	f, err := parseFactors(string(text))
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w; a sheet is expected that bench bfs --save wrote", path, err)
	}
	return f, nil
}

// parseFactors reads the text of a sheet.
func parseFactors(text string) (*factors, error) {
	known := map[string]string{}
	for strings.HasPrefix(text, "# ") {
		line, rest, _ := strings.Cut(text, "\n")
		key, value, _ := strings.Cut(line[2:], ": ")
		known[key], text = value, rest
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	const fixed = 4 // columns before the schemes
	if len(rows) < 2 || len(rows[0]) <= fixed || !slices.Equal(rows[0][:fixed], []string{"sf", "people", "edges", "pairs"}) {
		return nil, errors.New("the columns are not sf, people, edges, pairs and schemes")
	}
	f := &factors{schemes: rows[0][fixed:], note: notes(known["device"], known["date"])}
	for i, row := range rows[1:] {
		var numbers [fixed]int
		for k := range numbers {
			if numbers[k], err = strconv.Atoi(row[k]); err != nil || numbers[k] < 1 {
				return nil, fmt.Errorf("line %d has %s %q", i+2, rows[0][k], row[k])
			}
		}
		if n := len(f.graphs); n == 0 || f.graphs[n-1].sf != numbers[0] {
			f.graphs = append(f.graphs, factor{sf: numbers[0], people: numbers[1], edges: numbers[2]})
		}
		g := &f.graphs[len(f.graphs)-1]
		g.lists = append(g.lists, numbers[3])
		wall := make([]float64, len(f.schemes))
		for k, cell := range row[fixed:] {
			if cell == "–" {
				continue
			}
			t, err := strconv.ParseFloat(cell, 64)
			if err != nil || !(t > 0) {
				return nil, fmt.Errorf("line %d has the time %q for %s", i+2, cell, f.schemes[k])
			}
			wall[k] = t * float64(numbers[3]) / 1e3
		}
		g.wall = append(g.wall, wall)
	}
	return f, nil
}

// notes says below a chart where its times are from.
func notes(device, date string) string {
	return fmt.Sprintf("Medians of wall times of lists of random pairs on %s, %s", device, date)
}

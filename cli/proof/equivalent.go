package proof

import (
	_ "embed"
	"encoding/csv"
	"strings"

	"kernelscope/compute/simt"
	"kernelscope/shaders"
)

// equivalents lists faults that make no difference: the file of the line, its text, the fault, and why.
//
//go:embed equivalent.csv
var equivalents string

// key is a fault in a line of a kernel's source, wherever it is.
type key struct{ file, text, what string }

// known returns the reasons of the list.
func known() (map[key]string, error) {
	rows, err := csv.NewReader(strings.NewReader(equivalents)).ReadAll()
	if err != nil {
		return nil, err
	}
	out := map[key]string{}
	for _, r := range rows[1:] {
		out[key{r[0], r[1], r[2]}] = r[3]
	}
	return out, nil
}

// equivalent returns why a mutant makes no difference, or nothing if that is not known.
func equivalent(x fate) (string, error) {
	all, err := known()
	if err != nil {
		return "", err
	}
	text, err := textOf(x.Kernel, x.At)
	return all[key{x.At.File, text, x.What}], err
}

// textOf returns a line of a kernel's source.
func textOf(kernel string, at simt.Line) (string, error) {
	code, err := shaders.SPIRV(kernel+".comp", false)
	if err != nil {
		return "", err
	}
	m, err := simt.Load(code)
	if err != nil {
		return "", err
	}
	lines := strings.Split(m.Sources()[at.File], "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return "", nil
	}
	return strings.TrimSpace(lines[at.Line-1]), nil
}

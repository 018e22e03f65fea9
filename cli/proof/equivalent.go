package proof

import (
	_ "embed"
	"encoding/csv"
	"strings"
	"sync"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/shaders"
)

// equivalents lists faults that make no difference: the file of the line, its text, the fault, and why; without a file, the kernel.
//
//go:embed equivalent.csv
var equivalents string

// key is a fault in a line of a kernel's source, wherever it is.
type key struct{ file, text, what string }

// known returns the reasons of the list, which it reads once.
var known = sync.OnceValues(func() (map[key]string, error) {
	rows, err := csv.NewReader(strings.NewReader(equivalents)).ReadAll()
	if err != nil {
		return nil, err
	}
	out := map[key]string{}
	for _, r := range rows[1:] {
		out[key{r[0], r[1], r[2]}] = r[3]
	}
	return out, nil
})

// equivalent returns why a mutant makes no difference, or nothing if that is not known.
func equivalent(x fate) (string, error) {
	all, err := known()
	if err != nil {
		return "", err
	}
	sources, err := sourcesOf(x.Kernel)
	return all[keyOf(sources, x.Kernel, x.Mutant)], err
}

// sourcesOf returns the source files of a kernel.
func sourcesOf(kernel string) (map[string]string, error) {
	code, err := shaders.SPIRV(kernel+".comp", false)
	if err != nil {
		return nil, err
	}
	m, err := simt.Load(code)
	if err != nil {
		return nil, err
	}
	return m.Sources(), nil
}

// keyOf returns the key of a fault, given the sources of its kernel.
func keyOf(sources map[string]string, kernel string, m prove.Mutant) key {
	lines := strings.Split(sources[m.At.File], "\n")
	if m.At.Line < 1 || m.At.Line > len(lines) {
		return key{"", kernel, m.What}
	}
	return key{m.At.File, strings.TrimSpace(lines[m.At.Line-1]), m.What}
}

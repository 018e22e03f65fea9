package proof

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/shaders"
)

// equivalents lists faults that make no difference: the kernels, or all if there are none, the file of the line and its text, or
// nothing for memory, the fault, and why.
//
//go:embed equivalent.csv
var equivalents string

// key is a fault in a line of a kernel's source, wherever it is; without a kernel, of all kernels.
type key struct{ kernel, file, text, what string }

// known returns the reasons of the list, which it reads once.
var known = sync.OnceValues(func() (map[key]string, error) {
	rows, err := csv.NewReader(strings.NewReader(equivalents)).ReadAll()
	if err != nil {
		return nil, err
	}
	out := map[key]string{}
	for _, r := range rows[1:] {
		kernels := strings.Fields(r[0])
		if len(kernels) == 0 {
			kernels = []string{""}
		}
		for _, k := range kernels {
			out[key{k, r[1], r[2], r[3]}] = r[4]
		}
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
	k := keyOf(sources, x.Kernel, x.Mutant)
	reason := all[k]
	k.kernel = ""
	return cmp.Or(reason, all[k]), err
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

// keyOf returns the key of a fault, given the sources of its kernel. Of lines of a file with the same text the number tells which.
func keyOf(sources map[string]string, kernel string, m prove.Mutant) key {
	lines := strings.Split(sources[m.At.File], "\n")
	if m.At.Line < 1 || m.At.Line > len(lines) {
		return key{kernel: kernel, what: m.What}
	}
	text, same, before := strings.TrimSpace(lines[m.At.Line-1]), 0, 0
	for i, l := range lines {
		if strings.TrimSpace(l) == text {
			same++
			if i < m.At.Line {
				before++
			}
		}
	}
	if same > 1 {
		text += fmt.Sprintf(" #%d", before)
	}
	return key{kernel, m.At.File, text, m.What}
}

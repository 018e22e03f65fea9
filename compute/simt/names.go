package simt

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// names.txt lists the names of the specification's enumerants, one to a line: kind, number, name.
//
//go:embed names.txt
var nameList string

var names = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(nameList) {
		f := strings.Fields(line)
		out[f[0]+" "+f[1]] = f[2]
	}
	return out
})

// nameOf names an enumerant of a kind: op, capability, decoration, storage, builtin, mode or glsl.
func nameOf(kind string, number uint32) string {
	if s, ok := names()[fmt.Sprint(kind, " ", number)]; ok {
		return s
	}
	return fmt.Sprintf("%s %d", kind, number)
}

func nameOfOp(op uint16) string { return "Op" + nameOf("op", uint32(op)) }

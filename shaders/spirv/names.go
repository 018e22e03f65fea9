package spirv

import (
	_ "embed"
	"fmt"
	"strconv"
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

// Name names an enumerant of a kind: op, capability, decoration, storage (a class), builtin, mode, dim, format
// (of an image), or glsl (an instruction of GLSL.std.450).
func Name(kind string, number uint32) string {
	if s, ok := names()[fmt.Sprint(kind, " ", number)]; ok {
		return s
	}
	return fmt.Sprintf("%s %d", kind, number)
}

// Number returns the number of an enumerant of a kind of Name.
func Number(kind, name string) (uint32, bool) {
	n, ok := numbers()[kind+" "+name]
	return n, ok
}

var numbers = sync.OnceValue(func() map[string]uint32 {
	out := map[string]uint32{}
	for key, name := range names() {
		kind, number, _ := strings.Cut(key, " ")
		n, _ := strconv.ParseUint(number, 10, 32) // the list is right
		out[kind+" "+name] = uint32(n)
	}
	return out
})

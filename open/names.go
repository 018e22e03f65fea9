package open

import (
	"fmt"
	"strings"

	"kernelscope/format"
)

// KeysName is what KindOfName calls files of keys, whose contents say nothing.
const KeysName = "keys to sort"

// names are the endings of files that can be opened, without .gz and .bz2.
var names = []struct {
	kind    string
	endings []string
}{
	{"a map", []string{".osm.pbf", ".pbf", ".osm"}},
	{"a graph", []string{".gr", ".v", ".e", ".mtx", ".el", ".wel", ".csv", ".tsv", ".edges"}},
	{"a drawing", []string{".svg", ".svgz"}},
	{"a graph or clips", []string{".txt"}},
	{KeysName, []string{".bin"}},
	{"a picture", []string{".png", ".gif"}},
}

// KindOfName says what a file is by its name, for people; "" if it cannot be opened.
func KindOfName(name string) string {
	name = strings.ToLower(name)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".bz2")
	for _, n := range names {
		for _, ending := range n.endings {
			if strings.HasSuffix(name, ending) {
				return n.kind
			}
		}
	}
	return ""
}

// Known reports whether the contents of a file, or the text, say what it is.
func Known(path string) bool {
	_, sure := detect(path)
	return sure
}

// Summary says in some words how much was read.
func (in Input) Summary() string {
	if in.Clips != nil {
		return fmt.Sprintf("%v: %s", in.Kind, format.Count(len(in.Clips.Elements), "element"))
	}
	g := in.Map.Graph
	return fmt.Sprintf("%v: %s, %s, %s to draw", in.Kind, format.Count(g.Nodes(), "node"), format.Count(g.Edges(), "edge"), format.Count(len(in.Map.Lines), "line"))
}

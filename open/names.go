package open

import (
	"fmt"
	"strings"

	"kernelscope/internal/format"
)

// KeysName is the name that KindOfName returns for files of keys, which cannot be recognized by
// their contents.
const KeysName = "keys to sort"

// names are the endings of files that can be opened, without .gz and .bz2.
var names = []struct {
	kind    string
	endings []string
}{
	{Map.String(), []string{".osm.pbf", ".pbf", ".osm"}},
	{"a graph", []string{".gr", ".v", ".e", ".mtx", ".el", ".wel", ".csv", ".tsv", ".edges"}},
	{SVG.String(), []string{".svg", ".svgz"}},
	{"a graph or clips", []string{".txt"}},
	{"brackets", []string{".json", ".jsonl", ".xml", ".html", ".htm", ".go"}},
	{KeysName, []string{".bin"}},
	{"a picture", []string{".png", ".gif"}},
}

// KindOfName describes the kind of a file by its name; "" if it cannot be opened.
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

// Known reports whether an input can be recognized by its contents or its gen: text.
func Known(path string) bool {
	_, sure := detect(path)
	return sure
}

// Summary describes the size of the input in a few words.
func (in Input) Summary() string {
	if in.Clips != nil {
		return fmt.Sprintf("%v: %s", in.Kind, format.Count(len(in.Clips.Elements), "element"))
	}
	g := in.Map.Graph
	return fmt.Sprintf("%v: %s, %s, %s to draw", in.Kind, format.Count(g.Nodes(), "node"), format.Count(g.Edges(), "edge"), format.Count(len(in.Map.Lines), "line"))
}

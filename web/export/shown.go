package export

import (
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/clip"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
)

// without are flags of windows' commands which a page does without: they concern the picture or the device, or
// the reader chooses.
var without = []string{"device", "backend", "against", "by-distance", "painter", "labels", "order", "order-workgroup", "order-items", "speed", "time"}

// translation is what becomes of a window's command.
type translation struct {
	first   []string          // words for what the command does without flags
	flags   map[string]string // of a page, by their names in the window
	values  map[string]string // of flags, also by their names in the window
	without []string          // more of these
	refused string            // why some flags are refused
	refuses []string
}

// valued translates a value, or the first one of several.
func (t translation) valued(value string) string {
	first, rest, more := strings.Cut(value, ",")
	if name, ok := t.values[first]; ok {
		first = name
	}
	if more {
		first += "," + rest
	}
	return first
}

// translations are by the command's name; empty is the command of searches.
var translations = map[string]translation{
	"": {},
	"trees": {
		first: []string{"-a", sssp.Prepared{}.Name()}, flags: map[string]string{"form": "algorithm"},
		values: map[string]string{"auto": sssp.Prepared{}.Name(), "device": sssp.Prepared{}.Name(), "host": sssp.PreparedOnHost{}.Name()},
	},
	"sort": {
		first: []string{"-a", sorting.Algorithms()[0].Name(), "-n", "65536"}, without: []string{"shape", "tint", "follow"},
		refused: "sorts words without values, in ascending order", refuses: []string{"type", "payload", "bits", "input", "desc"},
	},
	"sums": {first: []string{"-a", scan.Algorithm{}.Name()}, flags: map[string]string{"values": "keys"}},
	"clip": {
		first: []string{"-a", clip.Lookback{}.Name(), "-n", "4096", "--seed", "3", "--step", "end"}, flags: map[string]string{"elements": "keys"},
		without: []string{"centre", "scale", "partition", "partitions", "links"},
		refused: "matches clips of a shape or a text, and paints no boxes", refuses: []string{"picture", "own", "resolved", "peel"},
	},
	"lab": {refused: "shows one lab, which runs no commands", refuses: []string{"compare", "clock", "allow-commands"}},
	"bfs": {
		first: []string{"-a", bfs.Paired.Name(), "-n", "64"}, flags: map[string]string{"scheme": "algorithm", "number": "keys"}, without: []string{bfs.List},
		refused: "shows random pairs, the first one of each sweep", refuses: []string{"pairs", "shown"},
	},
}

// Shown returns the words of the command that writes a page of what a window's command shows, such as 'sort -a radix'.
func Shown(shown []string, file string) ([]string, error) {
	name := ""
	if len(shown) > 0 && shown[0] != "" {
		if _, ok := translations[shown[0]]; ok {
			name, shown = shown[0], shown[1:]
		}
	}
	t := translations[name]
	words := append([]string{"export", file}, t.first...)
	given := false // the clips
	for _, word := range shown {
		flag, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		given = given || flag == "shape" || flag == "text" || strings.HasPrefix(word, "gen:clip")
		switch {
		case !strings.HasPrefix(word, "--"):
		case slices.Contains(without, flag), slices.Contains(t.without, flag), flag == "type" && value == "u32":
			continue
		case slices.Contains(t.refuses, flag):
			return nil, cli.Usage("--%s: a page %s", flag, t.refused)
		case t.flags[flag] != "":
			word = "--" + t.flags[flag] + "=" + t.valued(value)
		case flag == "compare":
			word = "--compare=" + t.valued(value)
		}
		words = append(words, word)
	}
	if name == "clip" && !given {
		return nil, cli.Usage("a page %s", t.refused)
	}
	return words, nil
}

package export

import (
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute/scan"
)

// without are flags of commands that show a run which a page does without: they concern the picture or the device, or
// the reader chooses.
var without = []string{"device", "backend", "against", "by-distance", "painter", "centre", "scale", "labels", "order", "order-workgroup", "order-items", "shape", "tint", "follow", "speed", "time"}

// Shown returns the words of the command that writes a page of what a window's command shows, such as 'sort -a radix'.
func Shown(shown []string, file string) ([]string, error) {
	words := []string{"export", file}
	switch {
	case len(shown) > 0 && shown[0] == "sort":
		shown = shown[1:]
	case len(shown) > 0 && shown[0] == "sums":
		words, shown = append(words, "-a", scan.Algorithm{}.Name()), shown[1:]
	case len(shown) > 0 && slices.Contains([]string{"trees", "bfs", "clip", "lab"}, shown[0]):
		return nil, cli.Usage("a page runs searches, sorts and prefix sums, and no %s", shown[0])
	}
	for _, word := range shown {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		switch {
		case !strings.HasPrefix(word, "--"):
		case slices.Contains(without, name), name == "type" && value == "u32":
			continue
		case name == "road":
			return nil, cli.Usage("a page changes no roads: reset them, or copy the command")
		case name == "type", name == "payload", name == "bits", name == "input":
			return nil, cli.Usage("a page sorts generated words without values")
		case name == "values":
			word = "--keys=" + value
		}
		words = append(words, word)
	}
	return words, nil
}

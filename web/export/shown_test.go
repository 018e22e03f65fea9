package export

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kernelscope/internal/fault"
)

// What windows show becomes a page, without what concerns their picture alone, or is refused.
func TestShown(t *testing.T) {
	for shown, want := range map[string]string{
		"city.osm.pbf -s #1 -t #2 -a nearfar --delta=512 --by-distance --centre=1,2 --scale=3 --step=9 --profile=foot": "export a.html city.osm.pbf -s #1 -t #2 -a nearfar --delta=512 --step=9 --profile=foot",
		"-s #1 -t all -a dial --compare=dijkstra --clock=work":                                                         "export a.html -s #1 -t all -a dial --compare=dijkstra --clock=work",
		"sort -a radix --type=u32 --keys=64 --dist=few --seed=2 --tint=digit --step=3":                                 "export a.html -a radix --keys=64 --dist=few --seed=2 --step=3",
		"sums --values=900 --seed=1 --workgroup=64 --step=1":                                                           "export a.html -a scan --keys=900 --seed=1 --workgroup=64 --step=1",
	} {
		got, err := Shown(strings.Fields(shown), "a.html")
		if err != nil || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s\nbecomes %q, %v\nwant    %s", shown, got, err, want)
		}
	}
	for _, shown := range []string{"trees", "clip a.svg", "-a nearfar --road=lines:1=0", "sort --type=f32", "sort --payload"} {
		if _, err := Shown(strings.Fields(shown), "a.html"); !errors.Is(err, fault.Usage) {
			t.Errorf("%s: %v", shown, err)
		}
	}
}

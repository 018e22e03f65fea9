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
		"city.osm.pbf -s #1 -t #2 -a nearfar --delta=512 --by-distance --centre=1,2 --scale=3 --step=9 --profile=foot":     "export a.html city.osm.pbf -s #1 -t #2 -a nearfar --delta=512 --centre=1,2 --scale=3 --step=9 --profile=foot",
		"-s #1 -t all -a dial --compare=dijkstra --clock=work":                                                             "export a.html -s #1 -t all -a dial --compare=dijkstra --clock=work",
		"sort -a radix --type=u32 --keys=64 --dist=few --seed=2 --tint=digit --step=3":                                     "export a.html -a radix -n 65536 -a radix --keys=64 --dist=few --seed=2 --step=3",
		"clip -a tree --few=auto --shape=deep --elements=99 --links --element=4 --step=2":                                  "export a.html -a lookback -n 4096 --seed 3 --step end -a tree --few=auto --shape=deep --keys=99 --element=4 --step=2",
		"bfs gen:example --scheme=naive --number=4 --seed=1 -s #1 -t #2 --colour=searches --step=2":                        "export a.html -a pair -n 64 gen:example --algorithm=naive --keys=4 --seed=1 -s #1 -t #2 --colour=searches --step=2",
		"trees city.osm.pbf -s #1 --form=auto --compare=host --colour=mean --within=60 --front --depth=2 --road=lines:1=0": "export a.html -a prepared city.osm.pbf -s #1 --algorithm=prepared --compare=prepared-host --colour=mean --within=60 --front --depth=2 --road=lines:1=0",
		"-a nearfar --road=lines:1=50":                                         "export a.html -a nearfar --road=lines:1=50",
		"sort --algorithm=radix4 --radix=10 --list=1,2":                        "export a.html -a radix -n 65536 --algorithm=radix4 --radix=10 --list=1,2",
		"clip gen:clip,elements=18,shape=example --algorithm=shuffle --levels": "export a.html -a lookback -n 4096 --seed 3 --step end gen:clip,elements=18,shape=example --algorithm=shuffle --levels",
		"lab lab:life --set=side=24 --speed=9 --step=3":                        "export a.html lab:life --set=side=24 --step=3",
		"sums --values=900 --seed=1 --workgroup=64 --step=1":                   "export a.html -a scan --keys=900 --seed=1 --workgroup=64 --step=1",
	} {
		got, err := Shown(strings.Fields(shown), "a.html")
		if err != nil || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s\nbecomes %q, %v\nwant    %s", shown, got, err, want)
		}
	}
	for _, shown := range []string{"lab lab:life --compare=life.comp", "clip a.svg", "clip --shape=deep --own", "bfs --pairs=a.csv", "sort --type=f32", "sort --payload"} {
		if _, err := Shown(strings.Fields(shown), "a.html"); !errors.Is(err, fault.Usage) {
			t.Errorf("%s: %v", shown, err)
		}
	}
}

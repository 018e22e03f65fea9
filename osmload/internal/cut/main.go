// Command cut makes the embedded maps, the roads of Delaware and of the city of Wilmington, from the
// extract that the paulmach/osm module contains as test data. It must run in the folder of assets.
package main

import (
	"bytes"
	"context"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"kernelscope/osmload"
)

func main() {
	log.SetFlags(0)
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	if err != nil {
		log.Fatal("cut: where is the module github.com/paulmach/osm? ", err)
	}
	f, err := os.Open(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "delaware-latest.osm.pbf"))
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		log.Fatal(err)
	}
	for name, b := range map[string]box{
		"delaware-roads.osm.pbf":   all,
		"wilmington-roads.osm.pbf": {-75.79, 39.63, -75.44, 39.805},
	} {
		var out bytes.Buffer
		if err := cut(context.Background(), f, info.Size(), &out, osmload.Attribution+", ODbL 1.0", b); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			log.Fatal(err)
		}
		log.Printf("%s: %d bytes", name, out.Len())
	}
}

// all is the whole world.
var all = box{-180, -90, 180, 90}

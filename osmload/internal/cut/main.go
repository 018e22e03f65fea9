// Command cut makes the embedded map: the roads of Delaware, from the extract that the
// paulmach/osm module contains as test data. It runs in the folder of assets.
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
	var out bytes.Buffer
	if err := cut(context.Background(), f, info.Size(), &out, osmload.Attribution+", ODbL 1.0"); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("delaware-roads.osm.pbf", out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("delaware-roads.osm.pbf: %d bytes", out.Len())
}

// Command repeat writes a large extract for measurements, copies of a small one beside each
// other. 13 copies of Delaware are 104 MB:
//
//	go run ./osmload/internal/repeat -n 13 delaware-latest.osm.pbf 13.osm.pbf
package main

import (
	"bufio"
	"flag"
	"log"
	"os"

	"kernelscope/osmload/internal/pbfwrite"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 13, "number of copies")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("usage: repeat [-n COPIES] FROM TO")
	}
	if err := repeat(flag.Arg(0), flag.Arg(1), *n); err != nil {
		log.Fatal("repeat: ", err)
	}
}

func repeat(from, to string, n int) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	if err := pbfwrite.Repeat(in, info.Size(), w, n); err != nil {
		return err
	}
	return w.Flush()
}

// Command generate builds the program of pages and writes it to where the viewer embeds it: see package web.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"kernelscope/web"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	p, err := web.Build(context.Background(), "..", false)
	if err != nil {
		log.Fatal(err)
	}
	labs, err := web.Build(context.Background(), "..", true)
	if err != nil {
		log.Fatal(err)
	}
	for name, data := range map[string][]byte{web.CodeFile: p.Code, web.LabsFile: labs.Code, web.ExecFile: p.Exec} {
		if err := os.WriteFile(filepath.Join("built", name), data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

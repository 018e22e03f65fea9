// Command site writes the documents as a site of static files: a page for each document, and for each file of the
// repository that a document links to, with a search, and with figures that run in place of some pictures. All links are
// relative, so the site works on any host and from a disk.
//
//	go run ./internal/site -o dist/site -viewer ./viewer
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	_ "embed"

	"kernelscope/internal/format"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("site: ")
	out := flag.String("o", "dist/site", "folder to write; its files are replaced")
	viewer := flag.String("viewer", "", "viewer that exports the figures that run; without it there are pictures only")
	flag.Parse()
	if err := write(context.Background(), ".", *out, *viewer); err != nil {
		log.Fatal(err)
	}
}

// write writes the site of a checkout.
func write(ctx context.Context, root, out, viewer string) error {
	s, err := open(root)
	if err != nil {
		return err
	}
	if viewer != "" {
		if s.figures, err = figuresOf(figureList); err != nil {
			return err
		}
	}
	if err := s.write(out); err != nil {
		return err
	}
	for picture, words := range s.figures {
		if !s.files[picture] {
			return fmt.Errorf("figures.txt: no page shows %s", picture)
		}
		file := filepath.Join(out, filepath.FromSlash(figurePage(picture)))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		c := exec.CommandContext(ctx, viewer, append([]string{"export", file, "--force"}, words...)...)
		c.Dir = root
		if said, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(c.Args, " "), err, said)
		}
	}
	log.Printf("%s: %s, %s that run", out, format.Count(len(s.pages), "page"), format.Count(len(s.figures), "figure"))
	return nil
}

// figureList has a line for each figure that runs: the picture in whose place it is, and the words of 'viewer export'.
//
//go:embed figures.txt
var figureList string

// figuresOf reads such a list.
func figuresOf(list string) (map[string][]string, error) {
	figures := map[string][]string{}
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		words, err := format.ParseShell(line)
		if err != nil || len(words) < 2 {
			return nil, fmt.Errorf("figures.txt: %q: a picture and the words of 'viewer export' (%v)", line, err)
		}
		figures[words[0]] = words[1:]
	}
	return figures, nil
}

// figurePage is the file of the figure that runs in place of a picture.
func figurePage(picture string) string {
	name := strings.TrimSuffix(filepath.Base(picture), filepath.Ext(picture))
	return "figures/" + name + ".html"
}

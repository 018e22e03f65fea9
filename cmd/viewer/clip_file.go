package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kernelscope/assets"
	"kernelscope/families/clips"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/svgload"
)

// readClips reads an SVG file or a sequence in text form, or makes what gen:clip stands for.
func readClips(ctx context.Context, path string) (*clips.File, error) {
	f := &clips.File{Name: filepath.Base(path)}
	var err error
	if text, ok := strings.CutPrefix(path, genPrefix); ok {
		f.Sequence, err = generateClips(text)
	} else if !holdsSVG(path) {
		f.Sequence, err = clipseq.ReadFile(ctx, path)
	} else if f.Scene, err = loadSVG(ctx, path); err == nil {
		f.Sequence = f.Scene.Sequence()
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// loadSVG reads an SVG file, or the embedded one by its name.
func loadSVG(ctx context.Context, path string) (*clipscene.Scene, error) {
	if path == assets.NestName {
		return svgload.Read(ctx, path, strings.NewReader(assets.Nest))
	}
	return svgload.Load(ctx, path)
}

// isSVG tells by the name, where a file may as well be a map or a graph: these are XML,
// or gzipped, too.
func isSVG(path string) bool {
	name := strings.ToLower(path)
	return strings.HasSuffix(name, ".svg") || strings.HasSuffix(name, ".svgz") || strings.HasSuffix(name, ".svg.gz") || path == assets.NestName
}

// holdsSVG tells by the name or by the beginning of a file: of XML, of UTF-16 or of what is
// gzipped. The text form begins with none of these.
func holdsSVG(path string) bool {
	begin := bytes.TrimLeft(headOf(path), " \t\r\n")
	for _, mark := range []string{"<", "\x1f\x8b", "\xfe\xff", "\xff\xfe"} {
		if bytes.HasPrefix(begin, []byte(mark)) {
			return true
		}
	}
	return isSVG(path)
}

// isClips says whether there are clips to be watched, not a map or a graph: an SVG file,
// by its name, or a sequence, by its first character behind comments.
func isClips(path string) bool {
	if isSVG(path) || strings.HasPrefix(path, genPrefix+"clip") {
		return true
	}
	for line := range bytes.Lines(headOf(path)) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line[0] == '(' || line[0] == ')' || line[0] == '.'
		}
	}
	return false
}

// headOf returns what a file begins with, behind a mark of UTF-8; nothing where it cannot be read.
func headOf(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 1<<12)
	n, _ := io.ReadFull(f, head)
	return bytes.TrimPrefix(head[:n], []byte("\ufeff"))
}

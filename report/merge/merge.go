// Package merge joins the parts of a result that several processes have written: Parquet files, or
// experiments in JSON files. It trusts no part: a missing, duplicate, foreign or damaged part is an
// error that wraps fault.Input.
package merge

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/shard"
)

// Endings lists the file name extensions of results with parts.
var Endings = []string{".parquet", ".json"}

// Merge writes the parts in a folder as one file and returns their origins in order. Parts have the
// same extension as the file. The file itself is not a part. Hidden files are ignored, because they
// are still being written.
func Merge(ctx context.Context, folder, path string) ([]shard.Origin, error) {
	files, err := candidates(folder, path)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == ".json" {
		return mergeJSON(files, path)
	}
	return mergeParquet(ctx, files, path)
}

// candidates lists the files in a folder that may be parts.
func candidates(folder, path string) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fault.Input.Errorf("%w", err)
	}
	whole, _ := os.Stat(path)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || filepath.Ext(e.Name()) != filepath.Ext(path) {
			continue
		}
		file := filepath.Join(folder, e.Name())
		if info, err := os.Stat(file); err != nil || whole == nil || !os.SameFile(info, whole) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: there are no parts in %s: no files that end in %s", fault.Input, folder, filepath.Ext(path))
	}
	return files, nil
}

// origin returns the origin that a file's metadata states.
func origin(file string, facts map[string]string) (shard.Origin, error) {
	p, err := shard.Parse(facts[shard.Shard])
	if err != nil {
		return shard.Origin{}, fmt.Errorf("%w: it is not a part: it was written without --shard", fault.Input)
	}
	return shard.Origin{Part: p, File: file, Facts: facts}, nil
}

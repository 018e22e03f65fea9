// Package pairfile reads pairs of nodes to search between from files.
package pairfile

import (
	"bufio"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// index finds the node of an id.
type index map[int64]uint32

func indexOf(ids []int64) index {
	node := make(index, len(ids))
	for v, id := range ids {
		node[id] = uint32(v)
	}
	return node
}

// pair returns the nodes of two ids, or the one that is missing.
func (x index) pair(source, target int64) (p bfs.Pair, missing int64, ok bool) {
	u, ok := x[source]
	if !ok {
		return p, source, false
	}
	v, ok := x[target]
	return bfs.Pair{Source: u, Target: v}, target, ok
}

// Read reads pairs from a file of two columns, the ids of source and target: a Parquet
// file, by the extension, or text separated by commas, semicolons, bars, tabs or spaces. The
// first line of text may name the columns; further columns, empty lines and lines that begin
// with # are ignored. ids are the graph's nodes, by number. An unknown id is an error
// that names the pair, counted from 0, and its line.
func Read(ctx context.Context, path string, ids []int64) (pairs []bfs.Pair, err error) {
	if filepath.Ext(path) == ".parquet" {
		pairs, err = readParquet(ctx, path, indexOf(ids))
	} else {
		pairs, err = readText(ctx, path, ids)
		if err == nil && len(pairs) == 0 {
			err = fmt.Errorf("%w: there are no pairs; a line is two ids of nodes, and lines that begin with # are comments", fault.Input)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return pairs, nil
}

func readText(ctx context.Context, path string, ids []int64) ([]bfs.Pair, error) {
	f, err := source.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	node, budget := indexOf(ids), source.NewBudget(f.Size)
	var pairs []bfs.Pair
	lines := bufio.NewScanner(f)
	n := 1
	for ; lines.Scan(); n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text := strings.TrimPrefix(lines.Text(), "\ufeff")
		words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",;|\t\r ", c) })
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("%w: line %d: %.60q is not a pair", fault.Input, n, text)
		}
		from, err := strconv.ParseInt(words[0], 10, 64)
		to, err2 := strconv.ParseInt(words[1], 10, 64)
		if err != nil || err2 != nil {
			if n == 1 {
				continue // names of columns
			}
			return nil, fmt.Errorf("%w: line %d: %.60q is not a pair of ids", fault.Input, n, text)
		}
		p, missing, ok := node.pair(from, to)
		if !ok {
			return nil, fmt.Errorf("%w: pair %d (line %d): the graph has no node %d", fault.Input, len(pairs), n, missing)
		}
		if err := source.Append(budget, &pairs, p); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: line %d: %w", fault.Input, n, source.Scanned(err, bufio.MaxScanTokenSize))
	}
	return pairs, nil
}

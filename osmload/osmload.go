// Package osmload reads OpenStreetMap files into road maps: PBF with its own decoder, and XML,
// plain or compressed. It does not trust files: a damaged file gives an error with the position,
// never a crash, an incomplete map, or an allocation whose size the file chose.
//
// Module github.com/paulmach/osm provides only ids, tags and bounds. Its readers are not used, but to
// compare: osmxml does not refuse elements in the wrong place; osmpbf panics in goroutines of its own on
// damaged files and on some valid ones, allocates from unchecked sizes (a file of 428 bytes took 6 GB),
// and accepts a truncated file as complete.
package osmload

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Attribution must appear on every picture of OpenStreetMap data.
const Attribution = "© OpenStreetMap contributors"

// Options control an import. The zero value is the default.
type Options struct {
	Metric   graph.Metric
	Profile  Profile
	Progress *Progress // may be nil
}

// Load reads a map from a file. The error is one sentence with the position in the file. It wraps
// fault.Input, or fault.Limit if the map needs more than the free memory.
func Load(ctx context.Context, path string, o Options) (*scene.Map, error) {
	f, err := source.OpenRegular(path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer f.Close()
	return Read(ctx, f, f.Size, filepath.Base(path), o)
}

// Read reads a map from size bytes of r; name is used in messages.
func Read(ctx context.Context, r io.ReaderAt, size int64, name string, o Options) (*scene.Map, error) {
	if o.Progress == nil {
		o.Progress = &Progress{}
	}
	o.Progress.total.Store(size)
	o.Progress.enter(PhaseOpen)
	m, err := read(ctx, r, size, o)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, source.Named(name, err)
	}
	m.Name, m.Attribution, m.Profile = name, Attribution, o.Profile.String()
	o.Progress.bytes.Store(size)
	o.Progress.enter(PhaseDone)
	return m, nil
}

func read(ctx context.Context, r io.ReaderAt, size int64, o Options) (*scene.Map, error) {
	e, err := readExtract(ctx, r, size, o)
	if err != nil {
		return nil, err
	}
	o.Progress.enter(PhaseNetwork)
	doubt, stated := e.doubt(), e.bounds
	m, err := buildMap(ctx, e, o.Metric)
	if err == nil {
		m.Doubt = doubt
	}
	if err == nil && stated != nil {
		m.Stated = &[4]float64{stated.MinLon, stated.MinLat, stated.MaxLon, stated.MaxLat}
	}
	return m, err
}

func readExtract(ctx context.Context, r io.ReaderAt, size int64, o Options) (*extract, error) {
	head := make([]byte, min(size, headBytes))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	f, err := detect(head)
	if err != nil {
		return nil, err
	}
	budget := source.NewBudget(size)
	if f == formatPBF {
		return readPBF(ctx, r, size, budget, o)
	}
	file := &counter{io.NewSectionReader(r, 0, size), o.Progress}
	content, err := unpack(f, file)
	if err != nil {
		return nil, err
	}
	if f != formatXML {
		b := bufio.NewReaderSize(budget.Contents(content), 1<<16)
		head, err := b.Peek(headBytes)
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("the compressed file is cut off or damaged after %d bytes of its contents: %w", len(head), err)
		}
		if f, err = detect(head); err != nil {
			return nil, err
		}
		if f != formatXML {
			return nil, errors.New("the file is compressed twice, or a PBF file inside of another compression; unpack it first")
		}
		content = b
	}
	return readXML(ctx, content, budget, o)
}

// counter counts the bytes read from a file.
type counter struct {
	r        io.Reader
	progress *Progress
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.progress.bytes.Add(int64(n))
	return n, err
}

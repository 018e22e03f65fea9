// Package osmload reads OpenStreetMap files into road maps: PBF with its own decoder, XML
// plain or compressed. Files are not trusted: a damaged file gives an error that names
// the position, never a crash, a smaller map or an allocation of a size that the file
// chose.
package osmload

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"kernelscope/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Attribution must be shown on every picture made from OpenStreetMap data.
const Attribution = "© OpenStreetMap contributors"

// Options control an import. The zero value is the default.
type Options struct {
	Metric   graph.Metric
	Progress *Progress // may be nil
}

// Load reads a map from a file. An error is one sentence about the file, with the position
// in it, and wraps fault.Input.
func Load(ctx context.Context, path string, o Options) (*scene.Map, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w", filepath.Base(path), cause(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w", filepath.Base(path), cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fault.Input.Errorf("%s: this is not a regular file", filepath.Base(path))
	}
	return Read(ctx, f, info.Size(), filepath.Base(path), o)
}

// cause strips the path from an error, which has the file's name already.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
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
		return nil, fault.Input.Errorf("%s: %w", name, err)
	}
	m.Name, m.Attribution = name, Attribution
	o.Progress.bytes.Store(size)
	o.Progress.enter(PhaseDone)
	return m, nil
}

func read(ctx context.Context, r io.ReaderAt, size int64, o Options) (*scene.Map, error) {
	e, err := readExtract(ctx, r, size, o.Progress)
	if err != nil {
		return nil, err
	}
	o.Progress.enter(PhaseNetwork)
	return buildMap(ctx, e, o.Metric)
}

func readExtract(ctx context.Context, r io.ReaderAt, size int64, progress *Progress) (*extract, error) {
	head := make([]byte, min(size, headBytes))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	f, err := detect(head)
	if err != nil {
		return nil, err
	}
	if f == formatPBF {
		return readPBF(ctx, r, size, progress)
	}
	file := &counter{io.NewSectionReader(r, 0, size), progress}
	content, err := unpack(f, file)
	if err != nil {
		return nil, err
	}
	if f != formatXML {
		b := bufio.NewReaderSize(content, 1<<16)
		head, err := b.Peek(headBytes)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if f, err = detect(head); err != nil {
			return nil, err
		}
		if f != formatXML {
			return nil, errors.New("the file is compressed twice, or a PBF file inside of another compression; unpack it first")
		}
		content = b
	}
	return readXML(ctx, content, progress)
}

// counter reports the bytes read from a file.
type counter struct {
	r        io.Reader
	progress *Progress
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.progress.bytes.Add(int64(n))
	return n, err
}

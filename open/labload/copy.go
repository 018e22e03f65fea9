package labload

import (
	"context"
	"maps"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/scene"
)

// Copy is all that a lab was read from, with its shaders compiled.
type Copy struct {
	Path    string
	Files   map[string][]byte
	Modules map[string][]byte
}

// Copied reads a lab, and returns what it was read from, too. Maps and graphs are not copied: a lab that has some is
// refused.
func Copied(ctx context.Context, path string) (*Lab, Copy, error) {
	from, file, err := where(path)
	if err != nil {
		return nil, Copy{}, err
	}
	c := Copy{path, map[string][]byte{}, map[string][]byte{}}
	l, err := readFrom(ctx, copying{from, c}, file)
	if err == nil {
		l.Path, c.Path = path, file
	}
	return l, c, err
}

// Read reads the lab again.
func (c Copy) Read(ctx context.Context) (*Lab, error) { return readFrom(ctx, c, c.Path) }

// copying keeps what it reads.
type copying struct {
	files
	to Copy
}

func (c copying) read(ctx context.Context, path string, most int64) ([]byte, error) {
	b, err := c.files.read(ctx, path, most)
	c.to.Files[path] = b
	return b, err
}

func (c copying) module(ctx context.Context, path, folder string) (module, error) {
	m, err := c.files.module(ctx, path, folder)
	c.to.Modules[path] = []byte(m.code)
	return m, err
}

func (c copying) graph(ctx context.Context, path string) (*scene.Map, error) {
	return c.to.graph(ctx, path)
}

func (c Copy) read(_ context.Context, path string, most int64) ([]byte, error) {
	if b, ok := c.Files[path]; ok && int64(len(b)) <= most {
		return b, nil
	}
	return nil, c.lacks(path)
}

func (c Copy) module(_ context.Context, path, _ string) (module, error) {
	if code, ok := c.Modules[path]; ok {
		return module{code: string(code)}, nil
	}
	return module{}, c.lacks(path)
}

func (c Copy) lacks(path string) error {
	return fault.Input.Errorf("%s is not in the copy, which has %q", path, slices.Sorted(maps.Keys(c.Files)))
}

// within accepts all: a copy has only what was read.
func (Copy) within(string, string) error { return nil }

func (Copy) graph(_ context.Context, path string) (*scene.Map, error) {
	return nil, fault.Input.Errorf("a lab with the graph %s is not shown outside the viewer", path)
}

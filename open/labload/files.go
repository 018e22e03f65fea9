package labload

import (
	"context"
	"embed"
	"io/fs"
	"path/filepath"

	"kernelscope/internal/fault"
	"kernelscope/scene"
)

// files are the files that labs are read from.
type files interface {
	// read reads a file of at most some bytes.
	read(ctx context.Context, path string, most int64) ([]byte, error)
	// module loads or compiles a shader in a folder.
	module(ctx context.Context, path, folder string) (module, error)
	// within refuses a path that leads out of a folder.
	within(path, folder string) error
	// graph reads a map or a graph.
	graph(ctx context.Context, path string) (*scene.Map, error)
}

// disk are the files of the person.
type disk struct{}

func (disk) read(ctx context.Context, path string, most int64) ([]byte, error) {
	return readFile(ctx, path, most)
}

func (disk) module(ctx context.Context, path, folder string) (module, error) {
	if err := within(path, folder); err != nil {
		return module{}, fault.Input.Errorf("%w", err)
	}
	return load(ctx, path, folder)
}

func (disk) within(path, folder string) error { return within(path, folder) }

func (disk) graph(ctx context.Context, path string) (*scene.Map, error) {
	return readMap(ctx, path)
}

// embedded are the files that come with the program, whose shaders are compiled: x.comp.spv is x.comp.
type embedded embed.FS

func (e embedded) read(_ context.Context, path string, _ int64) ([]byte, error) {
	return fs.ReadFile(embed.FS(e), filepath.ToSlash(path))
}

func (e embedded) module(ctx context.Context, path, _ string) (module, error) {
	code, err := e.read(ctx, path+".spv", maxShader)
	return module{code: string(code)}, err
}

// within accepts all: embedded files name only each other.
func (embedded) within(string, string) error { return nil }

func (embedded) graph(ctx context.Context, path string) (*scene.Map, error) {
	return disk{}.graph(ctx, path)
}

// answer are the files of a quest but for its shaders, which are in a folder of the person.
type answer struct {
	embedded
	folder string
}

func (a answer) module(ctx context.Context, path, _ string) (module, error) {
	return load(ctx, filepath.Join(a.folder, filepath.Base(path)), a.folder)
}

package open

import (
	"context"
	"fmt"
	"strings"

	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
	"kernelscope/scene/graphgen"
)

// generator is what a text such as gen:grid,width=100 names, with complete values.
type generator struct {
	graph  *graphgen.Kind // nil of clips
	values gen.Values
}

// generatorOf finds the generator of a text and checks its values.
func generatorOf(text string) (g generator, err error) {
	name, given, err := gen.Parse(text)
	if err != nil {
		return g, err
	}
	var names []string
	for _, clips := range []gen.Spec{clipseq.Generator(), clipseq.JSON()} {
		if name == clips.Name {
			g.values, err = clips.Complete(given)
			return g, err
		}
		names = append(names, clips.Name)
	}
	for _, kind := range graphgen.Kinds() {
		if kind.Name == name {
			g.graph = &kind
			g.values, err = kind.Complete(given)
			return g, err
		}
		names = append(names, kind.Name)
	}
	return g, fmt.Errorf("%w: there is no generator %q%s; choose from %s", gen.ErrSpec, name, format.Meant(name, names), strings.Join(names, ", "))
}

// generateMap makes a graph, and returns when the context ends, which not all generators
// mind.
func generateMap(ctx context.Context, text string, o Options) (*scene.Map, error) {
	g, err := generatorOf(text)
	if err != nil {
		return nil, err
	}
	var m *scene.Map
	done := make(chan error, 1)
	go func() {
		made, err := g.graph.Make(ctx, g.values, func(ctx context.Context, file string) (*scene.Map, error) { return ReadMap(ctx, file, o) })
		if err == nil && o.Graph.Contract && made.Abstract {
			made, err = build.Contract(made)
		}
		m = made
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case err := <-done:
		if err == nil {
			m.Name = text
		}
		return m, err
	}
}

// generateClips makes a sequence of clips, or a JSON text and reads it.
func generateClips(ctx context.Context, text string) (clipseq.Sequence, error) {
	g, err := generatorOf(text)
	switch {
	case err != nil:
		return clipseq.Sequence{}, err
	case isJSON(text):
		text, err := clipseq.GenerateJSON(ctx, g.values)
		if err != nil {
			return clipseq.Sequence{}, err
		}
		return clipseq.ParseJSON(ctx, text)
	}
	return clipseq.Generate(g.values)
}

// isJSON reports whether a text names a generated JSON text.
func isJSON(text string) bool {
	name, _, _ := gen.Parse(text)
	return strings.HasPrefix(text, gen.Prefix) && name == clipseq.JSON().Name
}

// ReadJSON returns the bytes of a JSON text, a file or a generated one. Errors wrap fault.Input, fault.Limit, gen.ErrSpec or
// the context's.
func ReadJSON(ctx context.Context, path string) ([]byte, error) {
	if !strings.HasPrefix(path, gen.Prefix) {
		return clipseq.ReadJSON(ctx, path)
	}
	g, err := generatorOf(path)
	if err == nil && !isJSON(path) {
		err = fmt.Errorf("%w: %s is not JSON", gen.ErrSpec, path)
	}
	if err != nil {
		return nil, err
	}
	return clipseq.GenerateJSON(ctx, g.values)
}

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
	clips := clipseq.Generator()
	names := []string{clips.Name}
	if name == clips.Name {
		g.values, err = clips.Complete(given)
		return g, err
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

// generateClips makes a sequence of clips.
func generateClips(text string) (clipseq.Sequence, error) {
	g, err := generatorOf(text)
	if err != nil {
		return clipseq.Sequence{}, err
	}
	return clipseq.Generate(g.values)
}

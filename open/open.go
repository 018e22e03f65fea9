// Package open reads any input. It recognizes maps, graphs, drawings and sequences of clips
// by their contents, so that a command, the window and a file dropped on it agree. A path
// that begins with gen: names a generated input, and an empty path the embedded map.
package open

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"kernelscope/assets"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/open/graphload"
	"kernelscope/open/svgload"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
	"kernelscope/scene/graph"
)

// Kind is the kind of an input.
type Kind int

// The kinds.
const (
	Map      Kind = iota // an OpenStreetMap file
	Graph                // a graph file, or one that is made
	SVG                  // an SVG file
	Sequence             // clips as text or the brackets of any text, or made
)

// String returns the name.
func (k Kind) String() string {
	return [...]string{"a map", "a graph", "a drawing", "a sequence of clips"}[k]
}

// HasClips reports whether an input of the kind is read as Clips, not as a scene.Map.
func (k Kind) HasClips() bool { return k == SVG || k == Sequence }

// Example returns an empty input of the kind.
func (k Kind) Example() Input {
	if k.HasClips() {
		return Input{Kind: k, Clips: &Clips{}}
	}
	return Input{Kind: k, Map: &scene.Map{}}
}

// Input is an input that was read: a map or clips, by its kind.
type Input struct {
	Kind  Kind
	Map   *scene.Map // of a Map or a Graph, else nil
	Clips *Clips     // of a Drawing or a Sequence, else nil
}

// Clips is a sequence of clips, and the drawing that it comes from.
type Clips struct {
	clipseq.Sequence
	Name  string           // of the file, without its folder
	From  string           // the path or text that it was read by, as it was given
	Scene *clipscene.Scene // nil if it comes from none
}

// Generated reports whether the sequence was made by a generator, not read.
func (c *Clips) Generated() bool { return strings.HasPrefix(c.From, gen.Prefix) }

// Options configure the reading of maps and graphs. The zero value is the default.
type Options struct {
	Metric   graph.Metric      // what paths in a map minimize
	Profile  osmload.Profile   // how people travel in a map
	Progress *osmload.Progress // of reading a map; may be nil
	Graph    graphload.Options
}

// maps are the maps that come with the program, by what names them as an input.
var maps = map[string]struct{ name, file string }{
	"":                    {assets.DelawareName, assets.Delaware},
	assets.WilmingtonName: {assets.WilmingtonName, assets.Wilmington},
}

// Check returns quickly an error if a path cannot be read: a missing file, a directory or a
// device (fault.Input), or an unknown generator (gen.ErrSpec).
func Check(path string) error {
	if strings.HasPrefix(path, gen.Prefix) {
		_, err := generatorOf(path)
		return err
	}
	if _, ok := maps[path]; ok || path == assets.NestName {
		return nil
	}
	if err := source.Check(path); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Read reads an input of any kind. Errors wrap fault.Input, gen.ErrSpec or the context's.
func Read(ctx context.Context, path string, o Options) (in Input, err error) {
	in.Kind = Detect(path)
	if in.Kind.HasClips() {
		in.Clips, err = ReadClips(ctx, path)
	} else {
		in.Map, err = ReadMap(ctx, path, o)
	}
	return in, err
}

// ReadMap reads a map or a graph.
func ReadMap(ctx context.Context, path string, o Options) (*scene.Map, error) {
	m, err := readMap(ctx, path, o)
	if err == nil {
		m.From = path
	}
	return m, err
}

func readMap(ctx context.Context, path string, o Options) (*scene.Map, error) {
	if m, ok := maps[path]; ok {
		return osmload.Read(ctx, strings.NewReader(m.file), int64(len(m.file)), m.name, o.osm())
	}
	kind, sure := detect(path)
	switch {
	case sure && kind.HasClips():
		return nil, mismatch(path, kind, "a map or a graph")
	case strings.HasPrefix(path, gen.Prefix):
		return generateMap(ctx, path, o)
	case kind == Graph:
		return graphload.Load(ctx, path, o.Graph)
	}
	return osmload.Load(ctx, path, o.osm())
}

// mismatch is the error that an input is of another kind than the wanted one.
func mismatch(path string, kind Kind, wanted string) error {
	if strings.HasPrefix(path, gen.Prefix) {
		return fmt.Errorf("%w: %s is %v, not %s", gen.ErrSpec, path, kind, wanted)
	}
	return fmt.Errorf("%w: %s is %v, not %s", fault.Input, filepath.Base(path), kind, wanted)
}

func (o Options) osm() osmload.Options {
	return osmload.Options{Metric: o.Metric, Profile: o.Profile, Progress: o.Progress}
}

// ReadClips reads a drawing or a sequence of clips: all but maps, graphs and drawings are texts with brackets.
func ReadClips(ctx context.Context, path string) (*Clips, error) {
	c := &Clips{Name: filepath.Base(path), From: path}
	var err error
	switch kind, sure := detect(path); {
	case sure && !kind.HasClips():
		return nil, mismatch(path, kind, "clips: an SVG file, a text with brackets, gen:clip or gen:json")
	case strings.HasPrefix(path, gen.Prefix):
		c.Sequence, err = generateClips(ctx, path)
	case kind == SVG:
		if c.Scene, err = readDrawing(ctx, path); err == nil {
			c.Sequence = c.Scene.Sequence()
		}
	default:
		c.Sequence, err = clipseq.ReadFile(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// readDrawing reads an SVG file, or the embedded one by its name.
func readDrawing(ctx context.Context, path string) (*clipscene.Scene, error) {
	if path == assets.NestName {
		return svgload.Read(ctx, path, strings.NewReader(assets.Nest))
	}
	return svgload.Load(ctx, path)
}

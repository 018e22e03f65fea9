package cli

import (
	"context"
	"log/slog"

	"github.com/spf13/pflag"

	"kernelscope/open"
	"kernelscope/open/graphload"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// LoadMap reads a map, or the embedded one if no file is named, and shows the progress on a
// terminal.
func (a *App) LoadMap(ctx context.Context, file string) (*scene.Map, error) {
	m, err := load(ctx, a, file, open.ReadMap)
	if err == nil {
		warn(m)
	}
	return m, err
}

// Load is LoadMap for an input of any kind.
func (a *App) Load(ctx context.Context, file string) (open.Input, error) {
	in, err := load(ctx, a, file, open.Read)
	if err == nil && in.Map != nil {
		warn(in.Map)
	}
	return in, err
}

// warn tells why a map is doubtful.
func warn(m *scene.Map) {
	if m.Doubt != "" && m.Graph.Nodes() > 0 { // without roads, an error follows
		slog.Warn(m.Doubt, "file", m.Name)
	}
}

func load[In any](ctx context.Context, a *App, file string, read func(context.Context, string, open.Options) (In, error)) (in In, err error) {
	o, err := a.ReadOptions()
	if err != nil {
		return in, err
	}
	o.Progress = &osmload.Progress{}
	stop := showProgress(o.Progress)
	defer stop()
	return read(ctx, file, o)
}

// graphFlags are the flags of files that are graphs, not maps.
type graphFlags struct{ directed, undirected, contract bool }

func (f *graphFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.directed, "directed", false, "treat the edges of a graph file as directed, whatever the file says")
	fs.BoolVar(&f.undirected, "undirected", false, "treat the edges of a graph file as undirected")
	fs.BoolVar(&f.contract, "contract", false, "contract the chains of a graph file to single edges")
}

// ReadOptions returns the options of the flags for reading files.
func (a *App) ReadOptions() (o open.Options, err error) {
	if o.Metric, err = graph.ParseMetric(a.Weight); err != nil {
		return o, Usage("%v", err)
	}
	o.Profile = a.Travel
	switch f := a.graph; {
	case f.directed && f.undirected:
		return o, Usage("--directed and --undirected cannot be combined")
	case f.directed:
		o.Graph.Direction = graphload.Directed
	case f.undirected:
		o.Graph.Direction = graphload.Undirected
	}
	o.Graph.Contract = a.graph.contract
	return o, nil
}

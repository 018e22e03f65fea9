package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"kernelscope/format"
	"kernelscope/graphload"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// LoadMap reads a map, or the embedded one where no file is named, and shows
// the progress where a person looks on.
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

// warn tells what is doubtful about a map.
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

// graphFlags are those of files that are graphs, not maps.
type graphFlags struct{ directed, undirected, contract bool }

func (f *graphFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.directed, "directed", false, "take the edges of a graph file as directed, whatever it says")
	fs.BoolVar(&f.undirected, "undirected", false, "take the edges of a graph file both ways")
	fs.BoolVar(&f.contract, "contract", false, "make the chains of a graph file single edges")
}

// ReadOptions are what the flags say of reading files.
func (a *App) ReadOptions() (o open.Options, err error) {
	if o.Metric, err = graph.ParseMetric(a.Weight); err != nil {
		return o, Usage("%v", err)
	}
	switch f := a.graph; {
	case f.directed && f.undirected:
		return o, Usage("--directed and --undirected are not both possible")
	case f.directed:
		o.Graph.Direction = graphload.Directed
	case f.undirected:
		o.Graph.Direction = graphload.Undirected
	}
	o.Graph.Contract = a.graph.contract
	return o, nil
}

// showProgress draws a bar on a terminal until stop is called. Short imports
// show none.
func showProgress(p *osmload.Progress) (stop func()) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var bar *progressbar.ProgressBar
		begin, tick := time.Now(), time.NewTicker(100*time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-end:
				if bar != nil {
					_ = bar.Clear()
				}
				return
			case <-tick.C:
				r := p.Report()
				if bar == nil && time.Since(begin) > 300*time.Millisecond {
					bar = progressbar.NewOptions64(max(1, r.Total), progressbar.OptionShowBytes(true),
						progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(24), progressbar.OptionThrottle(50*time.Millisecond))
				}
				if bar != nil {
					bar.Describe(fmt.Sprintf("%s, %s objects", r.Phase, format.Thousands(uint64(r.Objects))))
					_ = bar.Set64(r.Bytes)
				}
			}
		}
	}()
	return func() { close(end); <-ended }
}

// ShowShare returns how to show that a share of some work is done, where a person
// looks on, and how to take that away again.
func ShowShare() (show func(share float64, doing string), stop func()) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return func(float64, string) {}, func() {}
	}
	const whole = 1000
	bar := progressbar.NewOptions(whole, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true))
	return func(share float64, doing string) {
		bar.Describe(doing)
		_ = bar.Set(min(whole-1, int(share*whole))) // a full bar ends its line
	}, func() { _ = bar.Clear() }
}

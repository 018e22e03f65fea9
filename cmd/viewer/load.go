package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"kernelscope/families/paths"
	"kernelscope/format"
	"kernelscope/graphload"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/studio"
)

// loadMap reads a map, or the embedded one where no file is named, and shows
// the progress where a person looks on.
func (a *app) loadMap(ctx context.Context, file string) (*scene.Map, error) {
	o, err := a.readOptions()
	if err != nil {
		return nil, err
	}
	o.Progress = &osmload.Progress{}
	stop := showProgress(o.Progress)
	defer stop()
	return open.ReadMap(ctx, file, o)
}

// show opens the window on a file.
func (a *app) show(ctx context.Context, file string) error {
	return a.openWindow(ctx, file, func(s *studio.Stage) error {
		s.Shown().(*paths.View).UseTuned = a.tuned
		return nil
	}, nil)
}

// openWindow opens the window on a file. What then says is done when it is open.
func (a *app) openWindow(ctx context.Context, file string, begin, then func(*studio.Stage) error) error {
	if err := open.Check(file); err != nil {
		return err
	}
	return a.Window(ctx, func(w *studio.Window) error {
		if begin != nil {
			if err := begin(w.Stage); err != nil {
				return err
			}
		}
		w.Load(ctx, file, then)
		return nil
	})
}

// graphFlags are those of files that are graphs, not maps.
type graphFlags struct{ directed, undirected, contract bool }

func (f *graphFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.directed, "directed", false, "take the edges of a graph file as directed, whatever it says")
	fs.BoolVar(&f.undirected, "undirected", false, "take the edges of a graph file both ways")
	fs.BoolVar(&f.contract, "contract", false, "make the chains of a graph file single edges")
}

// readOptions are what the flags say of reading files.
func (a *app) readOptions() (o open.Options, err error) {
	if o.Metric, err = graph.ParseMetric(a.weight); err != nil {
		return o, usage("%v", err)
	}
	switch f := a.graph; {
	case f.directed && f.undirected:
		return o, usage("--directed and --undirected are not both possible")
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

// showShare returns how to show that a share of some work is done, where a person
// looks on, and how to take that away again.
func showShare() (show func(share float64, doing string), stop func()) {
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

//go:build !nowindow

package main

import (
	"context"
	"path/filepath"

	"kernelscope/compute/session"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/ui"
)

// imported is how an import ended.
type imported struct {
	open.Input
	err error
}

// load begins to import a file, or the embedded map.
func (d *desk) load(ctx context.Context, file string) {
	d.cancelImport()
	ctx, d.cancel = context.WithCancel(ctx)
	d.imports, d.report, d.name = make(chan imported, 1), &osmload.Progress{}, filepath.Base(file)
	if file == "" {
		d.name = "embedded map"
	}
	done, o := d.imports, d.read
	o.Progress = d.report
	go func() {
		in, err := open.Read(ctx, file, o)
		if in.Clips != nil {
			addScene(in.Clips)
		}
		done <- imported{in, err}
	}()
	d.loading = &ui.Loading{Name: d.name}
}

func (d *desk) cancelImport() {
	if d.cancel != nil {
		d.cancel()
		d.cancel, d.imports, d.loading = nil, nil, nil
	}
}

// followImport shows how far an import is, and its map when it is done.
func (d *desk) followImport() {
	if d.imports == nil {
		return
	}
	d.loading = &ui.Loading{Name: d.name, Report: d.report.Report()}
	select {
	case i := <-d.imports:
		d.cancelImport()
		if i.err == nil {
			i.err = d.show(i.Input)
		}
		d.tell(i.err)
	default:
	}
}

// show shows what was read.
func (d *desk) show(in open.Input) error {
	if in.Clips != nil {
		if err := d.openClips(in.Clips); err != nil {
			return err
		}
		d.log.write("open", in.Clips.Name)
		d.window.SetTitle(in.Clips.Name + " - Kernelscope")
		if begin := d.opened; begin != nil {
			d.opened = nil
			return begin(d.stage)
		}
		return nil
	}
	if err := d.open(in.Map); err != nil {
		return err
	}
	d.shown = mapView{d.stage}
	if d.tuned {
		if err := d.useTuned(); err != nil {
			return err
		}
	}
	d.log.write("open", in.Map.Name)
	d.window.SetTitle(in.Map.Name + " - Kernelscope")
	_ = d.session.Apply(session.Play{}) // Play fails only where a run does, and then the next frame says so
	return nil
}

package export

import (
	"context"
	"math/rand/v2"
	"strings"

	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/place"
	"kernelscope/web"
	"kernelscope/web/live"
)

// maxNodes is the number of nodes of a map that a browser loads within seconds; its page has 250 MB.
const maxNodes = 1 << 21

// packed is a map as live.Pack writes it.
type packed struct {
	path    string
	options open.Options
	m       *scene.Map
	data    []byte
	ordered []byte // with the order of its fronts; nil before
}

// pack reads and packs a map, unless it was the last one.
func (f *command) pack(ctx context.Context, in string) error {
	if p := f.packed; p != nil && p.path == in && p.options == f.app.Input {
		return nil
	}
	if err := open.Check(in); err != nil {
		return err
	}
	loaded, err := f.app.Load(ctx, in)
	if err != nil {
		return err
	}
	m := loaded.Map
	if m == nil || m.Graph.Nodes() == 0 {
		return fault.Input.Errorf("%s is %v; a page can run searches on maps and graphs, and what is generated: %s", in, loaded.Kind, strings.Join(cli.Names(algorithms()), ", "))
	}
	if n := m.Graph.Nodes(); n > maxNodes {
		return fault.Limit.Errorf("%s has %s; a page holds at most %s: take a smaller extract", m.Name, format.Count(n, "node"), format.Thousands(maxNodes))
	}
	data, err := live.Pack(m)
	f.packed = &packed{path: in, options: f.app.Input, m: m, data: data}
	return err
}

// search fills in a page of searches, and returns the rest of its title.
func (f *command) search(ctx context.Context, in string, p *web.Page) (title string, err error) {
	if err := f.camera.Check(); err != nil {
		return "", err
	}
	if err := f.pack(ctx, in); err != nil {
		return "", err
	}
	p.Scene.All, p.Data = f.target == "all", f.packed.data
	return f.onMap(f.packed.m, p)
}

// onMap fills in what pages with a map share, and returns the rest of their titles.
func (f *command) onMap(m *scene.Map, p *web.Page) (title string, err error) {
	abstract := ""
	if m.Abstract {
		abstract = m.Name
	}
	if p.Scene.Frame, err = frameOf(&f.camera, f.width, f.height, abstract); err != nil {
		return "", err
	}
	if p.Scene.Roads, err = f.view.changes(m); err != nil {
		return "", err
	}
	return " on " + m.Name, f.ends(m, &p.Scene)
}

// frameOf returns the part of a map that a camera shows in a picture of a size; nil for all of it.
func frameOf(f *cli.MapCamera, width, height int, abstract string) (*[4]float64, error) {
	var c render.Camera
	if err := f.Look(&c, 1, abstract); err != nil || c.Scale == 0 {
		return nil, err
	}
	x, y := float64(width)/2/c.Scale, float64(height)/2/c.Scale
	return &[4]float64{c.X - x, c.Y - y, c.X + x, c.Y + y}, nil
}

// ends finds the source and the target that flags name.
func (f *command) ends(m *scene.Map, s *live.Scene) error {
	finder, err := place.NewFinder(m)
	if err != nil {
		return err
	}
	rnd := rand.New(rand.NewPCG(1, 0))
	for _, end := range []struct {
		text string
		to   **uint32
	}{{f.source, &s.Source}, {f.target, &s.Target}} {
		if end.text == "" || end.text == "all" && end.to == &s.Target {
			continue
		}
		found, err := finder.Find(end.text, rnd)
		if err != nil {
			return cli.PlaceError(err)
		}
		*end.to = &found.Node
	}
	return nil
}

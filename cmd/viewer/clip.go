package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting/timing"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
	"kernelscope/svgload"
)

// formNames lists the ways to match clips, as on the command line.
func formNames() (names []string) {
	for _, f := range clip.Forms() {
		names = append(names, f.Name())
	}
	return names
}

func formOf(flag, name string) (clip.Form, error) {
	for _, f := range clip.Forms() {
		if f.Name() == name {
			return f, nil
		}
	}
	return nil, usage("%s is %q; there are %s", flag, name, strings.Join(formNames(), ", "))
}

// clipInput is a sequence of clips, and the scene that it comes from, if it comes from one.
type clipInput struct {
	clipseq.Sequence
	scene *clipscene.Scene
}

// clipsOf reads an SVG file or a sequence in text form, or makes what gen:clip stands for.
func clipsOf(ctx context.Context, path string) (in clipInput, err error) {
	if text, ok := strings.CutPrefix(path, genPrefix); ok {
		in.Sequence, err = generateClips(text)
		return in, err
	}
	if !holdsSVG(path) {
		in.Sequence, err = clipseq.ReadFile(ctx, path)
		return in, err
	}
	if in.scene, err = svgload.Load(ctx, path); err == nil {
		in.Sequence = in.scene.Sequence()
	}
	return in, err
}

// holdsSVG tells by the name or by the beginning of a file: of XML, of UTF-16 or of what is
// gzipped. The text form begins with none of these.
func holdsSVG(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg", ".svgz":
		return true
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [64]byte
	n, _ := io.ReadFull(f, head[:])
	begin := bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, mark := range []string{"<", "\x1f\x8b", "\xfe\xff", "\xff\xfe"} {
		if bytes.HasPrefix(begin, []byte(mark)) {
			return true
		}
	}
	return false
}

// generateClips makes what a text such as clip,elements=1000,shape=deep stands for.
func generateClips(text string) (s clipseq.Sequence, err error) {
	name, v, err := namedValues(text)
	if err != nil {
		return s, err
	}
	g := generator{name: "clip", params: []genParam{
		{name: "elements", value: "1048576", max: clipseq.MaxElements},
		{name: "shape", value: "random", words: clipseq.Shapes()}, seedParam(),
	}}
	if name != g.name {
		return s, usage("%s%s makes no clips; %sclip does, with elements=, shape= and seed=", genPrefix, name, genPrefix)
	}
	if err := g.check(v); err != nil {
		return s, err
	}
	return clipseq.Make(v["shape"], v.number("elements"), v.seed())
}

// clipJob is a sequence to match, and how. Boxes are cut where it has any.
type clipJob struct {
	form   clip.Form
	s      clipseq.Sequence
	values compute.Values
	runs   timing.Runs
	want   *oracle.Clips // what must come out; nil where nothing is verified
}

// matched is what has come of it.
type matched struct {
	out        oracle.Clips
	times      timing.Times
	params     compute.Values // as the form chose them
	steps      int
	partitions int
	counters   clip.Counters
}

func (j clipJob) run(ctx context.Context, d *gpu.Device) (r matched, err error) {
	n := len(j.s.Elements)
	c, err := j.form.Prepare(d, n, j.s.Boxes != nil, j.values)
	if err != nil {
		return r, err
	}
	defer c.Release()
	if err := c.Write(j.s); err != nil {
		return r, err
	}
	r.params, r.steps, r.partitions = c.Values, len(c.Steps), (n+c.Size-1)/c.Size
	if r.times, err = timing.Record(ctx, d, "clips", c.Record, nil, j.runs); err != nil {
		return r, err
	}
	if r.counters, err = c.Counters(ctx); err != nil {
		return r, err
	}
	if r.out, err = c.Read(ctx, n); err != nil || j.want == nil {
		return r, err
	}
	if err := j.want.Compare(r.out); err != nil {
		return r, fmt.Errorf("%w: %s, %d elements: %v", errWrong, j.form.Name(), n, err)
	}
	return r, ctx.Err()
}

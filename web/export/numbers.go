package export

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
	"kernelscope/web"
	"kernelscope/web/live"
)

// sort fills in a page of sorts, and returns the rest of its title.
func (f *command) sort(in string, p *web.Page) (title string, err error) {
	if !slices.Contains(keygen.Distributions(), f.dist) {
		return "", cli.Usage("--dist is %q; choose from %s", f.dist, strings.Join(keygen.Distributions(), ", "))
	}
	n, err := f.generated(in, "sorts")
	p.Scene.Keys = &live.Keys{N: n, Distribution: f.dist, Seed: f.seed, Text: f.list}
	if f.list != "" {
		keys, err := keygen.List(f.list, sorting.U32)
		if err != nil {
			return "", cli.Usage("--list: %v", err)
		}
		n = len(keys)
	}
	return fmt.Sprintf(" sorts %s", format.Count(n, "key")), err
}

// sum fills in a page of sums, and returns the rest of its title.
func (f *command) sum(in string, p *web.Page) (title string, err error) {
	n, err := f.generated(in, "sums")
	p.Scene.Keys = &live.Keys{N: n, Seed: f.seed}
	return fmt.Sprintf(" of %s", format.Count(n, "value")), err
}

// clip fills in a page of clips, and returns the rest of its title.
func (f *command) clip(c *cobra.Command, form clip.Form, in string, p *web.Page) (title string, err error) {
	if !slices.Contains(clipseq.Shapes(), f.shape) {
		return "", cli.Usage("--shape is %q; choose from %s", f.shape, strings.Join(clipseq.Shapes(), ", "))
	}
	n, err := f.generated(in, "clips")
	p.Scene.Keys = &live.Keys{N: n, Distribution: f.shape, Seed: f.seed, Text: f.text}
	if name, v, parsed := gen.Parse(in); parsed == nil && name == clipseq.Generator().Name {
		n, err = generator(v, p.Scene.Keys)
	}
	if err != nil {
		return "", err
	}
	if f.text != "" {
		made, err := clipseq.Parse(f.text)
		if err != nil {
			return "", cli.Usage("--text: %v", err)
		}
		n = len(made.Elements)
	}
	if f.element >= n {
		return "", cli.Usage("--element is %d; the sequence has %s", f.element, format.Count(n, "element"))
	}
	if p.Scene.Levels = f.levels; f.levels && !clip.ReducesInPlace(form) {
		return "", cli.Usage("--levels shows the reduction of -a shuffle and -a snapshot; %s reduces in another way", form.Name())
	}
	if f.element >= 0 {
		p.Scene.Element = &f.element
	}
	for name, text := range map[string]string{clip.Workgroup: "64", clip.Items: "1", clip.Few: "1"} { // as for 'viewer clip'
		if !c.Flags().Changed(name) {
			f.given.Default(name, text)
		}
	}
	return fmt.Sprintf(" of %s", format.Count(n, "element")), nil
}

// generator fills in the clips of gen:clip,…, and returns how many elements there are.
func generator(v gen.Values, k *live.Keys) (n int, err error) {
	if v, err = clipseq.Generator().Complete(v); err != nil {
		return 0, err
	}
	if v["depth"] != "0" {
		return 0, fault.Input.Errorf("a page has clips of any depth, and gen:clip,depth=%s is not shown", v["depth"])
	}
	*k = live.Keys{N: v.Number("elements"), Distribution: v["shape"], Seed: v.Seed()}
	if k.N > live.MaxKeys || k.Seed >= 1<<53 {
		err = fault.Limit.Errorf("gen:clip has %s; a page has at most %s, and seeds below 2^53", format.Count(k.N, "element"), format.Thousands(live.MaxKeys))
	}
	return k.N, err
}

// hop fills in a page of searches between pairs, and returns the rest of its title.
func (f *command) hop(ctx context.Context, in string, p *web.Page) (title string, err error) {
	n, err := f.number()
	if err != nil {
		return "", err
	}
	if err := cmp.Or(f.camera.Check(), f.pack(ctx, in)); err != nil {
		return "", err
	}
	if n > maxPairs {
		return "", cli.Usage("-n is %s; a page has at most %s pairs", f.keys, format.Thousands(maxPairs))
	}
	m := f.packed.m
	if p.Scene.View, err = f.view.ofHops(); err != nil {
		return "", err
	}
	if m.Graph.Nodes() <= live.MaxHops {
		p.Scene.View, f.camera = nil, cli.WholeMap() // each node is shown
	}
	p.Scene.Keys, p.Data = &live.Keys{N: n, Seed: f.seed}, f.packed.data
	return f.onMap(m, p)
}

// maxPairs is the number of pairs of the longest row of bits that a page can show.
const maxPairs = 1 << 10

// generated returns how many keys or values flags ask for. These are generated: an input is refused.
func (f *command) generated(in, family string) (n int, err error) {
	if in != "" {
		return 0, fault.Input.Errorf("%s is not read: %s have generated numbers (-n, --seed)", in, family)
	}
	return f.number()
}

// number reads -n and --seed.
func (f *command) number() (n int, err error) {
	if f.seed >= 1<<53 {
		return 0, cli.Usage("--seed is %d; a page has seeds below 2^53, as numbers of JavaScript are", f.seed)
	}
	if n, err = cli.Count("-n", f.keys); err == nil && (n < 1 || n > live.MaxKeys) {
		err = cli.Usage("-n is %s; a page has at most %s", f.keys, format.Thousands(live.MaxKeys))
	}
	return n, err
}

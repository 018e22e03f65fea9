package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/web"
	"kernelscope/web/live"
)

// maxKeys is the number of keys or values that a browser handles step by step without a pause.
const maxKeys = 1 << 18

// sort fills in a page of sorts, and returns the rest of its title.
func (f *command) sort(c *cobra.Command, in string, p *web.Page) (title string, err error) {
	if !slices.Contains(keygen.Distributions(), f.dist) {
		return "", cli.Usage("--dist is %q; choose from %s", f.dist, strings.Join(keygen.Distributions(), ", "))
	}
	n, err := f.generated(c, in, "sorts")
	p.Scene.Family, p.Scene.Keys = live.Sorts, &live.Keys{N: n, Distribution: f.dist, Seed: f.seed}
	return fmt.Sprintf(" sorts %s", format.Count(n, "key")), err
}

// sum fills in a page of sums, and returns the rest of its title.
func (f *command) sum(c *cobra.Command, in string, p *web.Page) (title string, err error) {
	if err := refuse(c, []string{"dist"}, "sums"); err != nil {
		return "", err
	}
	n, err := f.generated(c, in, "sums")
	p.Scene.Family, p.Scene.Keys = live.Sums, &live.Keys{N: n, Seed: f.seed}
	return fmt.Sprintf(" of %s", format.Count(n, "value")), err
}

// generated returns how many keys or values flags ask for. These are generated: an input is refused.
func (f *command) generated(c *cobra.Command, in, family string) (n int, err error) {
	if err := refuse(c, f.forMap, family); err != nil {
		return 0, err
	}
	if in != "" {
		return 0, fault.Input.Errorf("%s is not read: %s have generated numbers (-n, --seed)", in, family)
	}
	if f.seed >= 1<<53 {
		return 0, cli.Usage("--seed is %d; a page has seeds below 2^53, as numbers of JavaScript are", f.seed)
	}
	if n, err = cli.Count("-n", f.keys); err == nil && (n < 1 || n > maxKeys) {
		err = cli.Usage("-n is %s; a page has at most %s", f.keys, format.Thousands(maxKeys))
	}
	return n, err
}

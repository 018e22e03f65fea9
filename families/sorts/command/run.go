package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/report"
	"kernelscope/studio"
)

// sortFlags are the flags of 'run sort'.
type sortFlags struct {
	algorithm, typ      string
	payload, descending bool
	bits                int
	n, dist             string
	seed                uint64
	input, list         string
	output, values      string
	params              *flags.Params
	repeat              int
	verify, json        bool
	steps               bool
}

// runCommand is 'run sort'.
func runCommand(app *cli.App) *cobra.Command {
	var f sortFlags
	c := &cobra.Command{
		Use:   "sort",
		Short: "Sort keys",
		Long: `Sorts keys in ascending order on the GPU or, for comparison, on the host (cpu: slices.Sort and
slices.SortStableFunc of Go, on one processor; cpu-parallel: a radix sort on all processors; cpp:
std::sort of integers, compiled by the host's C++ compiler).
For floats, -0 sorts before +0, and NaNs sort last.

Files hold the keys contiguously, little-endian. With --payload each key has a value of one
word: its index in the input.

Times are medians of --repeat runs after a warm-up. GPU time is that of all passes in one
recording, or in several if they take long. The input is restored before each run, which is
not timed.`,
		Example: `  viewer run sort -n 2^24 --verify
  viewer run sort -a radix4 --type f32 --dist special --payload -n 1e6 --verify --json
  viewer run sort --type u64 --input keys.bin -o sorted.bin
  viewer run sort --list 10,25,39,92,1,5,68,23,21,10 --verify
  viewer run sort -a radix4 --radix 10 --list 10,25,39,92,1,5,68,23,21,10 --steps`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkSource(c); err != nil {
				return err
			}
			return runSort(c.Context(), c.OutOrStdout(), app, f)
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithm, "sort", sorters()[0].Name(), sorters())
	fs.StringVar(&f.typ, "type", "u32", "type of the keys: u32, i32, f32, u64")
	fs.BoolVar(&f.payload, "payload", false, "sort a 32-bit value with each key")
	fs.BoolVar(&f.descending, "desc", false, "sort in descending order")
	fs.IntVar(&f.bits, "bits", 0, "number of lowest bits in which keys differ; all if zero")
	fs.StringVarP(&f.n, "keys", "n", "1e6", "number of keys, such as 1000000, 1e6 or 2^20")
	AddDistribution(c, &f.dist, "uniform")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the keys")
	fs.StringVar(&f.input, "input", "", "sort the keys of this file instead")
	addList(c, &f.list)
	fs.StringVarP(&f.output, "output", "o", "", "write the sorted keys to this file")
	fs.StringVar(&f.values, "values", "", "write the values of the sorted keys to this file")
	f.params = flags.Add(fs, sorters())
	fs.IntVarP(&f.repeat, "repeat", "r", 1, "number of timed runs")
	fs.BoolVar(&f.verify, "verify", false, "check order, keys, values and stability; exit 5 on a difference")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, step, summary")
	fs.BoolVar(&f.steps, "steps", false, "print the table of each digit and the keys after each pass, of at most 64 keys")
	app.AddBackend(fs)
	cli.Reads(c, "input")
	cli.Writes(c, "output", "values")
	_ = c.RegisterFlagCompletionFunc("type", cli.Fixed("u32", "i32", "f32", "u64"))
	return c
}

// job parses the flags.
func (f *sortFlags) job() (j job, err error) {
	if j.sorter, err = cli.Named("-a", f.algorithm, sorters()); err != nil {
		return j, err
	}
	j.f = sorting.Format{Payload: f.payload, Descending: f.descending, Bits: f.bits}
	if j.f.Type, err = TypeOf("--type", f.typ); err != nil {
		return j, err
	}
	if err := checkBits(f.bits, j.f.Type); err != nil {
		return j, err
	}
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return j, err
	}
	if f.values != "" && !f.payload {
		return j, cli.Usage("--values needs --payload: without it keys have no values")
	}
	if err := CheckDistribution(f.dist); err != nil {
		return j, err
	}
	if j.n, err = cli.Count("-n", f.n); err != nil {
		return j, err
	}
	for _, path := range []string{f.output, f.values} {
		if err := cli.CheckFolder(path); err != nil {
			return j, err
		}
	}
	j.runs, j.verify, j.steps = timing.Runs{Warm: 1, Timed: f.repeat}, f.verify, f.json
	j.values, err = flags.Values(f.params, j.sorter)
	return j, err
}

func runSort(ctx context.Context, out io.Writer, app *cli.App, f sortFlags) error {
	j, err := f.job()
	if err != nil {
		return err
	}
	j.input = func() (oracle.Array, error) { return madeKeys(f.dist, j.f, j.n, f.seed) }
	if f.input != "" || f.list != "" {
		in, err := f.given(ctx, j.f)
		if err != nil {
			return err
		}
		j.n, j.f.Greatest = in.Len(), greatest(in, j.f)
		j.input = func() (oracle.Array, error) { return in, nil }
	}
	var d studio.Computer
	meta := report.NewMeta(app.Version, "the host ("+cli.Host()+")", "")
	if !j.onHost() {
		defer app.PreferComputeOnly()()
		if d, err = app.OpenComputer(ctx); err != nil {
			return err
		}
		defer d.Release()
		meta.Device, meta.Driver = d.Info.Name, d.Info.Driver
	}
	var shown []session.Lane
	if f.steps {
		in, err := j.input()
		if err == nil {
			shown, err = j.stepsOf(d, in)
		}
		if err == nil && !f.json {
			err = j.writeSteps(out, shown)
		}
		if err != nil {
			return err
		}
	}
	r, err := j.run(ctx, d)
	if err != nil {
		return err
	}
	r.shown = shown
	row := experiment.Row{Size: j.n, Algorithm: j.Name(), Values: r.params}
	row.State("passes", float64(r.passes))
	row.Measured(r.times)
	row.Verified = j.verify
	if sorted := f.sorted(j, r); sorted != nil {
		row.Labels = map[string]any{"sorted": strings.Join(sorted, ",")}
	}
	app.Found(row)
	for _, file := range []struct {
		path  string
		words []uint32
	}{{f.output, r.out.Keys}, {f.values, r.out.Values}} {
		if file.path == "" {
			continue
		}
		if err := output.File(file.path, func(w io.Writer) error { return keygen.Write(ctx, w, file.words) }); err != nil {
			return err
		}
	}
	return f.report(out, meta, j, r)
}

// checkBits refuses more bits than a key has.
func checkBits(bits int, t sorting.Type) error {
	if most := 32 * (sorting.Format{Type: t}).Words(); bits < 0 || bits > most {
		return cli.Usage("--bits is %d, not between 0 and %d, the bits of a key of %v", bits, most, t)
	}
	return nil
}

// given reads the keys of a file or a list.
func (f *sortFlags) given(ctx context.Context, as sorting.Format) (in oracle.Array, err error) {
	from := f.input
	in.Words = as.Words()
	if f.list != "" {
		from = "--list"
		in.Keys, err = readList(f.list, as.Type)
	} else {
		in.Keys, err = keygen.ReadFile(ctx, f.input, as.Type)
	}
	if err == nil {
		err = onlyLowBits(from, in, as)
	}
	if as.Payload {
		in.Values = keygen.Payload(in.Len())
	}
	return in, err
}

// greatest returns the greatest order of a key.
func greatest(in oracle.Array, f sorting.Format) (order uint64) {
	for i := range in.Len() {
		order = max(order, f.Order(f.Type.KeyAt(in.Keys, i)))
	}
	return order
}

// onlyLowBits refuses keys that differ in bits above the lowest ones that f sorts by.
func onlyLowBits(path string, in oracle.Array, f sorting.Format) error {
	for i := range in.Keys {
		low := i % in.Words
		bits := max(0, min(32, f.KeyBits()-32*low)) // bits of this word
		if (in.Keys[i]^in.Keys[low])>>bits != 0 {
			return fmt.Errorf("%w: %s: key %d differs from key 0 above the %d lowest bits; --bits %d sorts by those bits only",
				fault.Input, path, i/in.Words, f.Bits, f.Bits)
		}
	}
	return nil
}

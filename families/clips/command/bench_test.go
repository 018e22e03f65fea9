package command

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/host"
	"kernelscope/families/scans"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/report/chart"
	"kernelscope/scene/clipseq"
)

// small is a host with little memory.
type small struct{ *host.Host }

func (s small) Limits() compute.Limits {
	l := s.Host.Limits()
	l.BufferWords = 1 << 12
	return l
}

// planOf parses the flags of the command.
func planOf(t *testing.T, f benchFlags, args ...string) plan {
	t.Helper()
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	f.params = flags.Add(fs, clip.Forms())
	f.params.Default(clip.Workgroup, "64,128")
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	p, err := f.plan()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// benchmark executes a plan on a host and returns its rows and its output.
func benchmark(t *testing.T, p plan, form report.Format) (rows []experiment.Row, out string) {
	t.Helper()
	var b strings.Builder
	meta := benchMeta{Meta: report.Meta{Device: "host"}}
	w, err := report.NewRows(&b, form, meta, sheet(meta, p.flags))
	if err != nil {
		t.Fatal(err)
	}
	e, subjects := p.experiment(clitest.On(small{host.New()}))
	if rows, err = w.All(e.Run(t.Context(), subjects)); err != nil {
		t.Fatal(err)
	}
	return rows, b.String()
}

// some returns the flags of a benchmark of all forms.
func some() benchFlags {
	return benchFlags{forms: strings.Join(cli.Names(clip.Forms()), ","), sizes: "100,300", depths: "0", shape: "zigzag", boxes: true, seed: 1, repeat: 1}
}

// Each form matches each size with each workgroup size, and all output formats agree.
func TestRows(t *testing.T) {
	p := planOf(t, some())
	want := 2 * (2*len(clip.Forms()) + 2) // the last term counts the scan and the scalar loop
	rows, table := benchmark(t, p, report.Text)
	if len(rows) != want || strings.Count(table, "\n") != want+5 || !strings.Contains(table, "zigzag, links and boxes") {
		t.Errorf("%d rows, not %d: %s", len(rows), want, table)
	}
	for _, r := range rows {
		scan, host := r.Algorithm == scans.Name, r.Algorithm == scalar.Algorithm
		if !r.Verified || r.Rate() <= 0 || r.LeftOut != "" || scan != (r.Input == "") || !scan && !host && r.Values[clip.Workgroup] < 64 || host != (r.GPU == 0) || r.Labels["boxes"] != !scan {
			t.Errorf("%+v", r)
		}
	}
	_, lines := benchmark(t, p, report.JSON)
	all := strings.Split(strings.TrimSpace(lines), "\n")
	var first struct {
		Algorithm, Shape string
		Boxes            bool
		Elements         int
		Params           compute.Values
		Partitions       int
	}
	if err := json.Unmarshal([]byte(all[1]), &first); err != nil || len(all) != want+1 || first.Algorithm != clip.Forms()[0].Name() || first.Shape != "zigzag" || !first.Boxes || first.Elements != 100 || first.Params[clip.Workgroup] != 64 || first.Partitions == 0 {
		t.Errorf("%+v, %v: %s", first, err, lines)
	}
	_, cells := benchmark(t, p, report.CSV)
	read, err := csv.NewReader(strings.NewReader(cells)).ReadAll()
	if err != nil || len(read) != want+1 || strings.Join(read[0], ",") != "form,shape,boxes,elements,depth,workgroup,items,window,partitions,gpu_ms,wall_ms,elements_per_s,verified,left_out" || read[1][5] != "64" || read[want][6] != "" {
		t.Errorf("%v: %s", err, cells)
	}
}

// Rows that are too large or would take too long are listed with the reason.
func TestLeftOut(t *testing.T) {
	f := some()
	f.limit = time.Nanosecond
	rows, table := benchmark(t, planOf(t, f), report.Text)
	if rows[0].LeftOut != "" || rows[len(rows)-1].LeftOut == "" || !strings.Contains(table, "left out: 100 took") {
		t.Errorf("%s", table)
	}
	f = some()
	f.sizes = "100000"
	for _, r := range benchmarkRows(t, f) {
		if r.Algorithm != scalar.Algorithm && !strings.Contains(r.LeftOut, "limit of the device") {
			t.Errorf("%+v", r)
		}
	}
}

func benchmarkRows(t *testing.T, f benchFlags) []experiment.Row {
	rows, _ := benchmark(t, planOf(t, f), report.Text)
	return rows
}

// The goals match the table; with --sizes only the costs are judged.
func TestGoals(t *testing.T) {
	bars := map[string]float64{"match, 2^20": 45, "match, 2^24": 110, "boxes, 2^20": 22, "boxes, 2^24": 40, "json, 2^30": 40}
	for _, w := range works(plan{}) {
		if bars[w.name] != w.bar || w.boxes != strings.HasPrefix(w.name, "boxes") || w.text != strings.HasPrefix(w.name, "json") || !strings.HasSuffix(w.name, format.Power(w.n)) {
			t.Errorf("%+v", w)
		}
		delete(bars, w.name)
	}
	if len(bars) > 0 {
		t.Errorf("there is no %v", bars)
	}
	f := some()
	f.sized, f.bars, f.sizes = true, true, "200,300"
	p := planOf(t, f)
	var b strings.Builder
	w, err := report.NewRows(&b, report.JSON, struct{}{}, sheet(benchMeta{}, f))
	if err != nil {
		t.Fatal(err)
	}
	if err := barsOn(t, w, p); err != nil {
		t.Fatal(err)
	}
	plain, judged := 0, 0
	for line := range strings.Lines(b.String()) {
		var g struct {
			experiment.Goal
			Type, Shape string
			Verified    bool
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		switch {
		case g.Type != "goal":
		case g.Bar == 0 && g.Met == nil && g.Unit == experiment.PerSecond && g.Verified && g.Reached > 0:
			plain++
		case g.Met != nil && *g.Met == (g.Reached <= g.Bar) && g.Unit == byRandom && (g.Bar == 1.2 && g.Shape == "deep" || g.Bar == 4 && g.Shape == "adversarial"):
			judged++
		default:
			t.Errorf("%s", line)
		}
	}
	forms := len(clip.Forms())
	if plain != 3*forms*len(clipseq.Shapes())+1+2 || judged != 3*forms*2 {
		t.Errorf("%d rates and %d costs", plain, judged)
	}
}

func barsOn(t *testing.T, w *report.Rows, p plan) error {
	return bars(t.Context(), w, clitest.Host(), p, false)
}

// The chart has a line for each size and each workgroup size.
func TestChart(t *testing.T) {
	p := planOf(t, some())
	rows, _ := benchmark(t, p, report.Text)
	figure := figureOf(p, benchMeta{}, rows)
	var b strings.Builder
	if err := figure.SVG(&b, chart.Options{Width: 900, Height: cli.RowsHeight(figure), Theme: &chart.Light}); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"tree, 100 elements, workgroup 64", "lookback, 300 elements, workgroup 128", scans.Name, "links and boxes", "zigzag", "every result verified"} {
		if !strings.Contains(b.String(), word) {
			t.Errorf("the drawing does not say %q", word)
		}
	}
}

// The command runs on the device.
func TestCommand(t *testing.T) {
	drawing := filepath.Join(t.TempDir(), "a.png")
	out, err := clitest.Run(t, benchCommand, "--sizes", "1000", "--workgroup", "64", "-r", "1", "--chart", drawing)
	if err != nil || strings.Count(out, "\n") != 5+len(clip.Forms())+2 {
		t.Errorf("%v: %s", err, out)
	}
	if info, err := os.Stat(drawing); err != nil || info.Size() < 10000 {
		t.Error(err)
	}
}

// The reduction is timed alone and within the whole, depths are limited, and both have charts.
func TestReductionAndDepth(t *testing.T) {
	f := some()
	f.reduction, f.sizes = true, "200"
	p := planOf(t, f)
	rows, _ := benchmark(t, p, report.Text)
	alones := 0
	for _, r := range rows {
		if r.Algorithm == alone.Name() && r.Verified && r.LeftOut == "" && r.GPU > 0 && r.Labels["boxes"] == false {
			alones++
		}
	}
	if alones != 2 {
		t.Errorf("the reduction has %d rows with times", alones)
	}
	drawing := func(rows []experiment.Row) string {
		figure := figureOf(p, benchMeta{}, rows)
		var b strings.Builder
		if err := figure.SVG(&b, chart.Options{Width: 900, Height: cli.RowsHeight(figure), Theme: &chart.Light}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if text := drawing(rows); !strings.Contains(text, "reduction alone, workgroup 128") || !strings.Contains(text, "reduction and look-back, workgroup 64") {
		t.Error("the drawing does not compare the reduction with the whole")
	}
	f = some()
	f.depths, f.sizes, f.shape = "4, 16,0", "200", "deep"
	p = planOf(t, f)
	rows, _ = benchmark(t, p, report.Text)
	depths := map[float64]int{}
	for _, r := range rows {
		if d, ok := r.Fact("depth"); ok {
			depths[d]++
		}
	}
	if each := 2*len(clip.Forms()) + 1; len(depths) != 3 || depths[4] != each || depths[16] != each || depths[100] != each {
		t.Errorf("rows by depth are %v", depths)
	}
	if text := drawing(rows); !strings.Contains(text, "shuffle, depth 16") || !strings.Contains(text, "scalar, depth 100") {
		t.Error("the drawing has not all depths")
	}
	for _, bad := range []string{"", "x", "-1", "1e12"} {
		f.depths = bad
		if _, err := f.plan(); err == nil {
			t.Errorf("--depths %q is taken", bad)
		}
	}
}

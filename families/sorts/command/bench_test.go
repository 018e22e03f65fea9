package command

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
	"kernelscope/report"
	"kernelscope/report/chart"
)

// small is a host with little memory.
type small struct{ *host.Host }

func (s small) Limits() compute.Limits {
	l := s.Host.Limits()
	l.Memory, l.BufferWords = 1<<20, 1<<18
	return l
}

// benchmark executes a plan on a host and returns its rows and its output.
func benchmark(t *testing.T, f benchFlags, form report.Format) (rows []experiment.Row, out string) {
	t.Helper()
	p, err := f.plan()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	meta := benchMeta{Meta: report.Meta{Device: "host"}, Copy: 1e9}
	w, err := report.NewRows(&b, form, meta, sheet(meta, f.bars, p.lists))
	if err != nil {
		t.Fatal(err)
	}
	be := small{host.New()}
	e, subjects := p.experiment(clitest.On(be), be.Limits())
	if rows, err = w.All(e.Run(t.Context(), subjects)); err != nil {
		t.Fatal(err)
	}
	return rows, b.String()
}

// some returns the flags of a benchmark of all sorts.
func some() benchFlags {
	return benchFlags{algorithms: strings.Join(usual(), ","), types: "u32,u64", least: "100", most: "400", payload: true, dist: "uniform", seed: 1, repeat: 1}
}

// Each sort sorts each size of each type, and all output formats agree.
func TestRows(t *testing.T) {
	want := 2 * 3 * len(usual())
	rows, table := benchmark(t, some(), report.Text)
	if len(rows) != want || strings.Count(table, "\n") != want+4 || !strings.Contains(table, "u64 + payload") || !strings.Contains(table, "of copy") {
		t.Errorf("%d rows, not %d: %s", len(rows), want, table)
	}
	for i, r := range rows {
		if !r.Verified || r.Wall <= 0 || r.Rate() <= 0 || r.LeftOut != "" || r.Size != []int{100, 200, 400}[i/len(usual())%3] || r.Labels["proof"] != "exact" {
			t.Errorf("%+v", r)
		}
	}
	_, lines := benchmark(t, some(), report.JSON)
	var last struct {
		Algorithm string
		Type      string
		Keys      string  `json:"key_type"`
		Rate      float64 `json:"keys_per_s"`
		Payload   bool
		N         int
	}
	all := strings.Split(strings.TrimSpace(lines), "\n")
	if err := json.Unmarshal([]byte(all[want]), &last); err != nil || len(all) != want+1 || last.Type != "row" || last.Algorithm != onProcessors || last.Keys != "u64" || !last.Payload || last.N != 400 || last.Rate <= 0 {
		t.Errorf("%+v, %v: %s", last, err, lines)
	}
	_, cells := benchmark(t, some(), report.CSV)
	read, err := csv.NewReader(strings.NewReader(cells)).ReadAll()
	if err != nil || len(read) != want+1 || strings.Join(read[0], ",") != "algorithm,key_type,payload,n,workgroup,items,digit,radix,counters,places,mapping,batch,passes,gpu_ms,wall_ms,moved_ms,times_cpu,times_cpu-parallel,times_cpp,keys_per_s,verified,left_out" || read[want][0] != onProcessors || read[want][12] != "0" {
		t.Errorf("%v: %s", err, cells)
	}
}

// Sizes that would take too long are listed with the reason.
func TestLeftOut(t *testing.T) {
	f := some()
	f.algorithms, f.types, f.limit = onHost, "u32", time.Nanosecond
	rows, table := benchmark(t, f, report.Text)
	if len(rows) != 3 || rows[0].LeftOut != "" || rows[1].LeftOut == "" || !strings.Contains(table, "left out: 100 took") {
		t.Errorf("%s", table)
	}
	f = some()
	f.algorithms, f.types, f.least, f.most = "radix", "u32", "2^18", "2^18"
	if rows, _ := benchmark(t, f, report.Text); len(rows) != 1 || !strings.Contains(rows[0].LeftOut, "limit") {
		t.Errorf("%+v", rows)
	}
}

func TestSizes(t *testing.T) {
	p := plan{least: 1 << 10, most: 1 << 15}
	for words, want := range map[int][]int{
		1 << 20:   {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
		1<<14 - 1: {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1<<14 - 1, 1 << 14, 1 << 15},
		1 << 13:   {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
		100:       {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
	} {
		if got := p.sizes(sorting.U32, compute.Limits{BufferWords: words}); !slices.Equal(got, want) {
			t.Errorf("%d words: %v", words, got)
		}
	}
	if got := p.sizes(sorting.U64, compute.Limits{BufferWords: 5000}); !slices.Contains(got, 2500) {
		t.Errorf("u64 in 5000 words: %v", got)
	}
}

// The goals match the table and are judged in their units.
func TestGoals(t *testing.T) {
	all, err := goals()
	if err != nil || len(all) != 11 {
		t.Fatalf("%d goals, %v", len(all), err)
	}
	for _, g := range all {
		if g.Bar <= 0 || g.n < 1 {
			t.Errorf("%+v", g)
		}
		g.n = 500
		row, err := g.measure(t.Context(), clitest.Host(), timing.Runs{Timed: 1}, 1)
		if err != nil || g.Reached <= 0 && g.Unit != experiment.Milliseconds || !row.Verified {
			t.Errorf("%+v: %+v, %v", g, row, err)
		}
	}
}

// The chart has a line for each sort.
func TestChart(t *testing.T) {
	f := some()
	rows, _ := benchmark(t, f, report.Text)
	p, err := f.plan()
	if err != nil {
		t.Fatal(err)
	}
	figure := figureOf(p, benchMeta{Copy: 1e9}, rows)
	var b strings.Builder
	if err := figure.SVG(&b, chart.Options{Width: 900, Height: cli.RowsHeight(figure), Theme: &chart.Light}); err != nil {
		t.Fatal(err)
	}
	for _, word := range append(usual(), "ceiling by copy", "u64 + payload", "every result verified") {
		if !strings.Contains(b.String(), word) {
			t.Errorf("the drawing does not say %q", word)
		}
	}
}

// The command runs on the device.
func TestCommand(t *testing.T) {
	drawing := filepath.Join(t.TempDir(), "a.svg")
	out, err := clitest.Run(t, benchCommand, "-a", "radix", "--min", "2^10", "--max", "2^10", "-r", "1", "--chart", drawing)
	if err != nil || !strings.Contains(out, "a copy moves") || !strings.Contains(out, "2^10") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(drawing); err != nil {
		t.Error(err)
	}
}

// If a parameter has several numeric values, the chart shows it on the horizontal axis, with a part
// for each size and a line for each combination of sort and other parameters. Settings that exclude
// each other are left out.
func TestSettings(t *testing.T) {
	drawing := filepath.Join(t.TempDir(), "a.svg")
	out, err := clitest.Run(t, benchCommand, "-a", "radix4,batcher,cpu", "--min", "2^8", "--max", "2^9", "-r", "1",
		"--workgroups", "32,64,1024", "--items", "1,2", "--digit", "8", "--chart", drawing)
	if err != nil || strings.Count(out, "\n") != 4+2*(3*2+3+1) || !strings.Contains(out, "workgroup 64, items 2, digit 8") {
		t.Fatalf("%v: %s", err, out)
	}
	svg, err := os.ReadFile(drawing)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Sorts by workgroup", "radix4 items 2, digit 8, 256 × u32: ", "batcher, 512 × u32: "} {
		if !strings.Contains(string(svg), word) {
			t.Errorf("the drawing does not say %q", word)
		}
	}
	out, err = clitest.Run(t, benchCommand, "-a", "radix", "--min", "2^8", "--max", "2^8", "-r", "1", "--workgroup", "1024", "--items", "32", "--types", "u64")
	if err != nil || !strings.Contains(out, "left out: value not allowed") {
		t.Errorf("%v: %s", err, out)
	}
	for _, args := range []string{"--workgroup 31", "-a batcher --items 2", "--bars --workgroup 64"} {
		if _, err := clitest.Run(t, benchCommand, strings.Fields(args)...); err == nil {
			t.Errorf("%s is not refused", args)
		}
	}
}

// off reports whether two numbers differ by more than rounding errors.
func off(a, b float64) bool { return math.Abs(a-b) > 1e-4*b }

// A comparison with the host measures the host's sorts first and gives the speedup of each sort of
// the device.
func TestAgainstCPU(t *testing.T) {
	out, err := clitest.Run(t, benchCommand, "--against-cpu", "1e4", "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err != nil || len(lines) != 1+len(sorters()) {
		t.Fatalf("%v: %s", err, out)
	}
	walls := map[string]float64{}
	for _, line := range lines[1:] {
		var row struct {
			Algorithm string
			Keys      string  `json:"key_type"`
			Wall      float64 `json:"wall_ms"`
			Moved     float64 `json:"moved_ms"`
			Times     float64 `json:"times_cpu"`
			Parallel  float64 `json:"times_cpu_parallel"`
			Cpp       float64 `json:"times_cpp"`
			LeftOut   string  `json:"left_out"`
			Compiler  string
			Verified  bool
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if row.Algorithm == inCpp && row.LeftOut != "" {
			t.Log(row.LeftOut)
			continue
		}
		walls[row.Algorithm] = row.Wall
		if row.Keys != "i32" || !row.Verified || row.Wall <= 0 {
			t.Errorf("%s", line)
		}
		if row.Algorithm == inCpp && row.Compiler == "" || row.Cpp > 0 && off(row.Cpp, walls[inCpp]/row.Wall) {
			t.Errorf("%s", line)
		}
		if host := slices.Contains(hostSorts, row.Algorithm); !host && (off(row.Times, walls["cpu"]/row.Wall) || off(row.Parallel, walls["cpu-parallel"]/row.Wall) || row.Moved <= 0) {
			t.Errorf("%s", line)
		}
	}
	for _, args := range []string{"--against-cpu x", "--against-cpu 0", "--against-cpu 1e4 --min 5", "--against-cpu 1e4 --bars"} {
		if _, err := clitest.Run(t, benchCommand, strings.Fields(args)...); err == nil {
			t.Errorf("%s is not refused", args)
		}
	}
	if out, err = clitest.Run(t, benchCommand, "--against-cpu", "1e4", "-a", "cpu-parallel,radix", "--csv"); err != nil || strings.Contains(out, "\ncpu,") || strings.Count(out, "\n") != 3 {
		t.Errorf("without one processor: %v: %s", err, out)
	}
	if out, err = clitest.Run(t, benchCommand, "--against-cpu", "2^31", "--types", "u64", "-a", "radix"); err != nil || strings.Count(out, "left out") != 4 {
		t.Errorf("%v: %s", err, out)
	}
}

// --save writes the rows also as a sheet, which says how they were measured.
func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sheet.csv")
	out, err := clitest.Run(t, benchCommand, "-a", "radix", "--min", "2^8", "--max", "2^9", "-r", "1", "--csv", "--save", path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	source, rows, _ := strings.Cut(string(text), "algorithm,")
	for _, key := range []string{"# command: viewer ", "\n# device: ", "\n# driver: ", "\n# date: ", "\n# commit: "} {
		if !strings.Contains(source, key) {
			t.Errorf("%q has no %q", source, key)
		}
	}
	if "algorithm,"+rows != out || strings.Count(rows, "\nradix,") != 2 {
		t.Errorf("saved %s, printed %s", rows, out)
	}
}

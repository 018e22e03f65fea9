package labload

import (
	"context"
	"fmt"
	"image"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/internal/fault"
	"kernelscope/internal/tomlfile"
	"kernelscope/scene"
)

// Lab is a lab that was read.
type Lab struct {
	*lab.Lab
	Path  string
	Files []string // that it depends on
	Views []View   // what to draw; all buffers if there are none
	// Commands lists the programs that checks run, if they may (Allow).
	Commands []string
	allowed  *bool
	fills    map[string]string // contents of buffers of a shader alone
}

// Allow permits the checks to run commands.
func (l *Lab) Allow() { *l.allowed = true }

// Allowed reports whether checks may run commands.
func (l *Lab) Allowed() bool { return *l.allowed }

// maxFile is the greatest size of a lab file, in bytes.
const maxFile = 1 << 20

// reader reads a lab.
type reader struct {
	ctx     context.Context
	files   files
	folder  string
	file    file
	places  tomlfile.Places
	env     lab.Env // the parameters
	out     *lab.Lab
	from    []string
	kernels map[[2]string]int // by path and entry point
	maps    map[string]*scene.Map
	images  map[string]image.Image
	// commands lists the programs that checks run, if that is allowed.
	commands []string
	allowed  *bool
}

// Read reads a lab file (.toml), or a compute shader alone. A path that begins with lab: or quest: names a lab that comes with the program,
// such as lab:life. Errors name the place, and wrap fault.Input.
func Read(ctx context.Context, path string) (*Lab, error) {
	from, file, err := where(path)
	if err != nil {
		return nil, err
	}
	l, err := readFrom(ctx, from, file)
	if err == nil && file != path {
		l.Path, l.Files = path, nil
	}
	return l, err
}

// where returns the files that a path of a lab is of, and its path there.
func where(path string) (files, string, error) {
	for prefix, folder := range map[string]string{Prefix: "labs", QuestPrefix: "quests"} {
		if name, ok := strings.CutPrefix(path, prefix); ok {
			file, err := pathOf(folder, name)
			return embedded(assets.Labs), file, err
		}
	}
	return disk{}, path, nil
}

// ReadAnswer reads a quest's lab with the shader NAME.comp of a folder in place of its own.
func ReadAnswer(ctx context.Context, name, folder string) (*Lab, error) {
	path, err := pathOf("quests", name)
	if err != nil {
		return nil, err
	}
	return readFrom(ctx, answer{embedded(assets.Labs), folder}, path)
}

// pathOf returns the path of a lab that comes with the program.
func pathOf(folder, name string) (string, error) {
	if all := namesIn(folder); !slices.Contains(all, name) {
		return "", fault.Input.Errorf("%s: there is no such lab; there are %s", name, strings.Join(all, ", "))
	}
	return folder + "/" + name + ".toml", nil
}

func readFrom(ctx context.Context, from files, path string) (*Lab, error) {
	r := &reader{ctx: ctx, files: from, env: lab.Env{}, kernels: map[[2]string]int{}, maps: map[string]*scene.Map{}, images: map[string]image.Image{}, allowed: new(bool), folder: filepath.Dir(path), from: []string{path}, out: &lab.Lab{Title: filepath.Base(path), Given: lab.Env{}}}
	return r.read(path)
}

// Is reports whether a path is of a lab or of a compute shader, by its name or by the tables of a TOML file.
func Is(path string) bool {
	if strings.HasPrefix(path, Prefix) || strings.HasPrefix(path, QuestPrefix) || IsShader(path) {
		return true
	}
	text, err := readFile(context.Background(), path, maxFile)
	return err == nil && filepath.Ext(path) == ".toml" && dispatchTable.Match(text)
}

var dispatchTable = regexp.MustCompile(`(?m)^\s*\[\[\s*dispatch\s*\]\]`)

// Prefix begins the path of a lab that comes with the program, QuestPrefix of one whose kernel is to be repaired.
const (
	Prefix      = "lab:"
	QuestPrefix = "quest:"
)

// Names lists the labs that come with the program.
func Names() []string { return namesIn("labs") }

// Quests lists the labs whose kernels are to be repaired.
func Quests() []string { return namesIn("quests") }

func namesIn(folder string) (names []string) {
	all, _ := fs.Glob(assets.Labs, folder+"/*.toml")
	for _, path := range all {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".toml"))
	}
	return names
}

func (r *reader) read(path string) (*Lab, error) {
	if filepath.Ext(path) != ".toml" {
		return r.alone(path)
	}
	text, err := r.files.read(r.ctx, path, maxFile)
	if err != nil {
		return nil, err
	}
	if r.places, err = tomlfile.Decode(path, text, &r.file); err != nil {
		return nil, err
	}
	if err := r.few(); err != nil {
		return nil, err
	}
	if r.file.Title != "" {
		r.out.Title = r.file.Title
	}
	for _, part := range []func() error{r.parameters, r.graphs, r.pictures, r.shaders, r.buffers, r.dispatches, r.end, r.checks} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	views, err := r.views()
	return &Lab{Lab: r.out, Path: path, Files: r.sources(), Views: views, Commands: r.commands, allowed: r.allowed}, err
}

// few refuses a file with more parts than people write, and names that no message can show.
func (r *reader) few() error {
	for _, part := range []struct {
		name    string
		n, most int
	}{
		{"parameter", len(r.file.Parameter), 64}, {"graph", len(r.file.Graph), 16}, {"picture", len(r.file.Picture), 16}, {"buffer", len(r.file.Buffer), 256},
		{"dispatch", len(r.file.Dispatch), 1024}, {"check", len(r.file.Check), 1024}, {"view", len(r.file.View), 64},
	} {
		if part.n > part.most {
			return r.wrong(part.name, "%d tables [%s]; at most %d are read", part.n, part.name, part.most)
		}
	}
	names := slices.Concat(slices.Collect(maps.Keys(r.file.Buffer)), slices.Collect(maps.Keys(r.file.Parameter)), slices.Collect(maps.Keys(r.file.Graph)), slices.Collect(maps.Keys(r.file.Picture)))
	for _, name := range append(names, r.out.Title+r.file.Title) {
		if name == "" || len(name) > 200 || strings.ContainsFunc(name, unicode.IsControl) {
			return r.wrong("", "%.200q cannot be a name", name)
		}
	}
	return nil
}

// sources lists the files that were read, each once.
func (r *reader) sources() []string {
	slices.Sort(r.from)
	return slices.Compact(r.from)
}

// ReadTwo reads two labs for a comparison, or one twice if the second path is empty. Kernels of the second one that have the
// name of another kernel of the first one get a mark.
func ReadTwo(ctx context.Context, first, second string) (labs [2]*Lab, err error) {
	if labs[0], err = Read(ctx, first); err != nil {
		return labs, err
	}
	if labs[1] = labs[0]; second == "" || second == first {
		return labs, nil
	}
	if labs[1], err = Read(ctx, second); err != nil {
		return labs, err
	}
	for _, k := range labs[1].Kernels {
		if slices.ContainsFunc(labs[0].Kernels, func(o *lab.Kernel) bool { return o.Name == k.Name && o.Code != k.Code }) {
			k.Program.Name += " (2)"
		}
	}
	if labs[1].Title == labs[0].Title {
		labs[1].Title += " (2)"
	}
	return labs, nil
}

// wrong is an error at a key.
func (r *reader) wrong(key, text string, args ...any) error {
	return r.places.Of(key).Errorf(text, args...)
}

// formula parses a formula at a key, which may be a number. Nil stands for no formula.
func (r *reader) formula(key string, x any, env lab.Env) (*lab.Formula, error) {
	var text string
	switch x := x.(type) {
	case nil:
		return nil, nil
	case string:
		text = x
	case int64, float64:
		text = fmt.Sprint(x)
	default:
		return nil, r.wrong(key, "a formula is a string or a number")
	}
	f, err := lab.Parse(text, env)
	if err != nil {
		return nil, r.wrong(key, "%w", err)
	}
	return f, nil
}

// parameters makes the parameters, in order of their names.
func (r *reader) parameters() error {
	for _, name := range slices.Sorted(maps.Keys(r.file.Parameter)) {
		key := "parameter." + name
		p, err := r.parameter(key, name, r.file.Parameter[name])
		if err != nil {
			return err
		}
		r.out.Parameters = append(r.out.Parameters, p)
		r.env[name] = p.Value(p.Default)
	}
	return nil
}

// reserved are the names that formulas give a meaning.
var reserved = []string{"i", "pass", "time", "before"}

// maxChoices is the greatest number of values that a parameter lists.
const maxChoices = 1000

func (r *reader) parameter(key, name string, in parameter) (p lab.Param, err error) {
	if slices.Contains(reserved, name) {
		return p, r.wrong(key, "the name %s has a meaning in formulas", name)
	}
	p.Param = compute.Param{Name: name, Label: name, Unit: in.Unit, Help: in.Help}
	if p.Help == "" {
		p.Help = "Parameter of the lab."
	}
	whole := func(x float64) bool { return x == float64(uint32(x)) && x >= 1 }
	if in.Values == nil && in.Step == 0 && whole(in.Min) && whole(in.Max) && whole(in.Value) {
		p.Min, p.Max, p.Default = uint32(in.Min), uint32(in.Max), uint32(in.Value)
		if in.Min > in.Value || in.Value > in.Max {
			return p, r.wrong(key+".value", "%v is not between %v and %v", in.Value, in.Min, in.Max)
		}
		return p, nil
	}
	if p.Numbers = in.Values; p.Numbers == nil {
		p.Numbers = []float64{in.Value}
		if in.Min < in.Max {
			step := in.Step
			if step <= 0 {
				step = (in.Max - in.Min) / 100
			}
			if (in.Max-in.Min)/step > maxChoices {
				return p, r.wrong(key+".step", "more than %d values", maxChoices)
			}
			p.Numbers = nil
			for i := 0.0; in.Min+i*step <= in.Max+step/1e6; i++ {
				p.Numbers = append(p.Numbers, in.Min+i*step)
			}
		}
	}
	if len(p.Numbers) > maxChoices {
		return p, r.wrong(key+".values", "more than %d values", maxChoices)
	}
	for i, x := range p.Numbers {
		p.Choices = append(p.Choices, fmt.Sprintf("%g", x))
		if p.Default == 0 && x >= in.Value {
			p.Default = uint32(i + 1)
		}
	}
	if p.Default == 0 {
		return p, r.wrong(key+".value", "%v is not one of the values", in.Value)
	}
	p.Min, p.Max = 1, uint32(len(p.Numbers))
	return p, nil
}

// shaders loads the shaders of all dispatches.
func (r *reader) shaders() error {
	if len(r.file.Dispatch) == 0 {
		return r.wrong("dispatch", "a lab has at least one [[dispatch]]")
	}
	for i, d := range r.file.Dispatch {
		key := fmt.Sprintf("dispatch[%d].shader", i)
		name := d.Shader
		if name == "" {
			name, key = r.file.Shader, "shader"
		}
		if name == "" {
			return r.wrong(fmt.Sprintf("dispatch[%d]", i), "there is no shader: name it here, or for all dispatches at the top")
		}
		if !filepath.IsLocal(name) {
			return r.wrong(key, "%s is outside the folder of the lab", name)
		}
		if _, err := r.kernel(filepath.Join(r.folder, name), d.Entry); err != nil {
			return err
		}
	}
	return nil
}

// kernel returns the number of a kernel, loaded on first use.
func (r *reader) kernel(path, entry string) (int, error) {
	if i, ok := r.kernels[[2]string{path, entry}]; ok {
		return i, nil
	}
	m, err := r.files.module(r.ctx, path, r.folder)
	if err != nil {
		return 0, err
	}
	r.from = append(r.from, m.from...)
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if entry != "" {
		name += "." + entry
	}
	k, err := lab.NewKernel(name, path, m.code, entry)
	if err != nil {
		return 0, err
	}
	i := len(r.out.Kernels)
	r.out.Kernels, r.kernels[[2]string{path, entry}] = append(r.out.Kernels, k), i
	return i, nil
}

package labload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// maxShader is the greatest size of a shader, as text or as a module, in bytes.
const maxShader = 16 << 20

// patience is how long a compiler may work.
const patience = 30 * time.Second

// compiler is a compiler of a language to SPIR-V.
type compiler struct {
	name   string
	ending string // of the files
	// args are the arguments to compile a file to another one; the folder has files to include. If the compiler can, it
	// writes a rule of make with the files that it has included.
	args func(from, to, rule, folder string) []string
	// includes is set if it can include files and write the rule.
	includes bool
}

// compilers are tried in order. A language other than GLSL and SPIR-V may be compiled into several entry points.
var compilers = []compiler{
	{"glslc", ".comp", func(from, to, rule, folder string) []string {
		return []string{"-g", "--target-env=vulkan1.1", "-fshader-stage=compute", "-I", folder, "-MD", "-MF", rule, "-o", to, from}
	}, true},
	{"glslangValidator", ".comp", func(from, to, _, folder string) []string {
		return []string{"-V", "-g", "--quiet", "--target-env", "vulkan1.1", "-S", "comp", "-I" + folder, "-o", to, from}
	}, false},
	{"dxc", ".hlsl", func(from, to, _, folder string) []string {
		return []string{"-spirv", "-fspv-target-env=vulkan1.1", "-fspv-debug=line", "-T", "cs_6_2", "-E", "main", "-I", folder, "-Fo", to, from}
	}, false},
	{"glslc", ".hlsl", func(from, to, rule, folder string) []string {
		return []string{"-x", "hlsl", "-g", "--target-env=vulkan1.1", "-fshader-stage=compute", "-I", folder, "-MD", "-MF", rule, "-o", to, from}
	}, true},
	{"glslangValidator", ".hlsl", func(from, to, _, folder string) []string {
		return []string{"-V", "-D", "-g", "-e", "main", "--quiet", "--target-env", "vulkan1.1", "-S", "comp", "-I" + folder, "-o", to, from}
	}, false},
	{"slangc", ".slang", func(from, to, _, folder string) []string {
		return []string{from, "-target", "spirv", "-profile", "spirv_1_3", "-g1", "-I", folder, "-o", to}
	}, false},
	{"naga", ".wgsl", func(from, to, _, _ string) []string { return []string{from, to} }, false},
	{"tint", ".wgsl", func(from, to, _, _ string) []string { return []string{"--format", "spirv", "-o", to, from} }, false},
}

// Endings lists the extensions of shaders.
func Endings() []string {
	out := []string{".spv"}
	for _, c := range compilers {
		if !slices.Contains(out, c.ending) {
			out = append(out, c.ending)
		}
	}
	return out
}

// IsShader reports whether a file is a shader by its name.
func IsShader(path string) bool {
	return slices.Contains(Endings(), strings.ToLower(filepath.Ext(path)))
}

// toInstall says what compiles the languages.
var toInstall = map[string]string{
	".comp": "install glslc (package glslc or shaderc) or glslangValidator (package glslang-tools)",
	".hlsl": "install dxc (DirectX Shader Compiler), glslc or glslangValidator", ".slang": "install slangc", ".wgsl": "install naga (cargo install naga-cli) or tint",
}

// compilerRoom is the memory that a compiler may have, in bytes.
const compilerRoom = 2 << 30

// module is a compiled shader, and the files that it depends on.
type module struct {
	code string
	from []string
}

// load reads or compiles a shader. Files that it includes must be below the folder.
func load(ctx context.Context, path, folder string) (m module, err error) {
	m.from = []string{path}
	code, err := readFile(ctx, path, maxShader)
	if err != nil {
		return m, err
	}
	if isModule(code) {
		m.code = string(code)
		return m, validate(ctx, path)
	}
	if filepath.Ext(path) == ".spv" {
		return m, fault.Input.Errorf("%s: not a SPIR-V module", path)
	}
	ending := strings.ToLower(filepath.Ext(path))
	if toInstall[ending] == "" {
		ending = ".comp"
	}
	for _, c := range compilers {
		if program, err := exec.LookPath(c.name); err == nil && c.ending == ending {
			return c.compile(ctx, program, path, folder)
		}
	}
	return m, fault.Input.Errorf("%s: no compiler for %s: %s, or compile it to a .spv file", path, ending, toInstall[ending])
}

// isModule reports whether a file is SPIR-V.
func isModule(b []byte) bool { return bytes.HasPrefix(b, []byte{0x03, 0x02, 0x23, 0x07}) }

// validator is a program that refuses invalid modules.
var validator = compiler{name: "spirv-val"}

// Probe, unless nil, gives a module to the driver in another process, and returns an error if that crashes. It stands in for the
// validator where that is not installed.
var Probe func(ctx context.Context, path string) error

// validate runs the validator, where there is one.
func validate(ctx context.Context, path string) error {
	program, err := exec.LookPath(validator.name)
	if err != nil && Probe != nil {
		return Probe(ctx, path)
	}
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err = validator.run(ctx, program, path, []string{"--target-env", "vulkan1.1", "--scalar-block-layout", path})
	return err
}

// readFile reads a file of at most some bytes.
func readFile(ctx context.Context, path string, most int64) ([]byte, error) {
	f, err := source.Open(ctx, path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, source.Named(path, err)
	}
	if int64(len(b)) > most {
		return nil, fault.Input.Errorf("%s: more than %d MiB", path, most>>20)
	}
	return b, nil
}

// compile compiles a shader.
func (c compiler) compile(ctx context.Context, program, path, folder string) (m module, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m.from = []string{path}
	if !c.includes {
		if text, err := os.ReadFile(path); err != nil || bytes.Contains(text, []byte("#include")) {
			return m, fault.Input.Errorf("%s: files are included only with glslc (package glslc or shaderc)", path)
		}
	}
	dir, err := os.MkdirTemp("", "kernelscope-*")
	if err != nil {
		return m, fault.Output.Errorf("%w", err)
	}
	defer os.RemoveAll(dir)
	to, rule := filepath.Join(dir, "module.spv"), filepath.Join(dir, "rule")
	if _, err := c.run(ctx, program, path, c.args(path, to, rule, folder)); err != nil {
		return m, err
	}
	if c.includes {
		text, err := readFile(ctx, rule, maxOutput)
		if err != nil {
			return m, err
		}
		if m.from, err = included(string(text), path, folder); err != nil {
			return m, err
		}
	}
	code, err := readFile(ctx, to, maxShader)
	m.code = string(code)
	return m, err
}

// limited keeps the first bytes of the output of a compiler.
type limited struct {
	bytes.Buffer
	room int
}

// Write keeps what there is room for.
func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.room)
	l.Buffer.Write(p[:n])
	l.room -= n
	return len(p), nil
}

// maxOutput is how much of a compiler's output is read, in bytes.
const maxOutput = 1 << 20

// run runs a compiler, and returns what it prints. Its error has the first error message.
func (c compiler) run(ctx context.Context, program, path string, args []string) (string, error) {
	out := &limited{room: maxOutput}
	cmd := exec.CommandContext(ctx, program, args...)
	if shell, err := exec.LookPath("sh"); err == nil { // a file of a few lines can ask for any memory
		limit := fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, compilerRoom>>10)
		cmd = exec.CommandContext(ctx, shell, append([]string{"-c", limit, program}, args...)...)
	}
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", fault.Input.Errorf("%s: %s was stopped: %w", path, c.name, context.Cause(ctx))
	case errors.As(err, &exit) && !exit.Exited():
		return "", fault.Input.Errorf("%s: %s has crashed, or needs more than %d GiB of memory (%v)", path, c.name, compilerRoom>>30, exit)
	case errors.As(err, &exit):
		return "", fault.Input.Errorf("%s", message(out.String(), path))
	case err != nil:
		return "", fault.Input.Errorf("%s: %w", c.name, err)
	}
	return out.String(), nil
}

// message returns the first message of a compiler about an error, beginning with the place.
func message(output, path string) string {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		lower := strings.ToLower(line)
		if !strings.Contains(lower, "error") || strings.HasSuffix(lower, "errors generated.") || strings.HasSuffix(lower, "error generated.") {
			continue
		}
		if !strings.Contains(line, filepath.Base(path)) {
			line = path + ": " + line
		}
		return line
	}
	return fmt.Sprintf("%s: the compiler failed and said nothing; more than %d GiB of memory are one reason", path, compilerRoom>>30)
}

// included lists the files of a rule of make, all of which must be below a folder.
func included(rule, path, folder string) ([]string, error) {
	_, list, _ := strings.Cut(rule, ":")
	out := []string{path}
	for name := range strings.FieldsSeq(strings.ReplaceAll(list, "\\\n", " ")) {
		if filepath.Clean(name) == filepath.Clean(path) {
			continue
		}
		if err := within(name, folder); err != nil {
			return nil, fault.Input.Errorf("%s: includes %w", path, err)
		}
		out = append(out, name)
	}
	return out, nil
}

// within refuses a path that leads out of a folder.
func within(path, folder string) error {
	whole, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("%s, which cannot be read", path)
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	if whole, err = filepath.Abs(whole); err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if rel, err := filepath.Rel(root, whole); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s, which is outside %s", path, folder)
	}
	return nil
}

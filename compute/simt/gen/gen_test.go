package gen_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt/gen"
)

// optimized returns what spirv-opt makes of a module: with phis instead of variables, unrolled loops and
// selects. It returns nothing if there is no spirv-opt, or if it made an invalid module, which happens.
func optimized(t *testing.T, code string) (string, error) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
	if err := os.WriteFile(in, []byte(code), 0o644); err != nil {
		return "", err
	}
	err := exec.Command("spirv-opt", "-O", "--target-env=vulkan1.1", in, "-o", out).Run()
	if errors.Is(err, exec.ErrNotFound) || err == nil && exec.Command("spirv-val", "--target-env", "vulkan1.1", out).Run() != nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(out)
	return string(b), err
}

// Programs with defined results give the same on the device and on the interpreter, bit for bit, as they are
// and after an optimizer; and the interpreter reports nothing about them. KERNELSCOPE_SEED chooses the
// programs, KERNELSCOPE_COUNT how many.
func TestGeneratedKernels(t *testing.T) {
	t.Setenv("MESA_SHADER_CACHE_DISABLE", "true") // there are thousands of programs
	const batch = 50                              // a device keeps what it has compiled
	first, count := setting("KERNELSCOPE_SEED", 0), setting("KERNELSCOPE_COUNT", gputest.Count(25, 2000))
	for from := first; from < first+count && !t.Failed(); from += batch {
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			s := open(t)
			for seed := from; seed < min(from+batch, first+count) && !t.Failed(); seed++ {
				s.try(t, seed)
			}
		})
	}
}

// try compares a program, and reduces it if its sides differ.
func (s *sides) try(t *testing.T, seed int) {
	p := gen.Draw(uint64(seed), s.wide)
	err := s.differ(t, p)
	if err == nil {
		return
	}
	t.Errorf("KERNELSCOPE_SEED=%d: %v", seed, err)
	gen.Reduce(p, func(p *gen.Program) bool { return s.differ(t, p) != nil })
	file := filepath.Join(os.TempDir(), fmt.Sprintf("kernelscope-%d.spv", seed))
	if err := os.WriteFile(file, []byte(p.SPIRV()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Errorf("reduced to %s: %v", file, s.differ(t, p))
}

// differ compares a program as it is and optimized.
func (s *sides) differ(t *testing.T, p *gen.Program) error {
	n := p.Groups * p.Size[0] * p.Size[1]
	x := shader{name: "program", code: p.SPIRV(), size: p.Size[0], groups: p.Groups, words: n * gen.Stride}
	err := s.compare(x)
	if err != nil {
		return err
	}
	if x.code, err = optimized(t, x.code); err != nil || x.code == "" {
		return err
	}
	x.name = "program, optimized"
	x.may = true // divide by a component of a vector that nobody reads, which the optimizer makes undefined
	return s.compare(x)
}

func setting(name string, n int) int {
	if x, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return x
	}
	return n
}

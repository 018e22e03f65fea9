package passport_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/passport"
	"kernelscope/compute/prove"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/shaders"
)

// liar is a device whose driver changes modules before it runs them.
type liar struct {
	compute.Backend
	change func(name, code string) string
}

// Dispatch runs what the driver makes of a kernel.
func (l *liar) Dispatch(c compute.Call) {
	if c.Program.Code != "" {
		p := *c.Program
		p.Code = l.change(p.Name, p.Code)
		c.Program = &p
	}
	l.Backend.Dispatch(c)
}

// rows takes the passport of the interpreter with weak memory, whose kernels a driver changes.
func rows(t *testing.T, width int, change func(name, code string) string) []passport.Row {
	t.Helper()
	i := onsimt.New(width)
	i.Machine.Resident, i.Machine.Fine = 16, true
	i.Machine.Scheduler, i.Machine.Weak = schedule.Random(rand.New(rand.NewPCG(1, 1))), rand.New(rand.NewPCG(1, 2))
	i.Code = func(source string, basic bool) (string, error) {
		code, err := shaders.SPIRV(source, basic)
		return change(strings.TrimSuffix(source, ".comp"), code), err
	}
	out, err := passport.Take(t.Context(), &liar{i.Backend(), change}, passport.Options{Kernels: 20, Litmus: 1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// faults lists the names of rows with a fault.
func faults(rows []passport.Row) (names []string) {
	for _, r := range rows {
		if r.Fault != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// An honest device has no fault.
func TestHonest(t *testing.T) {
	all := rows(t, 8, func(_, code string) string { return code })
	if f := faults(all); len(f) > 0 {
		t.Errorf("faults: %v", f)
	}
	if i := slices.IndexFunc(all, func(r passport.Row) bool { return strings.HasPrefix(r.Name, "MP, buffers") && r.Value > 0 }); i < 0 {
		t.Error("no weak outcome")
	}
}

// A driver that drops memory barriers, or computes another sum, is found out.
func TestLiars(t *testing.T) {
	for _, x := range []struct{ kernel, what, row, technique string }{
		{"litmus", "no memory barrier", "MP, buffers, order: device", "a value and its flag, ordered by memory barriers"},
		{"generated", "+ is -", "random kernels that differ from the interpreter", "results equal to the interpreter's"},
	} {
		all := rows(t, 4, func(name, code string) string {
			if !strings.HasPrefix(name, x.kernel) {
				return code
			}
			for { // at all lines
				faulty, err := prove.Mutants(code)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(faulty, func(m prove.Mutant) bool { return m.What == x.what })
				if i < 0 {
					return code
				}
				code = faulty[i].Code
			}
		})
		if f := faults(all); !slices.Contains(f, x.row) {
			t.Errorf("%s with %s: faults are %v", x.kernel, x.what, f)
		}
		for _, r := range all {
			if r.Name == x.technique && r.Value != 0 {
				t.Errorf("%s with %s: %s is %s", x.kernel, x.what, r.Name, r.Text)
			}
		}
	}
}

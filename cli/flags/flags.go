// Package flags defines command-line flags for the parameters of algorithms, with the same
// names, help and checks in every command.
package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/compute"
)

// Algorithm is an algorithm of any family, with its parameters.
type Algorithm interface {
	Name() string            // as on the command line
	Params() []compute.Param // each becomes a flag
}

// Params are the flags of the parameters of some algorithms, one for each name. A nil Params
// has none.
type Params struct {
	fs    *pflag.FlagSet
	names []string
}

// Add declares a flag for each parameter that one of the algorithms has. Its default is
// "auto", which leaves the choice to the algorithm.
func Add[A Algorithm](fs *pflag.FlagSet, algorithms []A) *Params {
	f := &Params{fs: fs}
	for _, a := range algorithms {
		for _, p := range a.Params() {
			if !slices.Contains(f.names, p.Name) {
				f.names = append(f.names, p.Name)
				fs.VarP(&value{"auto", p.Unit}, p.Name, p.Short, usage(p, algorithms))
			}
		}
	}
	return f
}

// value is the text of a flag.
type value struct{ text, unit string }

func (v *value) String() string { return v.text }

// Set stores the text. It is parsed when the algorithm is known, since bounds depend on it.
func (v *value) Set(text string) error {
	v.text = text
	return nil
}

// Type is what the help shows after the name of the flag.
func (v *value) Type() string { return v.unit }

// usage is the help of a flag: what the parameter is, and which values each algorithm allows.
func usage[A Algorithm](p compute.Param, algorithms []A) string {
	var rules []string
	owners := map[string][]string{} // by rule
	for _, a := range algorithms {
		for _, q := range a.Params() {
			if q.Name != p.Name {
				continue
			}
			rule := q.Rule(compute.Limits{})
			if owners[rule] == nil {
				rules = append(rules, rule)
			}
			owners[rule] = append(owners[rule], a.Name())
		}
	}
	for i, rule := range rules {
		if len(owners[rule]) < len(algorithms) {
			rules[i] += " (" + strings.Join(owners[rule], ", ") + ")"
		}
	}
	what, _, _ := strings.Cut(p.Help, ". ")
	what = strings.ToLower(what[:1]) + strings.TrimSuffix(what[1:], ".")
	return fmt.Sprintf("%s: %s; or auto", what, strings.Join(rules, "; "))
}

// Default sets the value of a flag that is not given.
func (f *Params) Default(name, text string) {
	flag := f.fs.Lookup(name)
	flag.Value.(*value).text, flag.DefValue = text, text
}

// Plural lets a flag of several values also be written with a final s.
func (f *Params) Plural(name string) {
	f.fs.SetNormalizeFunc(func(_ *pflag.FlagSet, given string) pflag.NormalizedName {
		if given == name+"s" {
			given = name
		}
		return pflag.NormalizedName(given)
	})
}

// Names lists the flags.
func (f *Params) Names() []string { return f.names }

// Values reads one value for each parameter of some algorithms. Errors wrap
// compute.ErrValue.
func Values[A Algorithm](f *Params, algorithms ...A) (compute.Values, error) {
	v := compute.Values{}
	err := read(f, algorithms, func(p compute.Param, text string) error {
		x, err := p.Parse(compute.Limits{}, text)
		v[p.Name] = x
		return err
	})
	return v, err
}

// Lists reads several values for each parameter of some algorithms, separated by commas.
// Parameters left to the algorithms are not listed. Errors wrap compute.ErrValue.
func Lists[A Algorithm](f *Params, algorithms ...A) (map[string][]uint32, error) {
	lists := map[string][]uint32{}
	err := read(f, algorithms, func(p compute.Param, text string) error {
		if text == "auto" {
			return nil
		}
		var list []uint32
		for one := range strings.SplitSeq(text, ",") {
			x, err := p.Parse(compute.Limits{}, strings.TrimSpace(one))
			if err != nil {
				return err
			}
			list = append(list, x)
		}
		lists[p.Name] = list
		return nil
	})
	return lists, err
}

// read passes the text of each flag to each of the algorithms' parameters that it is for.
// One that is given must be for some.
func read[A Algorithm](f *Params, algorithms []A, to func(p compute.Param, text string) error) error {
	if f == nil {
		return nil
	}
	for _, name := range f.names {
		flag, taken := f.fs.Lookup(name), false
		for _, a := range algorithms {
			for _, p := range a.Params() {
				if p.Name != name {
					continue
				}
				taken = true
				if err := to(p, flag.Value.String()); err != nil {
					return err
				}
			}
		}
		if !taken && flag.Changed && flag.Value.String() != "auto" {
			var names []string
			for _, a := range algorithms {
				names = append(names, a.Name())
			}
			return fmt.Errorf("%w: --%s is not a parameter of %s", compute.ErrValue, name, strings.Join(names, ", "))
		}
	}
	return nil
}

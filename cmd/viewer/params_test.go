package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	clips "kernelscope/families/clips/session"
	"kernelscope/families/paths/session"
	sorts "kernelscope/families/sorts/session"
	"kernelscope/watch"
)

// narrow is a device with small workgroups.
type narrow struct{ *host.Host }

func (n narrow) Limits() compute.Limits {
	l := n.Host.Limits()
	l.Device, l.Workgroup = "narrow", 256
	return l
}

// watched is an algorithm with the session that it is watched in.
type watched struct {
	flags.Algorithm
	set func(name string, x uint32) error
}

// everyAlgorithm lists those of all families.
func everyAlgorithm(t *testing.T) (all []watched) {
	be := narrow{host.New()}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range sssp.Algorithms() {
		s := session.New(be, sssp.Algorithms(), session.Options{Wait: true})
		t.Cleanup(s.Release)
		check(s.Open(ssspgen.Grid(1, 8, 6, 40)))
		check(s.Apply(watch.Set{Algorithm: a.Name()}))
		all = append(all, watched{a, func(name string, x uint32) error { return s.Apply(watch.Set{Values: compute.Values{name: x}}) }})
	}
	for _, a := range sorting.Algorithms() {
		s := sorts.New(be, sorting.Algorithms(), true)
		t.Cleanup(s.Release)
		check(s.Apply(watch.Set{Algorithm: a.Name()}))
		all = append(all, watched{a, func(name string, x uint32) error { return s.Apply(watch.Set{Values: compute.Values{name: x}}) }})
	}
	for _, f := range clip.Forms() {
		s := clips.New(be, clip.Forms(), true)
		t.Cleanup(s.Release)
		check(s.Apply(watch.Set{Algorithm: f.Name()}))
		all = append(all, watched{f, func(name string, x uint32) error { return s.Apply(watch.Set{Values: compute.Values{name: x}}) }})
	}
	return all
}

// Flags, fields of panels, and sessions allow the same values of every parameter of every
// algorithm, and no others.
func TestEveryParameter(t *testing.T) {
	t.Parallel()
	device := narrow{host.New()}.Limits()
	for _, a := range everyAlgorithm(t) {
		for _, p := range a.Params() {
			if p.Help == "" || p.Unit == "" || p.Auto == "" || p.Label == "" || p.Min < 1 || p.Max < p.Min || p.Check(compute.Limits{}, p.Default) != nil {
				t.Errorf("%s has the parameter %+v", a.Name(), p)
			}
			if p.Choices != nil {
				checkChoices(t, a, p, device)
				continue
			}
			_, most := p.Bounds(device)
			for _, c := range []struct {
				x               uint64
				anywhere, there bool // it is allowed on some device, and on this one
			}{
				{uint64(p.Min), true, true}, {uint64(p.Max), true, most == p.Max}, {uint64(most), true, true}, {2 * uint64(most), most < p.Max, false},
				{0, false, false}, {uint64(p.Min) - 1, false, false}, {uint64(p.Max) + 1, false, false},
				{3 * uint64(p.Min), !p.PowerOfTwo && 3*p.Min <= p.Max, !p.PowerOfTwo && 3*p.Min <= p.Max},
			} {
				text := fmt.Sprint(c.x)
				if p.Choices != nil && c.x > 0 {
					text = p.Text(uint32(c.x))
				}
				if got := flagAllows(t, a, p.Name, text); got != c.anywhere {
					t.Errorf("%s: --%s %s is allowed: %v", a.Name(), p.Name, text, got)
				}
				_, err := p.Parse(device, text) // as panels do
				if (err == nil) != c.there {
					t.Errorf("%s: %s %s in a panel: %v", a.Name(), p.Name, text, err)
				}
				if c.x == 0 || p.Name == sssp.Alone && c.x > 8192 { // that depends on the workgroup, too
					continue
				}
				if err := a.set(p.Name, uint32(c.x)); (err == nil) != c.there || err != nil && !errors.Is(err, compute.ErrValue) {
					t.Errorf("%s: %s %s in a session: %v", a.Name(), p.Name, text, err)
				}
			}
			if !flagAllows(t, a, p.Name, "auto") || flagAllows(t, a, p.Name, "many") || a.set(p.Name, 0) != nil {
				t.Errorf("%s: %s cannot be left to the algorithm, or is not a number", a.Name(), p.Name)
			}
		}
		if err := a.set("colour", 1); !errors.Is(err, compute.ErrValue) {
			t.Errorf("%s has a colour: %v", a.Name(), err)
		}
	}
}

// checkChoices checks a parameter whose values have names; numbers are refused.
func checkChoices(t *testing.T, a watched, p compute.Param, device compute.Limits) {
	t.Helper()
	_, most := p.Bounds(device)
	for i, name := range append(p.Choices, "many", "1") {
		x, named := p.Min+uint32(i), i < len(p.Choices)
		there := named && x <= most
		if got := flagAllows(t, a, p.Name, name); got != named {
			t.Errorf("%s: --%s %s is allowed: %v", a.Name(), p.Name, name, got)
		}
		if _, err := p.Parse(device, name); (err == nil) != there {
			t.Errorf("%s: %s %s in a panel: %v", a.Name(), p.Name, name, err)
		}
		if err := a.set(p.Name, x); (err == nil) != there || err != nil && !errors.Is(err, compute.ErrValue) {
			t.Errorf("%s: %s %s in a session: %v", a.Name(), p.Name, name, err)
		}
	}
	if !flagAllows(t, a, p.Name, "auto") || a.set(p.Name, 0) != nil {
		t.Errorf("%s: %s cannot be left to the algorithm", a.Name(), p.Name)
	}
}

// flagAllows says whether a flag takes a value, alone and in a list.
func flagAllows(t *testing.T, a flags.Algorithm, name, text string) bool {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f := flags.Add(fs, []flags.Algorithm{a})
	if err := fs.Set(name, text); err != nil {
		t.Fatal(err)
	}
	_, err := flags.Values(f, a)
	if err := fs.Set(name, "auto, "+text); err != nil {
		t.Fatal(err)
	}
	_, inList := flags.Lists(f, a)
	if (err == nil) != (inList == nil) || err != nil && !errors.Is(err, compute.ErrValue) {
		t.Errorf("%s: --%s %s: alone %v, in a list %v", a.Name(), name, text, err, inList)
	}
	return err == nil
}

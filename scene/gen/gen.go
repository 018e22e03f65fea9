// Package gen describes the parameters of generated inputs. A generator declares them once, as a
// Spec. The flags of commands and the texts that stand for files follow from it:
// gen:grid,width=300,height=200 is a grid with two given parameters.
package gen

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kernelscope/internal/format"
)

// Prefix begins the text that stands for a file.
const Prefix = "gen:"

// ErrSpec is wrapped by errors of texts that name no generator, or give a parameter an invalid
// value.
var ErrSpec = errors.New("no such input")

// Type is the type of a parameter's values.
type Type int

// The types.
const (
	Number Type = iota // a whole number from Min to Max: 1000000, 1e6 or 2^20
	Word               // one of Words
	Switch             // true or false
	File               // the name of a file
)

// Param is a parameter of a generator.
type Param struct {
	Name, Help string
	Default    string
	Type       Type
	Min, Max   uint64   // for Number
	Words      []string // for Word
}

// Seed returns the seed parameter shared by all random generators.
func Seed() Param {
	return Param{Name: "seed", Help: "seed of random numbers", Default: "1", Max: 1 << 62}
}

// Check returns an error if the value is invalid for the parameter. The error begins with the
// parameter's name.
func (p Param) Check(value string) error {
	words := p.Words
	switch p.Type {
	case Number:
		if n, err := format.ParseCount(value); err != nil || n < p.Min || n > p.Max {
			return fmt.Errorf("%s is %q, not a number from %d to %d, such as 1000000, 1e6 or 2^20", p.Name, value, p.Min, p.Max)
		}
		return nil
	case File:
		return nil
	case Switch:
		words = []string{"true", "false"}
	}
	if !slices.Contains(words, value) {
		return fmt.Errorf("%s is %q; choose from %s", p.Name, value, strings.Join(words, ", "))
	}
	return nil
}

// Spec is a generator's name and parameters.
type Spec struct {
	Name, Help string
	Params     []Param // a File must be last
}

// Values maps the names of parameters to values as text.
type Values map[string]string

// Number returns the value of a Number that was checked.
func (v Values) Number(name string) int { return int(v.number(name)) }

// Seed returns the value of the parameter Seed.
func (v Values) Seed() uint64 { return v.number("seed") }

func (v Values) number(name string) uint64 {
	n, _ := format.ParseCount(v[name])
	return n
}

// Switch returns the value of a Switch that was checked.
func (v Values) Switch(name string) bool { return v[name] == "true" }

// Complete checks values and adds defaults for missing ones. Errors wrap ErrSpec.
func (s Spec) Complete(v Values) (Values, error) {
	out := Values{}
	for _, p := range s.Params {
		value, given := v[p.Name]
		if !given {
			value = p.Default
		}
		if err := p.Check(value); err != nil {
			return nil, fmt.Errorf("%w: %s: %v", ErrSpec, s.Name, err)
		}
		out[p.Name] = value
	}
	for name := range v {
		if _, ok := out[name]; !ok {
			return nil, fmt.Errorf("%w: %s has no %q", ErrSpec, s.Name, name)
		}
	}
	return out, nil
}

// Text returns the text that stands for the input with the given values.
func (s Spec) Text(v Values) string {
	text := Prefix + s.Name
	for _, p := range s.Params {
		if value, given := v[p.Name]; given && value != p.Default {
			text += "," + p.Name + "=" + value
		}
	}
	return text
}

// Parse splits a text such as gen:grid,width=100 into the name of a generator and values. The
// parameter map must be last; its value may contain commas. Errors wrap ErrSpec.
func Parse(text string) (name string, v Values, err error) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(text, Prefix), ",")
	v = Values{}
	for rest != "" {
		item, after, _ := strings.Cut(rest, ",")
		if strings.HasPrefix(rest, "map=") {
			item, after = rest, ""
		}
		key, value, ok := strings.Cut(item, "=")
		if !ok {
			return name, v, fmt.Errorf("%w: %q is not of the form name=value", ErrSpec, item)
		}
		v[key], rest = value, after
	}
	return name, v, nil
}

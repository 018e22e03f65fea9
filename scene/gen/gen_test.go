package gen_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"kernelscope/scene/gen"
)

var spec = gen.Spec{Name: "wall", Params: []gen.Param{
	{Name: "bricks", Default: "10", Min: 1, Max: 1 << 20},
	{Name: "bond", Default: "running", Type: gen.Word, Words: []string{"running", "stack"}},
	{Name: "dry", Default: "false", Type: gen.Switch},
	gen.Seed(),
	{Name: "map", Type: gen.File},
}}

// A text gives the values that it states, and values can be written as a text.
func TestText(t *testing.T) {
	for text, want := range map[string]gen.Values{
		"gen:wall":                              {"bricks": "10", "bond": "running", "dry": "false", "seed": "1", "map": ""},
		"gen:wall,bricks=2^20,dry=true":         {"bricks": "2^20", "bond": "running", "dry": "true", "seed": "1", "map": ""},
		"gen:wall,bond=stack,map=gen:a,b=1,c=2": {"bricks": "10", "bond": "stack", "dry": "false", "seed": "1", "map": "gen:a,b=1,c=2"},
	} {
		name, v, err := gen.Parse(text)
		if err != nil || name != "wall" {
			t.Fatalf("%s: %q, %v", text, name, err)
		}
		got, err := spec.Complete(v)
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		if second := spec.Text(got); second != text {
			t.Errorf("%s is written as %s", text, second)
		}
	}
	v, err := spec.Complete(gen.Values{"bricks": "1e3", "dry": "true", "seed": "4611686018427387904"})
	if err != nil || v.Number("bricks") != 1000 || !v.Switch("dry") || v.Seed() != 1<<62 {
		t.Errorf("%v: %d bricks, dry %v, seed %d (%v)", v, v.Number("bricks"), v.Switch("dry"), v.Seed(), err)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"gen:wall,bricks=0": `wall: bricks is "0", not a number from 1 to 1048576`, "gen:wall,bricks=2^21": "not a number", "gen:wall,bricks=": "not a number",
		"gen:wall,bond=flemish": `bond is "flemish"; choose from running, stack`, "gen:wall,dry=perhaps": "choose from true, false",
		"gen:wall,height=3": `wall has no "height"`, "gen:wall,bricks": "name=value", "gen:wall,,": "name=value",
	} {
		_, v, err := gen.Parse(text)
		if err == nil {
			_, err = spec.Complete(v)
		}
		if !errors.Is(err, gen.ErrSpec) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

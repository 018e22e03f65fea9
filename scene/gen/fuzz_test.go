package gen_test

import (
	"errors"
	"maps"
	"testing"

	"kernelscope/scene/gen"
)

// FuzzParse checks that any text after "gen:" is either refused or gives values that survive being
// written and parsed again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"gen:grid,width=9,height=2^3", "gen:", "gen:grid,width", "gen:grid,width=-1", "gen:tile,k=2,map=gen:grid,width=5", "gen:grid,width=1,width=2", "gen:grid,=", "gen:grid,,"} {
		f.Add(text)
	}
	spec := gen.Spec{Name: "grid", Params: []gen.Param{
		{Name: "width", Default: "100", Min: 1, Max: 1 << 20}, {Name: "kind", Type: gen.Word, Default: "a", Words: []string{"a", "b"}},
		{Name: "directed", Type: gen.Switch, Default: "false"}, gen.Seed(), {Name: "map", Type: gen.File},
	}}
	f.Fuzz(func(t *testing.T, text string) {
		_, given, err := gen.Parse(text)
		if err == nil {
			given, err = spec.Complete(given)
		}
		if err != nil {
			if !errors.Is(err, gen.ErrSpec) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if n := given.Number("width"); n < 1 || n > 1<<20 {
			t.Errorf("%q: a width of %d", text, n)
		}
		_, second, err := gen.Parse(spec.Text(given))
		if err == nil {
			second, err = spec.Complete(second)
		}
		if err != nil || !maps.Equal(given, second) {
			t.Errorf("%q is %v, then %v (%v)", text, given, second, err)
		}
	})
}

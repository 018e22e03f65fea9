package measure_test

import (
	"os"
	"testing"

	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
)

// FuzzTuned: whatever the file of a tuned setting holds, it is a setting for the key, or
// is refused.
func FuzzTuned(f *testing.F) {
	c := measure.Cache{Dir: f.TempDir()}
	k := measure.KeyOf("device", "driver", ssspgen.Grid(1, 8, 6, 40), "nearfar", measure.ByRank)
	path, err := c.Save(measure.TunedSetting{Key: k, Values: map[string]uint32{"delta": 7}, Wall: 1.5})
	if err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{string(whole), "{}", "null", "[", `{"Values":{"delta":-1}}`, `{"Values":null}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c := measure.Cache{Dir: t.TempDir()}
		if err := os.WriteFile(c.Path(k), text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, ok, err := c.Load(k)
		if ok && (err != nil || s.Key != k || len(s.Values) == 0) || !ok && (err == nil || s.Values != nil) {
			t.Errorf("%+v, %t, %v", s, ok, err)
		}
	})
}

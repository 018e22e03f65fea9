package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"kernelscope/internal/fault"
)

// FuzzLoad: whatever the file of settings holds, it is used and can be kept, or the usual
// settings are.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		`{"version":1,"window":{"width":800,"height":600,"x":-5,"y":7},"theme":"light","folder":"/","recent":["a","b"],"families":{"Map":{"algorithm":"nearfar","parameters":{"nearfar":{"delta":"512"}}}}}`,
		`{"version":2}`, `{"version":1,"recent":null,"families":{"Map":{}}}`, `{"window":{"width":-1}}`, `null`, `[]`, `{"version":1e9}`, `{`, ``,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "settings.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(folder)
		if err != nil {
			if !errors.Is(err, fault.Input) || !reflect.DeepEqual(s, &Settings{Version: Version}) {
				t.Errorf("%+v, %v", s, err)
			}
			return
		}
		s.Opened("gen:grid")
		s.Choose("Map", "frontier", map[string]string{"batch": "4"})
		if err := s.Save(); err != nil {
			t.Error(err)
		}
		if second, err := Load(folder); err != nil || len(second.Recent) > MaxRecent || second.Families["Map"].Algorithm != "frontier" {
			t.Errorf("%+v, %v", second, err)
		}
	})
}

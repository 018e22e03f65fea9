package labload

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// A copy of each lab and quest has the same parts, and is read without files. Labs with graphs have no copy.
func TestCopy(t *testing.T) {
	copies := 0
	for prefix, names := range map[string][]string{Prefix: Names(), QuestPrefix: Quests()} {
		for _, name := range names {
			l, c, err := Copied(t.Context(), prefix+name)
			if err != nil {
				if !strings.Contains(err.Error(), "is not shown outside the viewer") {
					t.Error(err)
				}
				continue
			}
			copies++
			b, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			var read Copy
			if err := json.Unmarshal(b, &read); err != nil {
				t.Fatal(err)
			}
			got, err := read.Read(t.Context())
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got.Title != l.Title || !reflect.DeepEqual(got.Params(), l.Params()) || len(got.Buffers) != len(l.Buffers) || len(got.Steps) != len(l.Steps) || len(got.Checks) != len(l.Checks) || len(got.Views) != len(l.Views) {
				t.Errorf("%s: the copy has other parts", name)
			}
			for i, k := range l.Kernels {
				if got.Kernels[i].Code != k.Code {
					t.Errorf("%s: the copy has another kernel %s", name, k.Name)
				}
			}
			for path := range read.Files {
				delete(read.Files, path)
				if _, err := read.Read(t.Context()); err == nil {
					t.Errorf("%s: a copy without %s is read", name, path)
				}
				break
			}
		}
	}
	if copies < 10 {
		t.Errorf("%d labs have copies", copies)
	}
}

package labload

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/internal/update"
)

// The compiled shaders of the labs that come with the program belong to their sources. -update compiles them, which needs
// glslc.
func TestEmbedded(t *testing.T) {
	for _, folder := range []string{"../../assets/labs", "../../assets/quests"} {
		checkCompiled(t, folder)
	}
	for _, name := range Names() {
		if _, err := Read(t.Context(), Prefix+name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range Quests() {
		if _, err := Read(t.Context(), QuestPrefix+name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func checkCompiled(t *testing.T, folder string) {
	t.Helper()
	sources, err := filepath.Glob(folder + "/*.comp")
	if err != nil || len(sources) == 0 {
		t.Fatal(len(sources), err)
	}
	h := sha256.New()
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s %d\n%s", filepath.Base(path), len(text), text)
		if *update.Golden {
			m, err := load(t.Context(), path, folder)
			if err == nil {
				err = update.Write(path+".spv", []byte(m.code))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	hash, golden := fmt.Sprintf("%x\n", h.Sum(nil)), folder+"/SOURCES.sha256"
	if *update.Golden {
		if err := update.Write(golden, []byte(hash)); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != hash {
		t.Errorf("the compiled shaders are not those of the sources: go test -run TestEmbedded ./open/labload -update (%v)", err)
	}
}

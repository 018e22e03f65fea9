package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Name       string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports", "kernelscope/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, "kernelscope/")
		all = append(all, p)
	}
}

// under says whether a path is one of some folders or below it.
func under(p string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") })
}

// TestImports holds the packages to docs/design.md.
func TestImports(t *testing.T) {
	only := map[string][]string{ // an import and the folders that may have it
		"github.com/vulkan-go/vulkan":       {"compute/gpu"},
		"github.com/go-gl/glfw":             {"render/window"},
		"github.com/inkyblackness/imgui-go": {"ui"},
		"github.com/paulmach/osm":           {"osmload"},
		"github.com/klauspost/compress":     {"osmload"},
		"github.com/pierrec/lz4":            {"osmload"},
		"google.golang.org/protobuf":        {"osmload"},
		"github.com/tdewolff/parse":         {"svgload"},
		"golang.org/x/text":                 {"svgload"},
		"github.com/spf13/cobra":            {"cmd/viewer"},
		"github.com/schollz/progressbar":    {"cmd/viewer"},
		"kernelscope/compute/gpu/internal":  {"compute/gpu"},
		"kernelscope/compute/gpu":           {"compute/gpu", "render", "ui/internal", "cmd/viewer"},
		"kernelscope/osmload/internal":      {"osmload"},
		"kernelscope/compute/sssp":          {"compute/sssp", "compute/session", "compute/experiment", "cmd/viewer"},
		"kernelscope/compute/bfs":           {"compute/bfs", "cmd/viewer"},
		"kernelscope/chart":                 {"chart", "ui", "cmd/viewer"},
		"gonum.org/v1/plot":                 {"chart"},
		"kernelscope/render/window":         {"render/window", "cmd/viewer"},
	}
	plain := []string{"scene", "compute/trace", "shaders", "assets"} // the standard library, and downward
	all := packages(t)
	if len(all) < 20 {
		t.Fatalf("only %d packages", len(all))
	}
	for _, p := range all {
		if p.Name == "util" || p.Name == "common" || p.Name == "helpers" {
			t.Errorf("package %s has a name that says nothing", p.ImportPath)
		}
		for _, i := range p.Imports {
			for what, where := range only {
				if under(i, what) && !under(p.ImportPath, where...) {
					t.Errorf("%s imports %s", p.ImportPath, i)
				}
			}
			standard := !strings.Contains(strings.Split(i, "/")[0], ".") && !strings.HasPrefix(i, "kernelscope")
			ours := strings.TrimPrefix(i, "kernelscope/")
			makesMaps := under(p.ImportPath, "scene/build", "scene/graphgen") && ours == "scene"
			if under(p.ImportPath, plain...) && !under(p.ImportPath, "shaders/internal", "assets/internal") && !standard && !under(ours, p.ImportPath) && !under(ours, "scene/"+path.Base(ours)) && !makesMaps {
				t.Errorf("%s imports %s; it may import the standard library only", p.ImportPath, i)
			}
			if under(p.ImportPath, "compute/gpu") && under(ours, "compute/sssp", "compute/session", "render", "ui") {
				t.Errorf("%s imports %s, which is above it", p.ImportPath, i)
			}
		}
	}
}

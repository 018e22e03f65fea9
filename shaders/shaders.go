// Package shaders embeds the compiled kernels and drawing programs. Their sources are in the same
// folder. Go generate compiles them, which needs glslc, and generates the constants that the host
// shares with them (constants.go).
package shaders

import (
	"embed"
	"fmt"
	"strings"
)

//go:generate go run ./internal/compile
//go:generate go run ./internal/constants constants.go

//go:embed spv
var compiled embed.FS

// BatcherStage is the source of the stages of Batcher's network, which their picture shows.
//
//go:embed include/batcher_stage.glsl
var BatcherStage string

// SPIRV returns the code of a shader by the name of its source, such as "sssp_relax.comp". If there
// are two variants, basic selects the one without subgroup operations.
func SPIRV(source string, basic bool) (string, error) {
	if basic {
		if code, err := compiled.ReadFile("spv/" + source + ".basic.spv"); err == nil {
			return string(code), nil
		}
	}
	code, err := compiled.ReadFile("spv/" + source + ".spv")
	if err != nil {
		return "", fmt.Errorf("shaders: there is no %s", source)
	}
	return string(code), nil
}

// Names returns the names of all sources, sorted.
func Names() []string {
	entries, _ := compiled.ReadDir("spv")
	var out []string
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".spv")
		if ok && !strings.HasSuffix(name, ".basic") {
			out = append(out, name)
		}
	}
	return out
}

// Command compile turns the shaders into SPIR-V with glslc and notes the hash
// of their sources. It runs in the folder of the shaders.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"kernelscope/shaders"
)

func main() {
	log.SetFlags(0)
	var sources []string
	for _, pattern := range []string{"*.comp", "*.vert", "*.frag"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			log.Fatal(err)
		}
		sources = append(sources, found...)
	}
	if err := os.MkdirAll("spv", 0o755); err != nil {
		log.Fatal(err)
	}
	old, _ := filepath.Glob("spv/*")
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			log.Fatal(err)
		}
	}
	for _, source := range sources {
		compile(source, "spv/"+source+".spv")
		text, err := os.ReadFile(source)
		if err != nil {
			log.Fatal(err)
		}
		if strings.Contains(string(text), `#include "subgroup.glsl"`) {
			compile(source, "spv/"+source+".basic.spv", "-DNO_SUBGROUPS")
		}
	}
	hash, err := shaders.SourceHash(os.DirFS("."))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("spv/SOURCES.sha256", []byte(hash+"\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d shaders compiled", len(sources))
}

func compile(source, out string, flags ...string) {
	args := append([]string{"--target-env=vulkan1.1", "-O", "-g", "-Werror", "-I", "include", source, "-o", out}, flags...)
	if text, err := exec.Command("glslc", args...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s", text)
		log.Fatalf("compile: glslc %s: %v (Debian and Ubuntu have it in the package glslc)", strings.Join(args, " "), err)
	}
}

// Command compile compiles the shaders to SPIR-V with glslc and stores the hash of their sources.
// It must run in the folder of the shaders.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
		code, basic := compile(source), []byte(nil)
		if includes(source, "subgroup.glsl") {
			basic = compile(source, "-DNO_SUBGROUPS")
		}
		write("spv/"+source+".spv", code)
		if basic != nil && !bytes.Equal(basic, code) {
			write("spv/"+source+".basic.spv", basic)
		}
	}
	hash, err := sourceHash(os.DirFS("."))
	if err != nil {
		log.Fatal(err)
	}
	write("spv/SOURCES.sha256", []byte(hash+"\n"))
	log.Printf("%d shaders compiled", len(sources))
}

var include = regexp.MustCompile(`(?m)^#include "(.*)"`)

// includes reports whether a source includes a file, directly or indirectly.
func includes(source, file string) bool {
	text, err := os.ReadFile(source)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range include.FindAllStringSubmatch(string(text), -1) {
		if m[1] == file || includes(filepath.Join("include", m[1]), file) {
			return true
		}
	}
	return false
}

func compile(source string, flags ...string) []byte {
	args := append([]string{"--target-env=vulkan1.1", "-O", "-g", "-Werror", "-I", "include", source, "-o", "-"}, flags...)
	c := exec.Command("glslc", args...)
	c.Stderr = os.Stderr
	code, err := c.Output()
	if err != nil {
		log.Fatalf("compile: glslc %s: %v (Debian and Ubuntu have it in the package glslc)", strings.Join(args, " "), err)
	}
	return code
}

func write(file string, data []byte) {
	if err := os.WriteFile(file, data, 0o644); err != nil {
		log.Fatal(err)
	}
}

// sourceHash returns a hash of all sources in a folder, including included files.
func sourceHash(dir fs.FS) (string, error) {
	var names []string
	for _, pattern := range []string{"*.comp", "*.vert", "*.frag", "include/*.glsl"} {
		found, err := fs.Glob(dir, pattern)
		if err != nil {
			return "", err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	h := sha256.New()
	for _, n := range names {
		text, err := fs.ReadFile(dir, n)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", n, len(text))
		h.Write(text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

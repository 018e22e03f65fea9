package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestArchives(t *testing.T) {
	files := []file{{"viewer", []byte("program"), true}, {"docs/a.md", []byte("text"), false}}
	at := time.Unix(1700000000, 0).UTC()
	for _, pack := range []func(string, []file, time.Time) ([]byte, error){tarball, zipped} {
		a, err := pack("k-1", files, at)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := pack("k-1", files, at); err != nil || !bytes.Equal(a, b) {
			t.Errorf("two archives differ, %v", err)
		}
	}
	a, _ := tarball("k-1", files, at)
	z, err := gzip.NewReader(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for _, f := range files {
		head, err := r.Next()
		if err != nil || head.Name != "k-1/"+f.name || head.FileInfo().Mode()&0o111 != 0 != f.program || !head.ModTime.Equal(at) {
			t.Errorf("%s: %+v, %v", f.name, head, err)
		}
		if b, err := io.ReadAll(r); err != nil || !bytes.Equal(b, f.contents) {
			t.Errorf("%s: %q, %v", f.name, b, err)
		}
	}
	a, _ = zipped("k-1", files, at)
	in, err := zip.NewReader(bytes.NewReader(a), int64(len(a)))
	if err != nil || len(in.File) != 2 || in.File[0].Name != "k-1/viewer" || in.File[0].Mode()&0o111 == 0 {
		t.Errorf("%+v, %v", in, err)
	}
}

// Licences are found wherever they are in a module, but for data of tests.
func TestTexts(t *testing.T) {
	in := fstest.MapFS{}
	for _, name := range []string{"LICENSE", "a/COPYING.txt", "_licenses/imgui-LICENSE.txt", "b/unlicense", "licenses/ftl.txt", "NOTICE.txt", "testdata/LICENSE", "c/license.go", "a/licensed/x.txt", "README.md"} {
		in[name] = &fstest.MapFile{Data: []byte(name)}
	}
	var names []string
	found, err := texts(in, false)
	for _, f := range found {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); err != nil || got != "LICENSE NOTICE.txt _licenses/imgui-LICENSE.txt a/COPYING.txt b/unlicense licenses/ftl.txt" {
		t.Errorf("got %s, %v", got, err)
	}
	if found, _ = texts(in, true); len(found) != 2 {
		t.Errorf("the first folder has %d", len(found))
	}
}

func TestKinds(t *testing.T) {
	for says, want := range map[string]string{
		"Permission is hereby granted, free of charge, to any": "MIT", "Apache License\n    Version 2.0, January": "Apache-2.0",
		"Redistribution and use in\n * Neither the name of": "BSD-3-Clause", "Redistribution and use in": "BSD-2-Clause", "all rights reserved": "",
	} {
		p := part{texts: []text{{"LICENSE", []byte(says)}, {"NOTICE", nil}}}
		if got := strings.Join(p.licenceIDs(), " "); got != want {
			t.Errorf("%q is %q, want %q", says, got, want)
		}
	}
}

// What is listed of a program is what it is linked from, and each part has a licence.
func TestParts(t *testing.T) {
	program, err := os.ReadFile(os.Args[0]) // of the test: it has no modules, but Go
	if err != nil {
		t.Fatal(err)
	}
	parts, err := partsOf(program)
	if err != nil || len(parts) == 0 || parts[0].name != "go.dev/go" || parts[0].licenceIDs()[0] != "BSD-3-Clause" {
		t.Fatalf("%+v, %v", parts, err)
	}
	parts = append(parts, part{name: "example.org/x", version: "v1.2.3", sum: "h1:abc"})
	b, err := targets[0].sbom(commit{"v1", time.Unix(0, 0).UTC()}, parts)
	var list struct {
		BomFormat, SpecVersion, SerialNumber string
		Components                           []struct{ Name, Purl string }
	}
	if err == nil {
		err = json.Unmarshal(b, &list)
	}
	if err != nil || list.BomFormat != "CycloneDX" || len(list.Components) != 3 || list.Components[1].Purl != "pkg:golang/example.org/x@v1.2.3" || len(list.SerialNumber) != len("urn:uuid:")+36 {
		t.Errorf("%s, %v", b, err)
	}
}

func TestIcon(t *testing.T) {
	m, err := png.Decode(bytes.NewReader(iconPNG(48)))
	if err != nil || m.Bounds().Dx() != 48 {
		t.Fatal(err)
	}
	if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
		t.Error("the corner is not transparent")
	}
	if r, g, b, _ := m.At(24, 24).RGBA(); r>>8 != 0xff || g>>8 != 0xb4 || b>>8 != 0x3b {
		t.Error("the middle is not on the path")
	}
	ico := iconICO()
	if at := int(ico[6+3*16+12]) | int(ico[6+3*16+13])<<8; !bytes.HasPrefix(ico[at:], []byte("\x89PNG")) {
		t.Error("the last picture is not where the head says")
	}
}

// The entry of the menu is valid where a tool that says so is installed.
func TestDesktopEntry(t *testing.T) {
	tool, err := exec.LookPath("desktop-file-validate")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "kernelscope.desktop")
	if err := os.WriteFile(path, []byte(desktopEntry), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tool, path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s, %v", out, err)
	}
}

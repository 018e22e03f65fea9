package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// part is a module that is in the program, or something else that is.
type part struct {
	name, version string
	sum           string // of a module, as go.sum has it
	folder        string // where its texts are
	texts         []text
}

// text is a licence or a notice.
type text struct {
	name     string
	contents []byte
}

// partsOf lists the modules in a program, as it says itself, and Go's own library.
func partsOf(program []byte) (parts []part, err error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts = []part{{name: "go.dev/go", version: strings.TrimPrefix(info.GoVersion, "go"), folder: root}}
	for _, m := range info.Deps {
		folder, err := output("go", "list", "-m", "-f", "{{.Dir}}", m.Path)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{name: m.Path, version: m.Version, sum: m.Sum, folder: folder})
	}
	for i, p := range parts {
		parts[i].texts, err = texts(os.DirFS(p.folder), i == 0)
		if err == nil && len(parts[i].texts) == 0 {
			err = fmt.Errorf("%s %s has no licence", p.name, p.version)
		}
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

var licenceName = regexp.MustCompile(`(?i)(^|[-_])(un)?licen[cs]e|^copying|^copyright|^notice|^patents|^ofl`)

// licenceFolder is one that a licence refers to.
var licenceFolder = regexp.MustCompile(`(^|/)_?licenses/`)

// texts finds the licences in a module: in all its folders, since some have sources of others, or
// only in the first one.
func texts(in fs.FS, shallow bool) (out []text, err error) {
	err = fs.WalkDir(in, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || shallow && name != "."):
			return fs.SkipDir
		case e.IsDir() || !licenceName.MatchString(e.Name()) && !licenceFolder.MatchString(name) || slices.Contains([]string{".go", ".py", ".sh"}, path.Ext(name)):
			return nil
		}
		b, err := fs.ReadFile(in, name)
		out = append(out, text{name, b})
		return err
	})
	return out, err
}

// mapNotice is of the map that is embedded.
const mapNotice = `The embedded map assets/delaware-roads.osm.pbf is © OpenStreetMap contributors, available under
the Open Database License 1.0: https://www.openstreetmap.org/copyright
`

// runtimes are the packages of Debian whose libraries are linked into the program for Windows.
var runtimes = []string{"mingw-w64-common", "gcc-mingw-w64-x86-64-posix-runtime"}

// licences joins the texts of all parts.
func (t target) licences(parts []part) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("What is in this program, with its licences.\n\n" + mapNotice)
	add := func(title string, contents []byte) {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", title, strings.Repeat("=", len(title)), bytes.TrimSpace(bytes.ReplaceAll(contents, []byte("\r\n"), []byte("\n"))))
	}
	for _, p := range parts {
		for _, one := range p.texts {
			add(fmt.Sprintf("%s %s: %s", p.name, p.version, one.name), one.contents)
		}
	}
	if t.os != "windows" {
		return b.Bytes(), nil
	}
	for _, name := range runtimes {
		contents, err := os.ReadFile(filepath.Join("/usr/share/doc", name, "copyright"))
		if err != nil {
			return nil, fmt.Errorf("the licence of what the compiler links: %w", err)
		}
		add("Linked statically by the compiler: "+name, contents)
	}
	return b.Bytes(), nil
}

// kinds are licences by what their texts say; the first that matches is meant.
var kinds = []struct {
	id   string
	says *regexp.Regexp
}{
	{"Apache-2.0", regexp.MustCompile(`Apache License\s+Version 2\.0`)},
	{"BSD-3-Clause", regexp.MustCompile(`(?s)Redistribution and use.*[Nn]either the name`)},
	{"BSD-2-Clause", regexp.MustCompile(`Redistribution and use`)},
	{"ISC", regexp.MustCompile(`(?s)Permission to use, copy, modify, and(/or)? distribute`)},
	{"OFL-1.1", regexp.MustCompile(`SIL OPEN FONT LICENSE Version 1\.1`)},
	{"MIT", regexp.MustCompile(`(?s)Permission is hereby granted, free of charge`)},
	{"Unlicense", regexp.MustCompile(`free and unencumbered software released into the public domain`)},
	{"CC-BY-4.0", regexp.MustCompile(`Creative Commons Attribution 4\.0`)},
	{"Zlib", regexp.MustCompile(`(?s)This software is provided 'as-is'`)},
	{"FTL", regexp.MustCompile(`FreeType`)},
}

// licenceIDs are the identifiers (SPDX) of a part's licences that are recognized.
func (p part) licenceIDs() (ids []string) {
	for _, one := range p.texts {
		for _, k := range kinds {
			if k.says.Match(one.contents) {
				ids = append(ids, k.id)
				break
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// sbom lists all parts as CycloneDX 1.5.
func (t target) sbom(of commit, parts []part) ([]byte, error) {
	type object = map[string]any
	components := []object{}
	for _, p := range parts {
		c := object{"type": "library", "name": p.name, "version": p.version, "purl": fmt.Sprintf("pkg:golang/%s@%s", p.name, p.version), "bom-ref": p.name}
		var licences []object
		for _, id := range p.licenceIDs() {
			licences = append(licences, object{"license": object{"id": id}})
		}
		if licences != nil {
			c["licenses"] = licences
		}
		if p.sum != "" {
			c["properties"] = []object{{"name": "go.sum", "value": p.sum}}
		}
		components = append(components, c)
	}
	components = append(components, object{"type": "data", "name": "delaware-roads.osm.pbf", "bom-ref": "delaware-roads.osm.pbf", "licenses": []object{{"license": object{"id": "ODbL-1.0"}}}})
	slices.SortFunc(components, func(a, b object) int { return cmp.Compare(a["name"].(string), b["name"].(string)) })
	id := sha256.Sum256(fmt.Append(nil, of.version, t))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8, from the released files
	return json.MarshalIndent(object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"serialNumber": fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		"metadata": object{
			"timestamp": of.time.Format("2006-01-02T15:04:05Z"),
			"component": object{"type": "application", "name": "kernelscope", "version": of.version, "bom-ref": "kernelscope", "properties": []object{{"name": "target", "value": t.String()}}},
		},
		"components": components,
	}, "", " ")
}

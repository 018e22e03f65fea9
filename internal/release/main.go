// Command release builds the program for each system that it is released for, and packs it with the
// licences of its modules, a list of them (SBOM), an icon and checksums. The same commit gives the
// same bytes.
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a system that the program is built for.
type target struct {
	os, arch string
	cc, cxx  string
	ldflags  string // for the linker of C
}

var targets = []target{
	{os: "linux", arch: "amd64", cc: "gcc", cxx: "g++"},
	{os: "linux", arch: "arm64", cc: "aarch64-linux-gnu-gcc", cxx: "aarch64-linux-gnu-g++"},
	{os: "windows", arch: "amd64", cc: "x86_64-w64-mingw32-gcc-posix", cxx: "x86_64-w64-mingw32-g++-posix", ldflags: "-static -Wl,--no-insert-timestamp"},
}

func (t target) String() string { return t.os + "-" + t.arch }

// program is the name of the executable.
func (t target) program() string {
	if t.os == "windows" {
		return "viewer.exe"
	}
	return "viewer"
}

func main() {
	folder := flag.String("o", "dist", "folder to write archives into")
	only := flag.String("only", "", "systems, divided by commas; all if empty")
	flag.Parse()
	if err := release(*folder, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds and packs all targets whose compilers are there.
func release(folder, only string) error {
	of, err := readCommit()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	pages := exec.Command("go", "generate", "./web") // the program of pages, which the viewer holds
	if pages.Stderr = os.Stderr; pages.Run() != nil {
		return fmt.Errorf("go generate ./web has failed")
	}
	var sums bytes.Buffer
	for _, t := range targets {
		if only != "" && !slices.Contains(strings.Split(only, ","), t.String()) {
			continue
		}
		if _, err := exec.LookPath(t.cc); err != nil {
			fmt.Printf("%s: not built: %v\n", t, err)
			continue
		}
		files, err := t.files(of)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		name := fmt.Sprintf("kernelscope-%s-%s", of.version, t)
		pack, ending := tarball, ".tar.gz"
		if t.os == "windows" {
			pack, ending = zipped, ".zip"
		}
		archive, err := pack(name, files, of.time)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+ending), archive, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name+ending)
		fmt.Printf("%s: %d files, %.1f MB\n", name+ending, len(files), float64(len(archive))/1e6)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// commit is what a release is made of.
type commit struct {
	version string
	time    time.Time
}

// readCommit asks git. The version is a tag such as v1.2, or the day and the hash of the commit.
// SOURCE_DATE_EPOCH stands for the commit's time where it is set.
func readCommit() (c commit, err error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		if epoch, err = output("git", "log", "-1", "--format=%ct"); err != nil {
			return c, err
		}
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return c, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	c.time = time.Unix(seconds, 0).UTC()
	if c.version, err = output("git", "describe", "--match=v[0-9]*", "--dirty"); err == nil {
		return c, nil
	}
	c.version, err = output("git", "describe", "--always", "--exclude=*", "--dirty", "--abbrev=12")
	c.version = c.time.Format("20060102") + "-" + c.version
	return c, err
}

// output runs a program and returns its only line.
func output(name string, args ...string) (string, error) {
	b, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(b)), nil
}

// files are the files of an archive.
func (t target) files(of commit) (files []file, err error) {
	program, err := t.build(of)
	if err != nil {
		return nil, err
	}
	parts, err := partsOf(program)
	if err != nil {
		return nil, err
	}
	licences, err := t.licences(parts)
	if err != nil {
		return nil, err
	}
	sbom, err := t.sbom(of, parts)
	if err != nil {
		return nil, err
	}
	files = []file{
		{t.program(), program, true}, {"LICENSES-THIRD-PARTY.txt", licences, false}, {"sbom.cdx.json", sbom, false},
	}
	for _, name := range []string{"LICENSE", "README.md", "docs/usage.md", "docs/tour.md", "docs/cluster.md"} {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, b, false})
	}
	if t.os == "linux" {
		files = append(files, file{"share/applications/kernelscope.desktop", []byte(desktopEntry), false})
		for _, size := range []int{48, 128, 256} {
			files = append(files, file{fmt.Sprintf("share/icons/hicolor/%dx%[1]d/apps/kernelscope.png", size), iconPNG(size), false})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// desktopEntry starts the window from a desktop's menu, where viewer is in the PATH.
const desktopEntry = `[Desktop Entry]
Type=Application
Name=Kernelscope
Comment=A microscope for GPU algorithms
Exec=viewer %f
Icon=kernelscope
Terminal=false
Categories=Science;Education;Development;
MimeType=image/svg+xml;
StartupNotify=false
`

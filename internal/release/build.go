package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// build compiles the program and returns it.
func (t target) build(of commit) ([]byte, error) {
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	env := append(os.Environ(), "CGO_ENABLED=1", "GOOS="+t.os, "GOARCH="+t.arch, "CC="+t.cc, "CXX="+t.cxx, "GOFLAGS=", "PKG_CONFIG_PATH=")
	if t.os == "windows" {
		headers, err := vulkanHeaders(work)
		if err != nil {
			return nil, err
		}
		env = append(env, "C_INCLUDE_PATH="+headers, "CPLUS_INCLUDE_PATH="+headers)
		remove, err := t.resources(work)
		if err != nil {
			return nil, err
		}
		defer remove()
	}
	path := filepath.Join(work, t.program())
	flags := "-s -w -buildid= -X main.Version=" + of.version
	if t.ldflags != "" {
		flags += " '-extldflags=" + t.ldflags + "'"
	}
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-o", path, "-ldflags", flags, "./cmd/viewer")
	c.Env, c.Stderr = append(env, "SOURCE_DATE_EPOCH="+fmt.Sprint(of.time.Unix())), os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	return os.ReadFile(path)
}

// vulkanHeaders copies the headers of Vulkan alone into a folder: in a cross build the others of
// this system must not be found.
func vulkanHeaders(work string) (string, error) {
	to := filepath.Join(work, "include")
	for _, name := range []string{"vulkan", "vk_video"} {
		from := filepath.Join("/usr/include", name)
		if _, err := os.Stat(from); err != nil {
			continue
		}
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(from)); err != nil {
			return "", err
		}
	}
	if _, err := os.Stat(filepath.Join(to, "vulkan", "vulkan.h")); err != nil {
		return "", fmt.Errorf("the headers of Vulkan are missing: install libvulkan-dev")
	}
	return to, nil
}

// resourceScript gives the executable of Windows an icon, and says that it scales its window itself
// and takes long paths.
const resourceScript = `1 ICON "kernelscope.ico"
1 24 "viewer.manifest"
`

const manifest = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
 <application xmlns="urn:schemas-microsoft-com:asm.v3">
  <windowsSettings>
   <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2</dpiAwareness>
   <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
  </windowsSettings>
 </application>
</assembly>
`

// resources compiles the executable's resources to where go build takes them from, which git
// ignores. The caller removes them.
func (t target) resources(work string) (remove func(), err error) {
	for name, b := range map[string][]byte{"viewer.rc": []byte(resourceScript), "viewer.manifest": []byte(manifest), "kernelscope.ico": iconICO()} {
		if err := os.WriteFile(filepath.Join(work, name), b, 0o644); err != nil {
			return nil, err
		}
	}
	object := filepath.Join("cmd", "viewer", "resources_windows_amd64.syso")
	at, err := filepath.Abs(object)
	if err != nil {
		return nil, err
	}
	c := exec.Command("x86_64-w64-mingw32-windres", "viewer.rc", "-O", "coff", "-o", at)
	c.Dir, c.Stderr = work, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("windres: %w", err)
	}
	return func() { os.Remove(object) }, nil
}

package gputest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TwoDevices returns an environment with two software devices: the driver and a copy of it. The
// test is skipped if there is no such driver on Linux.
func TwoDevices(t *testing.T) (environment []string) {
	t.Helper()
	driver := softwareDriver()
	if driver == "" {
		t.Skip("no two devices: the software driver of Mesa was not found among Vulkan's manifests")
	}
	b, err := os.ReadFile(driver)
	if err != nil {
		t.Skip("no two devices: ", err)
	}
	dir, list := t.TempDir(), ""
	for _, name := range []string{"one", "two"} {
		library := filepath.Join(dir, "lib"+name+".so")
		var manifest struct {
			Version string `json:"file_format_version"`
			ICD     struct {
				Library string `json:"library_path"`
				API     string `json:"api_version"`
			} `json:"ICD"`
		}
		manifest.Version, manifest.ICD.Library, manifest.ICD.API = "1.0.0", library, "1.1.0"
		text, err := json.Marshal(manifest)
		if err != nil {
			t.Fatal(err)
		}
		for path, contents := range map[string][]byte{library: b, filepath.Join(dir, name+".json"): text} {
			if err := os.WriteFile(path, contents, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		list += filepath.Join(dir, name+".json") + ":"
	}
	list = list[:len(list)-1]
	return []string{"VK_DRIVER_FILES=" + list, "VK_ICD_FILENAMES=" + list} // older loaders read the second
}

// softwareDriver returns the library of the software driver; "" if there is none.
func softwareDriver() string {
	for _, dir := range []string{"/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"} {
		manifests, _ := filepath.Glob(filepath.Join(dir, "lvp_icd*.json")) // the pattern is right
		for _, path := range manifests {
			b, err := os.ReadFile(path)
			var manifest struct {
				ICD struct {
					Library string `json:"library_path"`
				} `json:"ICD"`
			}
			if err != nil || json.Unmarshal(b, &manifest) != nil {
				continue
			}
			library := manifest.ICD.Library
			if filepath.Base(library) != library {
				if !filepath.IsAbs(library) {
					library = filepath.Join(dir, library)
				}
				return library
			}
			for _, pattern := range []string{"/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib"} {
				if found, _ := filepath.Glob(filepath.Join(pattern, library)); len(found) > 0 {
					return found[0]
				}
			}
		}
	}
	return ""
}

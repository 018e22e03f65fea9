package gputest

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

//go:embed layer.c.txt
var layerSource []byte

// Layer is the folder of a Vulkan layer that injects failures into calls of another program.
type Layer string

// NewLayer builds a layer. The test is skipped if there is no C compiler with Vulkan's
// headers; in CI it fails.
func NewLayer(t *testing.T) Layer {
	t.Helper()
	dir := t.TempDir()
	const manifest = `{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_KERNELSCOPE_faults", "type": "GLOBAL",
		"library_path": "./libfaults.so", "api_version": "1.1.0", "implementation_version": "1", "description": "makes calls fail"}}`
	for name, text := range map[string][]byte{"layer.c": layerSource, "faults.json": []byte(manifest)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("cc", "-shared", "-fPIC", "-O1", "-Wl,-z,nodelete", "-o", "libfaults.so", "layer.c")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("no layer: %v\n%s", err, out)
		}
		t.Fatalf("no layer: %v\n%s", err, out)
	}
	return Layer(dir)
}

// Fail returns the environment in which calls fail: comma-separated faults, each
// FUNCTION:FIRST:COUNT:RESULT or FUNCTION@DEVICE:…, as the layer's source explains.
func (l Layer) Fail(faults string) (environment []string) {
	return []string{"VK_LAYER_PATH=" + string(l), "VK_INSTANCE_LAYERS=VK_LAYER_KERNELSCOPE_faults", "KERNELSCOPE_FAULTS=" + faults}
}

// Faults returns the environment in which calls fail, with a layer of its own.
func Faults(t *testing.T, faults string) (environment []string) { return NewLayer(t).Fail(faults) }

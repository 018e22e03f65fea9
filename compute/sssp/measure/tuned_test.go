package measure_test

import (
	"errors"
	"kernelscope/internal/fault"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
)

func TestCache(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	c := measure.Cache{Dir: filepath.Join(t.TempDir(), "kernelscope")}
	k := measure.KeyOf("device", "driver", m, "nearfar", measure.ByRank)
	if _, ok, err := c.Load(k); ok || err != nil {
		t.Errorf("an empty cache has something: %v", err)
	}
	want := measure.TunedSetting{Key: k, Values: compute.Values{"delta": 7}, Wall: 1.5, Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}
	path, err := c.Save(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok, err := c.Load(k); !ok || err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("kept %+v, found %+v (%v)", want, got, err)
	}
	other := ssspgen.Grid(2, 8, 6, 40)
	other.Name = m.Name
	for name, key := range map[string]measure.Key{
		"other weights": measure.KeyOf("device", "driver", other, "nearfar", measure.ByRank),
		"other driver":  measure.KeyOf("device", "driver 2", m, "nearfar", measure.ByRank),
		"other queries": measure.KeyOf("device", "driver", m, "nearfar", measure.ToAll),
	} {
		if _, ok, err := c.Load(key); ok || err != nil {
			t.Errorf("%s: found %v, %v", name, ok, err)
		}
	}
	left, err := os.ReadDir(c.Dir)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v (%v)", left, err)
	}
	for name, text := range map[string]string{"damaged": "{", "for something else": "{}", "empty": ""} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := c.Load(k); ok || err == nil || got.Values != nil {
			t.Errorf("%s: found %+v without complaint", name, got)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := c.Load(k); ok || err == nil {
		t.Error("a FIFO is a setting")
	}
	if _, err := c.Save(want); !errors.Is(err, fault.Output) {
		t.Errorf("saved into a FIFO: %v", err)
	}
	if err := errors.Join(os.Remove(path), os.WriteFile(path, make([]byte, 1<<20), 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := c.Load(k); ok || err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a huge file: %v", err)
	}
	if _, err := c.Save(want); err != nil {
		t.Error(err)
	}
	if _, ok, _ := c.Load(k); !ok {
		t.Error("a damaged file is not replaced")
	}
}

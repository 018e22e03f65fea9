package gpu

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
)

// A cache folder without room is switched off for the process, with one line. One that cannot be
// written for another reason is left to the driver.
func TestFullCacheFolder(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	for _, c := range []struct {
		err error
		off bool
	}{{nil, false}, {fs.ErrPermission, false}, {fmt.Errorf("write: %w", syscall.ENOSPC), true}, {syscall.EDQUOT, true}} {
		var said bytes.Buffer
		slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
		t.Setenv(disableVariable, "")
		t.Setenv(cacheVariable, t.TempDir())
		tries := 0
		for range 2 {
			checkCache(func(folder string) error {
				tries++
				return c.err
			})
		}
		lines := strings.Count(said.String(), "\n")
		if off := os.Getenv(disableVariable) != ""; off != c.off || c.off && (tries != 1 || lines != 1) || !c.off && lines != 0 {
			t.Errorf("%v: off %v after %d tries: %s", c.err, off, tries, said.String())
		}
	}
	folder := t.TempDir()
	if err := writeIndex(folder); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

package source_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := source.Open(t.Context(), file)
	if err != nil || f.Size != 3 {
		t.Fatal(err)
	}
	f.Close()
	for path, want := range map[string]string{dir: "directory", os.DevNull: "device", filepath.Join(dir, "none"): "no such file"} {
		_, err := source.Open(t.Context(), path)
		_, regular := source.OpenRegular(path)
		for _, err := range []error{err, regular, source.Check(path)} {
			if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
				t.Errorf("%s: %v, want %q", path, err, want)
			}
		}
	}
}

// TestBudget charges until a budget is used up: a small file has little, a larger one more.
func TestBudget(t *testing.T) {
	held := func(size int64) int {
		b := source.NewBudget(size)
		var s []uint64
		for i := uint64(0); ; i++ {
			if err := source.Append(b, &s, i); err != nil {
				if !errors.Is(err, fault.Input) {
					t.Fatal(err)
				}
				return 8 * len(s)
			}
			if s[i] != i || 8*i > 1<<30 {
				t.Fatal(i, s[i])
			}
		}
	}
	small, large := held(1), held(4<<20)
	if small < 32<<20 || small > 64<<20 || large < small+small/4 || large > 160<<20 {
		t.Errorf("held %d and %d bytes", small, large)
	}
	var none *source.Budget
	if err := none.Take(1 << 60); err != nil {
		t.Errorf("no budget: %v", err)
	}
	if err := source.NewBudget(1 << 50).Take(1 << 50); !errors.Is(err, fault.Limit) {
		t.Errorf("a file larger than the memory: %v", err)
	}
}

func TestContents(t *testing.T) {
	r := source.NewBudget(1).Contents(zeros{})
	var err error
	total := 0
	for b := make([]byte, 1<<20); err == nil && total < 1<<30; {
		var n int
		n, err = r.Read(b)
		total += n
	}
	if !errors.Is(err, fault.Input) || total > 256<<20 {
		t.Errorf("%d bytes: %v", total, err)
	}
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func TestNeed(t *testing.T) {
	if err := source.Need(1, "a byte"); err != nil {
		t.Error(err)
	}
	if err := source.Need(1<<60, "an exbibyte"); !errors.Is(err, fault.Limit) {
		t.Errorf("an exbibyte: %v", err)
	}
}

func TestNamed(t *testing.T) {
	for err, want := range map[error]error{errors.New("odd"): fault.Input, fault.Limit: fault.Limit} {
		if named := source.Named("folder/file", err); fault.Code(named) != fault.Code(want) || !strings.HasPrefix(named.Error(), "file: ") {
			t.Errorf("%v became %v", err, named)
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := source.Read(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := source.Read(path, 4); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "more than 4") {
		t.Errorf("a byte too many: %v", err)
	}
	if _, err := source.Read(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := source.Read("/dev/zero", 4); !errors.Is(err, fault.Input) {
		t.Errorf("a device: %v", err)
	}
}

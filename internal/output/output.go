// Package output writes results: files that are either complete or absent, and streams whose
// errors are of kind fault.Output.
package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"kernelscope/internal/fault"
)

// File writes a file under a random name beside its place and renames it when it is complete and on
// the disk, so that a failure leaves the previous file. A link is followed. A device or a FIFO is
// written directly. Errors of writing are of kind fault.Output; errors of write are returned as
// they are.
func File(path string, write func(io.Writer) error) error {
	at, info, err := find(path)
	if err != nil {
		return err
	}
	if info != nil && !info.Mode().IsRegular() {
		return into(at, info, write)
	}
	return replace(at, info, func(f *os.File) error { return write(marked{f, path}) })
}

// Regular is File for files that the program keeps for itself: it writes to no device or FIFO.
func Regular(path string, write func(io.Writer) error) error {
	at, info, err := findRegular(path)
	if err != nil {
		return err
	}
	return replace(at, info, func(f *os.File) error { return write(marked{f, path}) })
}

// FileBy lets another program write a file as File does: write gets the absolute name of
// an empty one. Only regular files are written.
func FileBy(path string, write func(part string) error) error {
	at, info, err := findRegular(path)
	if err != nil {
		return err
	}
	return replace(at, info, func(f *os.File) error {
		part, err := filepath.Abs(f.Name())
		if err != nil {
			return failed(path, err)
		}
		return write(part)
	})
}

// Check returns an error for a path that cannot be written whatever its contents will be: its
// folder is missing, or the system does not take its name. It changes nothing.
func Check(path string) error {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(path))
	}
	return failed(path, err)
}

// find follows links to the place of a file. info is nil where there is nothing yet.
func find(path string) (at string, info fs.FileInfo, err error) {
	at = path
	if info, err = os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if at, err = filepath.EvalSymlinks(path); err != nil {
			return "", nil, failed(path, err)
		}
		info, err = os.Stat(at)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return at, nil, nil
	case err != nil:
		return "", nil, failed(path, err)
	case info.IsDir():
		return "", nil, fmt.Errorf("%w %s: it is a folder", fault.Output, path)
	case info.Mode().IsRegular() && info.Mode()&0o200 == 0:
		return "", nil, fmt.Errorf("%w %s: it is read-only", fault.Output, path)
	}
	return at, info, nil
}

// findRegular is find without devices and FIFOs.
func findRegular(path string) (at string, info fs.FileInfo, err error) {
	at, info, err = find(path)
	if err == nil && info != nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w %s: it is not a regular file", fault.Output, path)
	}
	return at, info, err
}

// Alone calls do while no other process does with the same lock file, which stays. It waits at most
// some seconds for the others.
func Alone(lock string, do func() error) error {
	f, err := os.OpenFile(lock, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return failed(lock, err)
	}
	defer f.Close()
	for begin := time.Now(); !hold(f) && time.Since(begin) < patience; {
		time.Sleep(10 * time.Millisecond)
	}
	return do()
}

// Turn returns the least number from 0 to most-1 that no other process has taken in a folder, with a function that gives it back;
// a process that ends does so, too. Where it cannot take one, the number is 0.
func Turn(folder, name string, most int) (n int, done func()) {
	for n := range most {
		f, err := os.OpenFile(filepath.Join(folder, fmt.Sprintf("%s-%d.lock", name, n)), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			break
		}
		if hold(f) {
			return n, func() { f.Close() }
		}
		f.Close()
	}
	return 0, func() {}
}

// partPrefix begins the names of files that are being written.
const partPrefix = ".part-"

// replace writes a new file, which gets the name and the permissions of the old one.
func replace(path string, old fs.FileInfo, write func(*os.File) error) (err error) {
	name := partPrefix + rand.Text()[:10] + "-" + filepath.Base(path)
	name = strings.ToValidUTF8(name[:min(len(name), 250)], "") // at most 255 bytes are allowed
	f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return failed(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	hold(f)
	if err := write(f); err != nil {
		return err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	// Windows renames closed files only.
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = rename(f.Name(), path)
	}
	return failed(path, err)
}

// patience is how long a FIFO is held out to readers, and how long Alone waits.
var patience = 10 * time.Second

// into writes into a device or a FIFO.
func into(path string, info fs.FileInfo, write func(io.Writer) error) error {
	flags := os.O_WRONLY
	if info.Mode()&fs.ModeNamedPipe != 0 {
		flags |= nonblock // opening reports that nothing reads, in place of waiting forever
	}
	f, err := os.OpenFile(path, flags, 0)
	for begin := time.Now(); errors.Is(err, syscall.ENXIO) && time.Since(begin) < patience; f, err = os.OpenFile(path, flags, 0) {
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		return failed(path, err)
	}
	if err := write(marked{f, path}); err != nil {
		f.Close()
		return err
	}
	return failed(path, f.Close())
}

// Leftovers lists the incomplete files that killed runs have left in a folder.
func Leftovers(folder string) (paths []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), partPrefix) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, e.Name())
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if !held(f) {
			paths = append(paths, path)
		}
		f.Close()
	}
	return paths
}

// Unused returns the name or, if a file with any of the endings has it, the name with the first
// free number from 2.
func Unused(name string, endings ...string) string {
	try := name
	for n := 2; ; n++ {
		taken := false
		for _, ending := range endings {
			_, err := os.Lstat(try + ending)
			taken = taken || err == nil
		}
		if !taken {
			return try
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}

// marked is a writer whose errors are of kind fault.Output.
type marked struct {
	io.Writer
	name string
}

// Write writes to the writer that is wrapped.
func (m marked) Write(b []byte) (int, error) {
	n, err := m.Writer.Write(b)
	return n, failed(m.name, err)
}

// failed says that something cannot be written, and why; the name of a file that is
// replaced later says nothing.
func failed(name string, err error) error {
	var atPath *fs.PathError
	var renaming *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &atPath):
		err = atPath.Err
	case errors.As(err, &renaming):
		err = renaming.Err
	}
	return fmt.Errorf("%w %s: %w", fault.Output, name, err)
}

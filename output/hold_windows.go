package output

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock tries to lock a byte far beyond the end of a file: locks keep others from the bytes
// they cover.
func lock(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}

// hold marks a file as being written, until it is closed: Leftovers passes over it.
func hold(f *os.File) { _ = lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// held reports whether a process holds a file.
func held(f *os.File) bool { return lock(f, 0) != nil }

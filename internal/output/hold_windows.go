package output

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// lock tries to lock a byte far beyond the end of a file: locks keep others from the bytes
// they cover.
func lock(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}

// nonblock is the flag of opening a FIFO without waiting for its reader.
const nonblock = syscall.O_NONBLOCK

// hold marks a file as being written, until it is closed: Leftovers passes over it. It reports
// whether no other process holds the file.
func hold(f *os.File) bool { return lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK) == nil }

// held reports whether a process holds a file.
func held(f *os.File) bool { return lock(f, 0) != nil }

// busy is how long a file that is to be replaced may be open elsewhere: virus scanners and indexers
// look at new files.
const busy = 2 * time.Second

// rename replaces a file. One that others have open cannot be replaced here; it is tried again for a
// while.
func rename(from, to string) (err error) {
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		err = os.Rename(from, to)
		open := errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
		switch {
		case !open:
			return err
		case time.Since(begin) > busy:
			return errors.New("another program has it open, or it must not be changed")
		}
	}
}

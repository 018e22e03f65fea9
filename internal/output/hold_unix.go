//go:build unix

package output

import (
	"os"
	"syscall"
)

// nonblock is the flag of opening a FIFO without waiting for its reader.
const nonblock = syscall.O_NONBLOCK

// hold marks a file as being written, until it is closed: Leftovers passes over it. It reports
// whether no other process holds the file.
func hold(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// held reports whether a process holds a file.
func held(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil }

func rename(from, to string) error { return os.Rename(from, to) }

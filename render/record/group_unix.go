//go:build unix

package record

import (
	"os"
	"syscall"
)

// ownGroup starts a process in a group of its own: signals of the terminal do not reach it,
// and all that it starts ends with it.
var ownGroup = syscall.SysProcAttr{Setpgid: true}

// killGroup ends a process and what it has started.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }

//go:build unix

package record

import (
	"os"
	"syscall"
)

// ownGroup starts a process in its own group, so that signals of the terminal do not reach it and
// its children can be ended with it.
var ownGroup = syscall.SysProcAttr{Setpgid: true}

// killGroup ends a process and its children.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }

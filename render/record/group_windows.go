package record

import (
	"os"
	"syscall"
)

// ownGroup starts a process in its own group, so that Ctrl-C in the console does not reach it.
var ownGroup = syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}

// killGroup ends a process.
func killGroup(p *os.Process) error { return p.Kill() }

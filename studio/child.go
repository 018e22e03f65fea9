package studio

import (
	"os"
	"os/exec"
)

// child is another process of the program, which works beside a window.
type child struct{ *exec.Cmd }

// child returns a process that carries out a command. The caller starts it and waits for it.
func (p *Program) child(words ...string) child { return child{exec.Command(p.Executable, words...)} }

// stop interrupts the process, which then leaves no incomplete file. A system without interrupts ends it.
func (c child) stop() {
	if c.Process.Signal(os.Interrupt) != nil {
		_ = c.Process.Kill()
	}
}

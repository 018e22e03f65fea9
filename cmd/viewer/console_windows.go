package main

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel32       = windows.NewLazySystemDLL("kernel32.dll")
	consoleProcess = kernel32.NewProc("GetConsoleProcessList")
	freeConsole    = kernel32.NewProc("FreeConsole")
)

// leaveConsole closes the console that a start from the desktop opens, and returns what
// shows an error without it. A console that other programs use stays.
func leaveConsole() (tell func(message string)) {
	var processes [2]uint32
	if n, _, _ := consoleProcess.Call(uintptr(unsafe.Pointer(&processes)), 2); n != 1 {
		return func(string) {}
	}
	_, _, _ = freeConsole.Call()
	return func(message string) {
		text, err := windows.UTF16PtrFromString(message)
		if err != nil {
			return
		}
		title, _ := windows.UTF16PtrFromString("Kernelscope")
		_, _ = windows.MessageBox(0, text, title, windows.MB_ICONERROR)
	}
}

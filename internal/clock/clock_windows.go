package clock

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel32  = windows.NewLazySystemDLL("kernel32.dll")
	counter   = kernel32.NewProc("QueryPerformanceCounter")
	frequency = ask(kernel32.NewProc("QueryPerformanceFrequency")) // counts a second
)

// ask calls a function of Windows that writes one number and cannot fail.
func ask(p *windows.LazyProc) (n int64) {
	_, _, _ = p.Call(uintptr(unsafe.Pointer(&n)))
	return n
}

// system returns the present moment.
func system() Moment {
	n := ask(counter)
	return Moment(n/frequency*int64(time.Second) + n%frequency*int64(time.Second)/frequency)
}

package source

import (
	"math"
	"unsafe"

	"golang.org/x/sys/windows"
)

// status is MEMORYSTATUSEX, of the system's documentation.
type status struct {
	length, load                                                       uint32
	physical, availablePhysical, pageFile, availablePageFile           uint64
	addressSpace, availableAddressSpace, availableExtendedAddressSpace uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// Free returns the bytes of memory that the process may still allocate: the available physical
// memory. There is no limit if the system reports none.
func Free() int64 {
	s := status{length: uint32(unsafe.Sizeof(status{}))}
	if ok, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return math.MaxInt64
	}
	return int64(s.availablePhysical)
}

//go:build !windows

package source

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// Free returns the bytes of memory that the process may still allocate: the system's available
// memory, within the limits of its control group and address space. There is no limit if the
// system reports none.
func Free() int64 {
	const kib = 1 << 10
	free := field("/proc/meminfo", "MemAvailable:", kib)
	if most := field("/sys/fs/cgroup/memory.max", "", 1); most < math.MaxInt64 {
		free = min(free, most-field("/sys/fs/cgroup/memory.current", "", 1))
	}
	if most := field("/proc/self/limits", "Max address space", 1); most < math.MaxInt64 {
		free = min(free, most-field("/proc/self/status", "VmSize:", kib))
	}
	return max(0, free)
}

// field returns the number after a prefix of a line, times a unit, and math.MaxInt64 where
// there is none.
func field(path, prefix string, unit int64) int64 {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(line, prefix)
		if words := strings.Fields(rest); ok && len(words) > 0 {
			if n, err := strconv.ParseInt(words[0], 10, 64); err == nil && n < math.MaxInt64/unit {
				return n * unit
			}
		}
	}
	return math.MaxInt64
}

package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"kernelscope/compute/gpu"
)

// CPU is the model of the host's processors; empty if the system does not say.
func CPU() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.+)$`).FindSubmatch(b); m != nil {
		return string(m[1])
	}
	return ""
}

// Clocks describes the present clocks of a device and the host, as far as they are known.
func Clocks(i gpu.Info) string {
	var words []string
	if clocks := deviceClocks(i); clocks != "" {
		words = append(words, "device "+clocks)
	}
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^cpu MHz\s*:\s*([0-9]+)`).FindSubmatch(b); m != nil {
			words = append(words, fmt.Sprintf("host %s MHz", m[1]))
		}
	}
	if b, err := os.ReadFile("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"); err == nil {
		words = append(words, "governor "+strings.TrimSpace(string(b)))
	}
	return strings.Join(words, ", ")
}

// deviceClocks asks the tool of the driver for the clocks of an NVIDIA device.
func deviceClocks(i gpu.Info) string {
	const nvidia = 0x10de
	if i.Vendor != nvidia {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=clocks.sm,clocks.max.sm,clocks.mem", "--format=csv,noheader", "--id=GPU-"+i.UUID).Output()
	cells := strings.Split(strings.TrimSpace(string(out)), ", ")
	if err != nil || len(cells) != 3 {
		return ""
	}
	return fmt.Sprintf("%s of %s, memory %s", cells[0], cells[1], cells[2])
}

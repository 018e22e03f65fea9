//go:build !nowindow

package window

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// FindDisplay returns an error if no window can be opened. It does not rely on GLFW, which reports
// success without a display and fails later.
func FindDisplay() error {
	if runtime.GOOS != "linux" && runtime.GOOS != "freebsd" {
		return nil
	}
	name := os.Getenv("DISPLAY")
	if name == "" {
		return fmt.Errorf("%w: DISPLAY is not set", ErrNoDisplay)
	}
	if !answers(name) {
		return fmt.Errorf("%w: DISPLAY is %s, where no server answers", ErrNoDisplay, name)
	}
	return nil
}

// answers reports whether a server listens at an X display, given as host:number.screen. It returns
// true for names of other forms, which it cannot check.
func answers(name string) bool {
	host, rest, ok := strings.Cut(name, ":")
	number, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || strings.Contains(host, "/") {
		return true
	}
	try := func(network, address string) bool {
		c, err := net.DialTimeout(network, address, 3*time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}
	if socket := "/tmp/.X11-unix/X" + number; host == "" || host == "unix" {
		return try("unix", socket) || try("unix", "@"+socket)
	}
	return try("tcp", net.JoinHostPort(host, strconv.Itoa(6000+n)))
}

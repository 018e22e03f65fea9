//go:build (!linux || wayland) && !nowindow

package window

func handleErrors() {}

func logErrors() {}

func isClosed() bool { return false }

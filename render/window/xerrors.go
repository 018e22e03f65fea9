//go:build linux && !wayland && !nowindow

package window

/*
#cgo LDFLAGS: -lX11 -ldl
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

// Written by Xlib on the thread of the window, read there by Go.
static struct {
	int count, request;
	char text[128];
} errors;
static int closed; // the connection to the server

static int onError(Display *display, XErrorEvent *e) {
	errors.count++;
	errors.request = e->request_code;
	XGetErrorText(display, e->error_code, errors.text, sizeof errors.text);
	return 0;
}

static int onEnd(Display *display) {
	closed = 1;
	return 0;
}

static void goOn(Display *display, void *nothing) {}

// leave ends the process with the exit code of a display that is missing.
static int leave(Display *display) {
	static const char what[] = "viewer: the display has closed the connection\n";
	if (write(2, what, sizeof what - 1) < 0) {}
	_exit(4);
}

// handleErrors keeps the process alive after an error of X. After the end of the connection it does
// so with Xlib 1.7 (2020) or later; an earlier one always ends the process after the handler.
static void handleErrors(void *display) {
	typedef void setExitHandler(Display *, void (*)(Display *, void *), void *);
	setExitHandler *set = (setExitHandler *)dlsym(RTLD_DEFAULT, "XSetIOErrorExitHandler");
	XSetErrorHandler(onError);
	XSetIOErrorHandler(set ? onEnd : leave);
	if (set)
		set(display, goOn, NULL);
}

static int takeErrors() {
	int n = errors.count;
	errors.count = 0;
	return n;
}

static int lastRequest() { return errors.request; }
static const char *lastText() { return errors.text; }
static int isClosed() { return closed; }
*/
import "C"

import (
	"log/slog"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// handleErrors replaces Xlib's handlers, which end the process: another client can cause an error,
// such as the source of a drag whose window is gone before GLFW answers. GLFW installs handlers only
// while it opens a window.
func handleErrors() { C.handleErrors(unsafe.Pointer(glfw.GetX11Display())) }

// logErrors logs the errors of X since the last call.
func logErrors() {
	if n := C.takeErrors(); n > 0 {
		slog.Info("X error", "count", int(n), "last", C.GoString(C.lastText()), "request", int(C.lastRequest()))
	}
}

// isClosed reports whether the connection to the display has ended.
func isClosed() bool { return C.isClosed() != 0 }

//go:build linux && !wayland && !nowindow

package window

/*
#cgo LDFLAGS: -lX11 -lXext
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

// shared is a picture in memory that the X server reads.
typedef struct {
	XShmSegmentInfo segment;
	XImage *image;
	GC gc;
} shared;

static int refused;

static int onRefusal(Display *d, XErrorEvent *e) {
	refused = 1;
	return 0;
}

// attach lets the server map the segment. A server elsewhere refuses.
static int attach(Display *d, XShmSegmentInfo *s) {
	XSync(d, False);
	refused = 0;
	XErrorHandler before = XSetErrorHandler(onRefusal);
	int ok = XShmAttach(d, s);
	XSync(d, False);
	XSetErrorHandler(before);
	return ok && !refused;
}

static void freeShared(Display *d, shared *s, int attached) {
	if (d && attached)
		XShmDetach(d, &s->segment);
	if (d && s->gc)
		XFreeGC(d, s->gc);
	if (s->segment.shmaddr && s->segment.shmaddr != (char *)-1)
		shmdt(s->segment.shmaddr);
	if (s->image) {
		s->image->data = 0;
		XDestroyImage(s->image);
	}
	free(s);
}

// newShared returns null if the window cannot show such a picture: four bytes a pixel, blue first.
static shared *newShared(void *display, Window w, int width, int height) {
	Display *d = display;
	XWindowAttributes a;
	if (!XShmQueryExtension(d) || !XGetWindowAttributes(d, w, &a)) return 0;
	if (a.visual->red_mask != 0xff0000 || a.visual->green_mask != 0xff00 || a.visual->blue_mask != 0xff) return 0;
	shared *s = calloc(1, sizeof *s);
	s->image = XShmCreateImage(d, a.visual, a.depth, ZPixmap, 0, &s->segment, width, height);
	int ok = s->image && s->image->bits_per_pixel == 32 && s->image->byte_order == LSBFirst;
	if (ok) {
		s->segment.shmid = shmget(IPC_PRIVATE, (size_t)s->image->bytes_per_line * height, IPC_CREAT | 0600);
		ok = s->segment.shmid >= 0;
	}
	if (ok) {
		s->segment.shmaddr = s->image->data = shmat(s->segment.shmid, 0, 0);
		ok = s->segment.shmaddr != (char *)-1 && attach(d, &s->segment);
		shmctl(s->segment.shmid, IPC_RMID, 0); // it lives as long as it is attached
	}
	if (!ok) {
		freeShared(d, s, 0);
		return 0;
	}
	s->gc = XCreateGC(d, w, 0, 0);
	return s;
}

// put copies pixels and shows them. It first waits until the server has read the picture before.
static void put(void *display, Window w, shared *s, const void *pixels, int pitch) {
	Display *d = display;
	XImage *i = s->image;
	XSync(d, False);
	for (int y = 0; y < i->height; y++)
		memcpy(i->data + (size_t)y * i->bytes_per_line, (const char *)pixels + (size_t)y * pitch, 4 * (size_t)i->width);
	XShmPutImage(d, w, s->gc, i, 0, 0, 0, 0, i->width, i->height, False);
	XFlush(d);
}
*/
import "C"

import (
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
)

// Lavapipe sends each picture of a swapchain through the connection to the X server, which takes as long as drawing half of
// it. A window on a software device therefore shows its pictures through memory that the server shares (MIT-SHM).

// shared is a picture in that memory, with the target that it is copied from.
type shared struct {
	*draw.Canvas
	window        *glfw.Window
	picture       *C.shared
	width, height int
}

// newShared makes a picture for a window; nil if the device, the window or the server is of another kind.
func newShared(d *gpu.Device, window *glfw.Window, width, height int) *shared {
	if !d.Info().Software || isClosed() {
		return nil
	}
	p := C.newShared(unsafe.Pointer(glfw.GetX11Display()), C.Window(window.GetX11Window()), C.int(width), C.int(height))
	if p == nil {
		return nil
	}
	s := &shared{window: window, picture: p, width: width, height: height}
	var err error
	if s.Canvas, err = draw.NewWindowCanvas(d, width, height); err != nil {
		s.release()
		return nil
	}
	return s
}

func (s *shared) release() {
	if s.Canvas != nil {
		s.Canvas.Release()
	}
	display := unsafe.Pointer(glfw.GetX11Display())
	if isClosed() {
		display = nil
	}
	C.freeShared((*C.Display)(display), s.picture, 1)
}

// show ends a frame and shows it.
func (s *shared) show(cmd *gpu.Commands) error {
	err := s.Finish(cmd)
	if rows, pitch := s.Rows(); err == nil && !isClosed() {
		C.put(unsafe.Pointer(glfw.GetX11Display()), C.Window(s.window.GetX11Window()), s.picture, unsafe.Pointer(unsafe.SliceData(rows)), C.int(pitch))
	}
	return err
}

/* Drops a file on a window, as a file manager does: the source's side of XDND, version 5.
   Usage: xdnd WINDOW URI [die]. It ends when the target has reported that it is done; with a third
   word in the middle of the drag, before the target can answer. */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>

static Display *display;
static Window source, target;

static Atom atom(const char *name) { return XInternAtom(display, name, False); }

static void send(const char *type, long b, long c, long d, long e) {
	XEvent event;
	memset(&event, 0, sizeof event);
	event.xclient.type = ClientMessage;
	event.xclient.window = target;
	event.xclient.message_type = atom(type);
	event.xclient.format = 32;
	long data[5] = {(long)source, b, c, d, e};
	memcpy(event.xclient.data.l, data, sizeof data);
	XSendEvent(display, target, False, NoEventMask, &event);
	XFlush(display);
}

/* next waits for an event, five seconds at most. */
static void next(XEvent *event) {
	if (!XPending(display)) {
		fd_set in;
		struct timeval patience = {5, 0};
		FD_ZERO(&in);
		FD_SET(ConnectionNumber(display), &in);
		if (select(ConnectionNumber(display) + 1, &in, NULL, NULL, &patience) <= 0) {
			fprintf(stderr, "the window does not answer\n");
			exit(1);
		}
	}
	XNextEvent(display, event);
}

/* answer hands the URI to who asks for the selection. */
static void answer(XSelectionRequestEvent *request, const char *uri) {
	XChangeProperty(display, request->requestor, request->property, request->target, 8, PropModeReplace, (const unsigned char *)uri, (int)strlen(uri));
	XEvent reply;
	memset(&reply, 0, sizeof reply);
	reply.xselection.type = SelectionNotify;
	reply.xselection.requestor = request->requestor;
	reply.xselection.selection = request->selection;
	reply.xselection.target = request->target;
	reply.xselection.property = request->property;
	reply.xselection.time = request->time;
	XSendEvent(display, request->requestor, False, NoEventMask, &reply);
	XFlush(display);
}

int main(int n, char **words) {
	char uri[8192];
	XEvent event;
	if (n < 3 || !(display = XOpenDisplay(NULL)))
		return 2;
	target = strtoul(words[1], NULL, 0);
	snprintf(uri, sizeof uri, "%s\r\n", words[2]);
	source = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
	XSetSelectionOwner(display, atom("XdndSelection"), source, CurrentTime);
	if (n > 3)
		XGrabServer(display); /* until this client is gone */
	send("XdndEnter", 5L << 24, atom("text/uri-list"), None, None);
	send("XdndPosition", 0, 400L << 16 | 300, CurrentTime, atom("XdndActionCopy"));
	if (n > 3)
		return 0;
	for (;;) {
		next(&event);
		if (event.type == SelectionRequest) {
			answer(&event.xselectionrequest, uri);
		} else if (event.type == ClientMessage && event.xclient.message_type == atom("XdndStatus")) {
			if (!(event.xclient.data.l[1] & 1)) {
				fprintf(stderr, "the window refuses the drop\n");
				return 1;
			}
			send("XdndDrop", 0, CurrentTime, 0, 0);
		} else if (event.type == ClientMessage && event.xclient.message_type == atom("XdndFinished")) {
			return event.xclient.data.l[1] != 0 ? 0 : 1; /* GLFW says how many bytes it got */
		}
	}
}

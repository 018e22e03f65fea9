// Package serve shows a native run in browsers: the player's page, fed through a websocket. A hub moves the
// run on the caller's goroutine, which owns the device. Each viewer gets frames as changes of the last one
// that it has shown; the one that came first drives, and the others watch.
//
// A secret token begins each path, so that neither other users of a machine nor pages of other sites can look.
// Other names for this machine than localhost are refused while it listens there only, which keeps out sites
// that give themselves its address.
package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"kernelscope/internal/fault"
	"kernelscope/web"
	"kernelscope/web/live"
)

// Default is where viewers connect unless they are told otherwise: this machine alone.
const Default = "127.0.0.1:8765"

// Limits of a server.
const (
	MaxViewers = 16
	maxRequest = 64 << 10 // bytes
	maxHeader  = 16 << 10
	patience   = 20 * time.Second // for headers, a frame to be taken, and an answer to a ping
)

// server answers requests of browsers.
type server struct {
	hub   *hub
	html  []byte
	token string
	local bool // nobody else can connect
}

// Listen listens at an address, and says whether it is this machine's alone.
func Listen(address string) (l net.Listener, local bool, err error) {
	l, err = net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, false, fault.Usage.Errorf("--listen %s: the port is in use: choose another one, or 0 for any that is free", address)
	case err != nil:
		return nil, false, fault.Usage.Errorf("--listen %s: %v", address, err)
	}
	ip := l.Addr().(*net.TCPAddr).IP
	return l, ip.IsLoopback(), nil
}

// Run serves a page until the context is cancelled, or the run fails, which alone is an error. It closes the listener.
// started hears the address for browsers.
func Run(ctx context.Context, l net.Listener, local bool, of web.Page, p *live.Page, started func(url string)) error {
	var html bytes.Buffer
	if err := of.Write(&html, web.Program{}); err != nil {
		return errors.Join(err, l.Close())
	}
	h, err := newHub(p)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	s := &server{hub: h, html: html.Bytes(), token: rand.Text(), local: local}
	answers := &http.Server{Handler: s, ReadHeaderTimeout: patience, IdleTimeout: patience, MaxHeaderBytes: maxHeader}
	failed := make(chan error, 1)
	go func() { failed <- answers.Serve(l) }()
	started(fmt.Sprintf("http://%s/%s/", nameOf(l.Addr().(*net.TCPAddr)), s.token))
	err = h.run(ctx, failed)
	h.close()
	return errors.Join(err, answers.Close())
}

// nameOf returns the host and port of an address by which other machines find this one.
func nameOf(a *net.TCPAddr) string {
	if !a.IP.IsUnspecified() {
		return a.String()
	}
	name, err := os.Hostname()
	if err != nil {
		return a.String()
	}
	return fmt.Sprintf("%s:%d", name, a.Port)
}

// ServeHTTP serves the page at /TOKEN/ and its socket at /TOKEN/socket.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range map[string]string{
		"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
		"Cross-Origin-Resource-Policy": "same-origin", "Content-Security-Policy": "frame-ancestors 'self'",
	} {
		w.Header().Set(name, value)
	}
	token, file, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case s.local && !isLocal(r.Host):
		http.Error(w, "this viewer is only for its own machine", http.StatusForbidden)
	case subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
		http.Error(w, "the token is missing or wrong: open the address that 'viewer serve' has printed", http.StatusForbidden)
	case r.Method != http.MethodGet:
		http.Error(w, "there is nothing but pages to get", http.StatusMethodNotAllowed)
	case file == "":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(s.html) // a browser that has gone does not matter
	case file == "socket":
		s.socket(w, r)
	default:
		http.NotFound(w, r)
	}
}

// isLocal reports whether a host of a request, with or without a port, names this machine.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "localhost" || net.ParseIP(strings.Trim(name, "[]")).IsLoopback()
}

// socket connects a viewer until it goes. Accept refuses pages of other origins.
func (s *server) socket(w http.ResponseWriter, r *http.Request) {
	c := newClient()
	if !s.hub.enter(c) {
		http.Error(w, fmt.Sprintf("there are %d viewers already, or the viewer that serves them is ending", MaxViewers), http.StatusServiceUnavailable)
		return
	}
	defer close(c.gone)
	defer s.hub.leave(c)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	conn.SetReadLimit(maxRequest)
	c.serve(conn, s.hub)
}

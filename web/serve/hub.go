package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"kernelscope/internal/clock"
	"kernelscope/web"
	"kernelscope/web/live"
)

const (
	period     = time.Second / 60      // between frames
	budget     = 10 * time.Millisecond // of work for one
	maxPause   = 100 * time.Millisecond
	maxWaiting = 64 // requests
)

// hub moves the run, and holds what viewers see. Its page belongs to the goroutine of run.
type hub struct {
	page *live.Page
	head []byte // that a viewer gets first
	wake chan struct{}

	mu      sync.Mutex
	viewers []*client // the first one drives
	waiting []request
	frame   *web.Frame
	changed chan struct{} // closed when the frame or a role has changed
	last    encoded
	ends    bool // nobody is let in any more
}

// request is a driver's.
type request struct {
	live.Request
	from *client
}

// encoded is a frame as the changes of another one: viewers are mostly at the same one.
type encoded struct {
	from, to *web.Frame
	bytes    []byte
}

// role is what a viewer may do.
type role struct {
	Drives  bool `json:"drives"`
	Viewers int  `json:"viewers"`
}

func newHub(p *live.Page) (h *hub, err error) {
	h = &hub{page: p, wake: make(chan struct{}, 1), changed: make(chan struct{})}
	if h.head, err = web.Begin(nil, p); err == nil {
		h.frame, err = web.Now(p, nil)
	}
	return h, err
}

// run moves the run until the context is cancelled, or until it or the server fails. It rests while nobody looks, and
// while nothing moves.
func (h *hub) run(ctx context.Context, failed <-chan error) error {
	ticks := time.NewTicker(period)
	defer ticks.Stop()
	before := clock.Now()
	for {
		moves := h.moves()
		tick := ticks.C
		if !moves {
			tick = nil
		}
		select {
		case <-ctx.Done():
			if err := ctx.Err(); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		case err := <-failed:
			return err
		case <-h.wake:
		case <-tick:
		}
		now, dt := clock.Now(), time.Duration(0)
		if moves {
			dt = min(time.Duration(now-before), maxPause)
		}
		before = now
		if err := h.advance(dt); err != nil {
			return err
		}
	}
}

// moves reports whether somebody looks at a run that moves by itself.
func (h *hub) moves() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.viewers) > 0 && (h.frame.State.Time.Playing || h.frame.State.Busy)
}

// advance carries out what was asked for, lets time pass, and shows the next frame. A refused request is told
// to who asked; the run stops playing when it cannot go on.
func (h *hub) advance(dt time.Duration) error {
	h.mu.Lock()
	asked := h.waiting
	h.waiting = nil
	h.mu.Unlock()
	for _, r := range asked {
		if err := h.page.Do(r.Request); err != nil {
			r.from.refuse(err.Error())
		}
	}
	if err := h.page.Advance(dt, budget); err != nil {
		h.tell(err.Error())
		if err := h.page.Do(live.Request{Do: "pause"}); err != nil {
			return err
		}
	}
	frame, err := web.Now(h.page, h.frame)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !frame.Same(h.frame) {
		h.frame = frame
		h.change()
	}
	return nil
}

// change lets all viewers look; h.mu is locked.
func (h *hub) change() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// look returns the frame, a viewer's role, and a channel that is closed when either changes.
func (h *hub) look(c *client) (*web.Frame, role, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.frame, role{h.drives(c), len(h.viewers)}, h.changed
}

func (h *hub) drives(c *client) bool { return len(h.viewers) > 0 && h.viewers[0] == c }

// since returns a frame as changes of another one.
func (h *hub) since(from, to *web.Frame) []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last.from != from || h.last.to != to || h.last.bytes == nil {
		h.last = encoded{from, to, to.Since(nil, from)}
	}
	return h.last.bytes
}

// enter lets a viewer in, unless there are too many.
func (h *hub) enter(c *client) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ends || len(h.viewers) >= MaxViewers {
		return false
	}
	h.viewers = append(h.viewers, c)
	h.change()
	h.rouse()
	return true
}

// leave removes a viewer, with what it still asks for. If it drove, the next one does.
func (h *hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewers = slices.DeleteFunc(h.viewers, func(v *client) bool { return v == c })
	h.waiting = slices.DeleteFunc(h.waiting, func(r request) bool { return r.from == c })
	h.change()
}

// ask passes on what a viewer asks for. Of requests that follow a mouse only the last one waits.
func (h *hub) ask(c *client, r live.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch n := len(h.waiting); {
	case !h.drives(c):
		c.refuse("another viewer drives")
	case r.Do == "yield": // to who came next
		h.viewers = append(h.viewers[1:], c)
		h.change()
	case n > 0 && follows(h.waiting[n-1].Request, r):
		h.waiting[n-1] = request{r, c}
	case n >= maxWaiting:
		c.refuse("there are too many requests: wait for the ones before")
	default:
		h.waiting = append(h.waiting, request{r, c})
		h.rouse()
	}
}

// follows reports whether a request makes the one before it pointless.
func follows(before, r live.Request) bool {
	if before.Do != r.Do || before.Lane != r.Lane || before.Target != r.Target {
		return false
	}
	return slices.Contains([]string{"scrub", "clock-at", "speed", "inspect"}, r.Do) || r.Do == "end-at" && before.Drag && r.Drag
}

// rouse wakes run.
func (h *hub) rouse() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// tell tells all viewers why the run cannot go on.
func (h *hub) tell(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.viewers {
		c.refuse(text)
	}
}

// close ends all connections.
func (h *hub) close() {
	h.mu.Lock()
	viewers := slices.Clone(h.viewers)
	h.ends = true
	h.mu.Unlock()
	for _, c := range viewers {
		c.end()
	}
	for _, c := range viewers {
		<-c.gone
	}
}

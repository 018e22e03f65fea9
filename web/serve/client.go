package serve

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"

	"kernelscope/web"
	"kernelscope/web/live"
)

// ahead is how many frames are sent that a viewer has not shown yet: one on the way, while one is drawn.
const ahead = 2

// client is a viewer in a browser.
type client struct {
	shown   chan struct{} // a frame was
	refused chan string   // why requests were
	end     func()        // ends the connection
	over    context.Context
	gone    chan struct{} // closed when the hub knows no more of it
}

func newClient() *client {
	c := &client{shown: make(chan struct{}, ahead), refused: make(chan string, 1), gone: make(chan struct{})}
	c.over, c.end = context.WithCancel(context.Background())
	return c
}

// refuse tells why a request was not carried out, unless there is something to tell already.
func (c *client) refuse(text string) {
	select {
	case c.refused <- text:
	default:
	}
}

// serve reads requests and sends frames until either fails or the server ends.
func (c *client) serve(conn *websocket.Conn, h *hub) {
	ctx, stop := context.WithCancel(context.Background())
	var both sync.WaitGroup
	both.Go(func() {
		defer c.end()
		c.read(ctx, conn, h)
	})
	both.Go(func() {
		defer c.end()
		_ = c.send(ctx, conn, h) // there is nobody to tell
	})
	<-c.over.Done()
	_ = conn.Close(websocket.StatusGoingAway, "the viewer that serves it has ended")
	stop()
	both.Wait()
}

// read reads requests. Any other message ends the connection.
func (c *client) read(ctx context.Context, conn *websocket.Conn, h *hub) {
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var r live.Request
		switch err := json.Unmarshal(text, &r); {
		case err != nil:
			_ = conn.Close(websocket.StatusUnsupportedData, "a message that cannot be read as a request")
			return
		case r.Do == "shown":
			select {
			case c.shown <- struct{}{}:
			default: // more than there were
			}
		default:
			h.ask(c, r)
		}
	}
}

// send sends the head, then frames: the newest, as soon as there is a new one and the viewer has
// shown the one before the last. A viewer that does not answer is let go.
func (c *client) send(ctx context.Context, conn *websocket.Conn, h *hub) error {
	write := func(kind websocket.MessageType, b []byte) error {
		ctx, stop := context.WithTimeout(ctx, patience)
		defer stop()
		return conn.Write(ctx, kind, b)
	}
	tell := func(v any) error {
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return write(websocket.MessageText, b)
	}
	if err := write(websocket.MessageBinary, h.head); err != nil {
		return err
	}
	pings := time.NewTicker(patience)
	defer pings.Stop()
	var last *web.Frame
	var told role
	for free := ahead; ; {
		now, may, changed := h.look(c)
		var err error
		switch {
		case may != told:
			told, err = may, tell(may)
		case now != last && free > 0:
			err = write(websocket.MessageBinary, h.since(last, now))
			last, free = now, free-1
		default:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-changed:
			case <-c.shown:
				free = min(free+1, ahead)
			case text := <-c.refused:
				err = tell(map[string]string{"refused": text})
			case <-pings.C:
				err = ping(ctx, conn)
			}
		}
		if err != nil {
			return err
		}
	}
}

// ping waits for an answer of the browser.
func ping(ctx context.Context, conn *websocket.Conn) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return conn.Ping(ctx)
}

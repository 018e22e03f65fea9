package serve

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"kernelscope/web/live"
)

// viewer is a browser without a picture.
type viewer struct {
	testing.TB
	conn   *websocket.Conn
	still  []string
	lists  map[string][]uint32
	state  live.State
	told   string
	role   role
	frames int
	bytes  int
	lazy   bool // never says that it has shown a frame
}

// site is where viewers connect.
type site struct {
	testing.TB
	url     string
	viewers []*viewer
}

// close lets all viewers go.
func (s *site) close() {
	for _, v := range s.viewers {
		_ = v.conn.CloseNow()
	}
}

// connected connects a viewer and reads the head.
func (s *site) connected() *viewer {
	conn, _, err := websocket.Dial(s.Context(), strings.Replace(s.url, "http", "ws", 1)+"socket", nil)
	if err != nil {
		panic(err) // the test is over
	}
	conn.SetReadLimit(64 << 20)
	v := &viewer{TB: s, conn: conn, lists: map[string][]uint32{}}
	s.viewers = append(s.viewers, v)
	_, b, err := conn.Read(s.Context())
	if err != nil {
		panic(err)
	}
	var head struct{ Still []string }
	b = textOf(b, &head)
	for _, name := range head.Still {
		v.lists[name], b = changed(nil, b)
	}
	v.still = head.Still
	return v
}

// textOf reads a text after its length.
func textOf(b []byte, to any) []byte {
	n, used := binary.Uvarint(b)
	if err := json.Unmarshal(b[used:used+int(n)], to); err != nil {
		panic(err)
	}
	return b[used+int(n):]
}

// changed reads an array as changes of another one.
func changed(from []uint32, b []byte) ([]uint32, []byte) {
	next := func() int { n, used := binary.Uvarint(b); b = b[used:]; return int(n) }
	to := make([]uint32, next())
	copy(to, from)
	at, grown := -1, int64(0)
	for range next() {
		at += next()
		d, used := binary.Varint(b)
		if b = b[used:]; len(from) == 0 {
			grown += d
			d = grown
		}
		to[at] += uint32(d)
	}
	return to, b
}

// next reads a message, and returns why a request was refused, if that was the message.
func (v *viewer) next() (refused string, err error) {
	kind, b, err := v.conn.Read(v.Context())
	if err != nil {
		return "", err
	}
	v.bytes += len(b)
	if kind == websocket.MessageText {
		var said struct {
			role
			Refused string
		}
		if err := json.Unmarshal(b, &said); err != nil || said.Refused != "" {
			return said.Refused, err
		}
		v.role = said.role
		return "", nil
	}
	var m struct {
		State  live.State
		Told   string
		Moving [][]string
	}
	b = textOf(b, &m)
	lists := map[string][]uint32{}
	for lane, names := range m.Moving {
		for _, name := range names {
			key := fmt.Sprint(lane, " ", name)
			lists[key], b = changed(v.lists[key], b)
		}
	}
	for _, name := range v.still {
		lists[name] = v.lists[name]
	}
	v.lists, v.state, v.told = lists, m.State, m.Told
	v.frames++
	if len(b) > 0 {
		return "", fmt.Errorf("%d bytes follow a frame", len(b))
	}
	if v.lazy {
		return "", nil
	}
	return "", v.do(live.Request{Do: "shown"})
}

func (v *viewer) do(r live.Request) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return v.conn.Write(v.Context(), websocket.MessageText, b)
}

// until reads messages until a condition holds or a request is refused; it returns why.
func (v *viewer) until(what string, holds func() bool) (refused string) {
	v.Helper()
	for !holds() {
		refused, err := v.next()
		if err != nil {
			v.Errorf("until %s: %v", what, err)
			panic(err) // the test is over
		}
		if refused != "" {
			return refused
		}
	}
	return ""
}

// asked does a request and returns why it was refused.
func (v *viewer) asked(r live.Request, what string, holds func() bool) (refused string) {
	v.Helper()
	if err := v.do(r); err != nil {
		v.Error(err)
	}
	return v.until(what, holds)
}

func (v *viewer) at(step int) func() bool {
	return func() bool { return v.frames > 0 && v.state.Runs[0].Event.Step == step && !v.state.Busy }
}

package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/web"
	"kernelscope/web/live"
)

// search is a scene on a map that open.ReadMap reads, and its data.
func search(t testing.TB, name string) (live.Scene, []byte) {
	t.Helper()
	m, err := open.ReadMap(t.Context(), name, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := live.Pack(m)
	if err != nil {
		t.Fatal(err)
	}
	return live.Scene{Family: live.Paths, Runs: []live.Run{{Algorithm: "nearfar"}}}, data
}

// served serves a scene on a device. The test goes on in another goroutine, since this one owns the device.
func served(t testing.TB, s live.Scene, data []byte, test func(s *site)) {
	t.Helper()
	p, err := live.OpenOn(gputest.Open(t), s, data)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	l, local, err := Listen("127.0.0.1:0")
	if err != nil || !local {
		t.Fatal(local, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	tested := make(chan struct{})
	err = Run(ctx, l, local, web.Page{Scene: s, Served: "a device"}, p, func(url string) {
		go func() {
			defer close(tested)
			defer stop()
			s := &site{TB: t, url: url}
			defer s.close()
			test(s)
		}()
	})
	<-tested
	if err != nil {
		t.Errorf("the server ends with %v", err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Error("the server still listens")
	}
}

// Two viewers get the states that the program has outside: at each step, back, and at the end. The first one
// drives, until it hands over or leaves.
func TestViewers(t *testing.T) {
	scene, data := search(t, "gen:grid,width=30,height=20")
	outside, err := live.Open(scene, data)
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Release()
	same := func(v *viewer, step int) {
		t.Helper()
		v.until(fmt.Sprintf("step %d", step), v.at(step))
		if err := errors.Join(outside.Do(live.Request{Do: "seek", Step: step}), outside.Settle()); err != nil {
			t.Error(err)
		}
		told, _, err := outside.Told()
		if err != nil || v.told != told {
			t.Errorf("step %d has the hash %s, not %s (%v)", step, v.told, told, err)
		}
		for _, name := range []string{"states", "near", "sizes", "path"} {
			if want, err := outside.Array(0, name); err != nil || !slices.Equal(v.lists["0 "+name], want) {
				t.Errorf("step %d has other %s (%v)", step, name, err)
			}
		}
	}
	served(t, scene, data, func(s *site) {
		a := s.connected()
		a.until("it drives", func() bool { return a.role.Drives })
		b := s.connected()
		b.until("there are two", func() bool { return b.role.Viewers == 2 })
		for step := 1; step <= 20; step++ {
			a.asked(live.Request{Do: "step", Step: 1}, "a step", a.at(step))
			same(a, step)
		}
		same(b, 20)
		a.asked(live.Request{Do: "seek", Step: 7}, "step 7", a.at(7))
		same(a, 7)
		same(b, 7)
		if refused := b.asked(live.Request{Do: "end"}, "a refusal", func() bool { return false }); refused != "another viewer drives" {
			t.Errorf("who watches is refused with %q", refused)
		}
		a.asked(live.Request{Do: "yield"}, "it watches", func() bool { return !a.role.Drives })
		b.until("it drives", func() bool { return b.role.Drives })
		if refused := b.asked(live.Request{Do: "odd"}, "a refusal", func() bool { return false }); !strings.Contains(refused, "odd") {
			t.Errorf("an odd request is refused with %q", refused)
		}
		b.asked(live.Request{Do: "end"}, "the end", func() bool { return b.state.Runs[0].Right })
		same(a, b.state.Runs[0].Event.Step)
		_ = b.conn.Close(websocket.StatusNormalClosure, "")
		a.until("it drives alone", func() bool { return a.role == role{true, 1} })
	})
}

// A viewer that shows nothing gets two frames, and later the newest one; another viewer does not wait for it.
func TestSlow(t *testing.T) {
	scene, data := search(t, "gen:grid,width=30,height=20")
	served(t, scene, data, func(s *site) {
		a, b := s.connected(), s.connected()
		b.lazy = true
		a.until("it drives", a.at(0))
		b.until("its first frame", b.at(0))
		for step := 1; step <= 30; step++ {
			a.asked(live.Request{Do: "step", Step: 1}, "a step", a.at(step))
		}
		b.until("its second frame", func() bool { return b.frames == ahead })
		b.lazy = false
		for range ahead { // it has shown both
			if err := b.do(live.Request{Do: "shown"}); err != nil {
				t.Error(err)
			}
		}
		b.until("the newest frame", b.at(30))
		if b.frames != ahead+1 || a.frames <= 30 {
			t.Errorf("the slow viewer has got %d frames, the other one %d", b.frames, a.frames)
		}
	})
}

// Who may not look is refused: without the token, from pages of other sites, by other names of this machine, and
// when there are too many. Messages that cannot be read end the connection.
func TestRefused(t *testing.T) {
	scene, data := search(t, "gen:grid,width=5,height=5")
	served(t, scene, data, func(s *site) {
		get := func(url, host, origin string) int {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
			if err != nil {
				t.Error(err)
				return 0
			}
			if r.Host = host; origin != "" {
				r.Header = http.Header{"Origin": {origin}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
			}
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Error(err)
				return 0
			}
			defer answer.Body.Close()
			return answer.StatusCode
		}
		url := s.url
		root := url[:strings.Index(url[8:], "/")+9]
		token := strings.TrimPrefix(url, root)
		guess := "A" + token[1:]
		if guess == token {
			guess = "B" + token[1:]
		}
		for _, c := range []struct {
			url, host, origin string
			want              int
		}{
			{url, "", "", 200}, {url, "localhost:1234", "", 200}, {url, "[::1]:9", "", 200}, {url, "example.com", "", 403}, {url, "127.0.0.1.example.com:80", "", 403},
			{root, "", "", 403}, {root + "socket", "", "", 403}, {root + guess, "", "", 403}, {root + token[1:], "", "", 403}, {url + "etc/passwd", "", "", 404},
			{url + "socket", "", "http://example.com", 403}, {url + "socket", "localhost:9", "http://127.0.0.1:9", 403}, {url + "socket", "localhost:9", "null", 403},
			{url + "socket", "localhost:9", "http://localhost:9", 101}, {root + guess + "socket", "localhost:9", "http://localhost:9", 403},
		} {
			if got := get(c.url, c.host, c.origin); got != c.want {
				t.Errorf("%s for %s from %q: %d, not %d", strings.Replace(c.url, token, "TOKEN/", 1), c.host, c.origin, got, c.want)
			}
		}
		first := s.connected()
		first.until("it is alone", func() bool { return first.role == role{true, 1} })
		for _, text := range []string{"{", strings.Repeat(" ", maxRequest+1)} {
			v := s.connected()
			if err := v.conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
				t.Error(err)
			}
			for err := error(nil); err == nil; {
				_, err = v.next()
			}
		}
		if refused := first.asked(live.Request{Do: "keys", Keys: &live.Keys{N: live.MaxKeys + 1}}, "a refusal", func() bool { return false }); !strings.Contains(refused, "at most") {
			t.Errorf("too many keys are refused with %q", refused)
		}
		first.until("it is alone", func() bool { return first.role == role{true, 1} })
		for range MaxViewers - 1 {
			s.connected()
		}
		first.until("all are there", func() bool { return first.role.Viewers == MaxViewers })
		if got := get(url+"socket", "localhost:9", "http://localhost:9"); got != 503 {
			t.Errorf("one more gets %d", got)
		}
	})
}

// When the program is told to end, viewers hear why, and a port in use is said.
func TestEnd(t *testing.T) {
	scene, data := search(t, "gen:grid,width=5,height=5")
	p, err := live.Open(scene, data)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	l, local, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Listen(l.Addr().String()); fault.Code(err) != int(fault.Usage) || !strings.Contains(err.Error(), "is in use") {
		t.Errorf("a port in use: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	heard := make(chan error, 1)
	err = Run(ctx, l, local, web.Page{Scene: scene, Served: "mirrors"}, p, func(url string) {
		go func() {
			v := (&site{TB: t, url: url}).connected()
			v.until("a frame", v.at(0))
			stop()
			for err := error(nil); ; {
				if _, err = v.next(); err != nil {
					heard <- err
					return
				}
			}
		}()
	})
	if err != nil {
		t.Errorf("a cancelled server ends with %v", err)
	}
	if err := <-heard; websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the viewer hears %v", err)
	}
	clocktest.Until(t, "the port is free", func() bool {
		l, err := net.Listen("tcp", l.Addr().String())
		if err == nil {
			l.Close()
		}
		return err == nil
	})
}

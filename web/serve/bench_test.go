package serve

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kernelscope/internal/clock"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// BenchmarkServe measures what two viewers of Near-Far on Delaware get: bytes and steps per second while it plays
// at 60 steps a second, and the time from a request for a step to the step's frame, with its greatest.
func BenchmarkServe(b *testing.B) {
	scene, data := search(b, "")
	served(b, scene, data, func(s *site) {
		v, other := s.connected(), s.connected()
		v.until("it drives", func() bool { return v.role.Drives && v.at(0)() })
		go func() {
			for err := error(nil); err == nil; {
				_, err = other.next()
			}
		}()
		bytes, steps, seconds := 0, 0, 0.0
		var waits []time.Duration
		for b.Loop() {
			v.asked(live.Request{Do: "seek"}, "the start", v.at(0))
			v.asked(live.Request{Do: "speed", At: 60}, "the speed", func() bool { return v.state.Time.Speed == 60 })
			from, begin := v.bytes, clock.Now()
			v.asked(live.Request{Do: "play"}, "300 steps", func() bool { return v.state.Runs[0].Event.Step >= 300 || v.state.Runs[0].Done })
			bytes, steps, seconds = bytes+v.bytes-from, steps+v.state.Runs[0].Event.Step, seconds+clock.Since(begin).Seconds()
			v.asked(live.Request{Do: "pause"}, "a pause", func() bool { return !v.state.Time.Playing })
			v.asked(live.Request{Do: "seek", Step: 100}, "step 100", v.at(100))
			for step := 101; step <= 150; step++ {
				begin := clock.Now()
				v.asked(live.Request{Do: "step", Step: 1}, fmt.Sprint("step ", step), v.at(step))
				waits = append(waits, clock.Since(begin))
			}
		}
		slices.Sort(waits)
		b.ReportMetric(float64(bytes)/seconds/1e6, "MB/s")
		b.ReportMetric(float64(steps)/seconds, "steps/s")
		b.ReportMetric(waits[len(waits)/2].Seconds()*1e3, "ms-median")
		b.ReportMetric(waits[len(waits)-1].Seconds()*1e3, "ms-most")
	})
}

// BenchmarkPicture measures a browser on the same map: the time from a request for a step to the picture of the step,
// which software draws.
func BenchmarkPicture(b *testing.B) {
	in := webtest.Browser(b)
	scene, data := search(b, "")
	served(b, scene, data, func(s *site) {
		p, closed := s.visit(in, 1280)
		defer closed()
		p.Do(`player.do({do: "seek", step: 100})`)
		p.step(100)
		n, sum, most := 0.0, 0.0, 0.0
		for b.Loop() {
			p.Do(`window.waits = null; (async () => {
				const out = [], draw = player.picture.draw.bind(player.picture);
				for (let i = 0; i < 30; i++) {
					const begin = performance.now(), step = player.state.runs[0].event.step + 1;
					await new Promise((done) => {
						player.picture.draw = (s, theme) => (draw(s, theme), s.runs[0].event.step === step && done());
						player.do({do: "step", step: 1});
					});
					out.push(performance.now() - begin);
				}
				player.picture.draw = draw;
				player.do({do: "seek", step: 100});
				window.waits = out;
			})()`)
			p.Until(`window.waits`)
			p.step(100)
			for _, ms := range webtest.Value[[]float64](p.Tab, `window.waits`) {
				n, sum, most = n+1, sum+ms, max(most, ms)
			}
		}
		b.ReportMetric(sum/n, "ms-mean")
		b.ReportMetric(most, "ms-most")
	})
}

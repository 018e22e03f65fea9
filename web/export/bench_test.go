package export

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"kernelscope/web/webtest"
)

// BenchmarkPages measures pages in a browser: their size, the time from the start of the script to the first
// picture, and the mean time of a step with the state and the arrays that a picture needs, without drawing.
func BenchmarkPages(b *testing.B) {
	in := webtest.Browser(b)
	for _, args := range []string{"-a nearfar", "-a frontier", "-a prepared --step 0", "-a coalesced", "-a pair", "gen:grid,width=60,height=40 -a nearfar", "-a radix -n 4096 --compare batcher", "-a scan -n 65536", "-a lookback -n 4096 --shape random", "gen:example -a coalesced -n 4", "lab:life"} {
		b.Run(strings.ReplaceAll(args, " ", "_"), func(b *testing.B) {
			path, s, _ := exported(b, strings.Fields(args)...)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			array := map[string]string{"paths": "states", "sorts": "cells", "sums": "sums", "clips": "links", "hops": "seen", "labs": "0"}[s.Family]
			if s.View != nil { // of a map
				array = "states"
			}
			first, step, n := 0.0, 0.0, 0.0
			for b.Loop() {
				p := visit(b, in, path, "", 1280)
				ready, err := strconv.ParseFloat(value[string](p, `document.documentElement.dataset.ready`), 64)
				if err != nil {
					b.Fatal(err)
				}
				step += value[float64](p, `(() => {
					const begin = performance.now();
					let n = 0;
					for (; n < 300 && !player.state.runs.every((r) => r.done); n++) {
						kernelscope.do('{"do":"step","step":1}');
						kernelscope.advance(0, 10);
						player.state = JSON.parse(kernelscope.state());
						for (const lane in player.state.runs) kernelscope.array(Number(lane), "`+array+`");
					}
					return (performance.now() - begin) / n;
				})()`)
				first, n = first+ready, n+1
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportMetric(first/n, "ms-to-picture")
			b.ReportMetric(step/n, "ms/step")
		})
	}
}

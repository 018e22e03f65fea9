package scene

import (
	"testing"

	"kernelscope/scene/graph"
)

func TestWritten(t *testing.T) {
	for _, c := range []struct {
		m    Map
		dist uint32
		want string
	}{
		{Map{Metric: graph.ByTime}, 37250, "1:02:05 h"},
		{Map{Metric: graph.ByLength}, 12345, "1.2 km"},
		{Map{Metric: graph.ByWeight}, 241, "241"},
		{Map{Metric: graph.ByWeight, Scale: 100}, 241, "2.41"},
	} {
		if got := c.m.Written(c.dist); got != c.want {
			t.Errorf("%d by %s: %q, want %q", c.dist, c.m.Metric, got, c.want)
		}
	}
}

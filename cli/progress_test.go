package cli

import (
	"strings"
	"testing"
	"time"
)

// Long work says after two seconds how long it takes, and then every ten seconds; short work says
// nothing.
func TestLines(t *testing.T) {
	begin := time.Unix(0, 0)
	for name, c := range map[string]struct {
		seconds float64 // of all work
		want    []string
	}{
		"short": {9, nil},
		"long":  {40, []string{"5 % after 0:02 min, about 0:38 min left: work", "30 % after 0:12 min, about 0:28 min left: work", "55 % after 0:22 min, about 0:18 min left: work", "80 % after 0:32 min, about 0:08 min left: work"}},
	} {
		var out strings.Builder
		l := newLines(&out, begin)
		for s := 0.0; s < c.seconds; s += 0.5 {
			l.tell(begin.Add(time.Duration(s*float64(time.Second))), s/c.seconds, "work")
		}
		if got := strings.TrimSpace(out.String()); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: it says\n%s\nnot\n%s", name, got, strings.Join(c.want, "\n"))
		}
	}
}

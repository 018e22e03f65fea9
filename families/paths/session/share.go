package session

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// MaxShare is the greatest share of its own speed that a road can have, in percent.
const MaxShare = 200

// ShareOf returns the speed of a road relative to its own in percent, or zero if it is closed.
func ShareOf(r *Road) float64 {
	if r.Closed {
		return 0
	}
	return 100 / r.Factor
}

// SetShare returns the action that sets the speed of a road relative to its own in percent. Zero
// closes it.
func SetShare(r *Road, percent float64) watch.Action {
	switch percent = math.Round(percent); {
	case percent <= 0:
		return CloseRoad{Lines: r.Lines}
	case percent == 100:
		return ResetRoads{Lines: r.Lines}
	}
	return ScaleRoad{Lines: r.Lines, Factor: 100 / min(MaxShare, percent)}
}

// Title describes a road of a map by its class and length, because not all maps have names.
func (r *Road) Title(m *scene.Map) string {
	name := r.Class.String()
	name = string(name[0]-'a'+'A') + name[1:]
	switch {
	case m.Metric == graph.ByWeight:
		return "Line of the graph"
	case r.Metres < 1000:
		return fmt.Sprintf("%s, %.0f m", name, r.Metres)
	}
	return fmt.Sprintf("%s, %.2f km", name, r.Metres/1000)
}

// Sign returns the text of the sign at a change that closes nothing: the speed or, with share, its share of the road's
// own speed in percent.
func (c Change) Sign(share bool) string {
	switch {
	case c.KMH > 0:
		return fmt.Sprintf("%.0f", c.KMH)
	case share:
		return fmt.Sprintf("%.0f %%", 100/c.Factor)
	}
	return fmt.Sprintf("x%.3g", c.Factor)
}

// Repeated returns the actions that make changes again.
func Repeated(changes []Change) (out []watch.Action) {
	for _, c := range changes {
		switch {
		case c.Closed:
			out = append(out, CloseRoad{Lines: c.Lines})
		case c.KMH > 0:
			out = append(out, SetRoadSpeed{Lines: c.Lines, KMH: c.KMH})
		default:
			out = append(out, ScaleRoad{Lines: c.Lines, Factor: c.Factor})
		}
	}
	return out
}

// Units of values of --road, and the prefix of line numbers.
const (
	KMH      = "km/h"
	Times    = "x"
	LineMark = "lines:"
)

// Text returns the value of --road that repeats a change of a map.
func (c Change) Text(m *scene.Map) string {
	number, to := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }, "0"
	switch {
	case c.KMH > 0:
		to = number(c.KMH) + KMH
	case c.Factor > 0:
		to = Times + number(c.Factor)
	}
	return linesText(m, c.Lines) + "=" + to
}

// linesText formats line numbers in order, followed by the number of lines of the map. Another map
// has other numbers, and usually another number of lines.
func linesText(m *scene.Map, lines []uint32) string {
	var spans []string
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end] == lines[end-1]+1 {
			end++
		}
		span := strconv.Itoa(int(lines[i]))
		if end > i+1 {
			span += "-" + strconv.Itoa(int(lines[end-1]))
		}
		spans, i = append(spans, span), end
	}
	return fmt.Sprintf("%s%s/%d", LineMark, strings.Join(spans, ","), len(m.Lines))
}

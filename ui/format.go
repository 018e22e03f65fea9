package ui

import (
	"fmt"
	"strconv"

	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Thousands writes a number in groups of three digits.
func Thousands[N ~int | ~int32 | ~uint32 | ~uint64 | ~int64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Clock writes seconds as minutes and seconds, or as hours too.
func Clock(seconds float64) string {
	s := int(seconds + 0.5)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d min", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d h", s/3600, s/60%60, s%60)
}

// Distance writes a distance of a map in what it is measured in.
func Distance(m *scene.Map, dist uint32) string {
	switch m.Metric {
	case graph.ByTime:
		return Clock(float64(dist) / 10)
	case graph.ByLength:
		return fmt.Sprintf("%.1f km", float64(dist)/1e4)
	}
	return strconv.FormatFloat(m.Given(dist), 'f', -1, 64)
}

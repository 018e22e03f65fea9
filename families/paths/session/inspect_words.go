package session

import (
	"fmt"
	"strings"

	"kernelscope/internal/format"
	"kernelscope/scene/graph"
)

// NodeInWords describes the state and the distance of a node.
func (n *Snapshot) NodeInWords(i *Inspection) string {
	text := n.Lanes()[i.Lane].Algorithm.About().States[i.Node.State]
	if text == "" {
		text = "reached"
	}
	if d := i.Node.Distance; d != graph.Unreached {
		text += ", " + n.Map.Written(d) + " from the source"
	}
	if d := i.Node.Ahead; d != graph.Unreached {
		text += ", " + n.Map.Written(d) + " to the target"
	}
	return text
}

// StepsInWords describes when a node was reached; it is empty if that is unknown.
func (n *NodeInspection) StepsInWords() string {
	switch {
	case n.Reached == 0:
		return ""
	case n.Settled == n.Reached || n.Settled == 0:
		return fmt.Sprintf("reached in step %s", format.Thousands(n.Reached))
	}
	return fmt.Sprintf("reached in step %s, last distance in step %s", format.Thousands(n.Reached), format.Thousands(n.Settled))
}

// RoadInWords describes a road, except for its name.
func (n *Snapshot) RoadInWords(r *RoadInspection) string {
	if n.Map.Metric == graph.ByWeight {
		return "a line of the graph"
	}
	words := []string{r.Class.String()}
	if r.Metres >= 1000 {
		words = append(words, fmt.Sprintf("%.1f km", r.Metres/1000))
	} else {
		words = append(words, fmt.Sprintf("%.0f m", r.Metres))
	}
	if r.Closed {
		words = append(words, "closed")
	} else if r.KMH > 0 && n.Map.Metric == graph.ByTime {
		words = append(words, fmt.Sprintf("%.0f km/h", r.KMH))
	}
	if r.OneWay {
		words = append(words, "one-way")
	}
	return strings.Join(words, ", ")
}

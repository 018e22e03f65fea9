package command

import (
	"math/rand/v2"

	"kernelscope/cli"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// rankHelp is the help of --rank.
const rankHelp = "choose the target by its Dijkstra rank, the number of nodes that Dijkstra's algorithm settles before it, such as 2^16"

// rankOf parses --rank; zero means none. It refuses --target together with it.
func rankOf(text, target string) (int, error) {
	if text == "" {
		return 0, nil
	}
	if target != "" && target != "random" {
		return 0, cli.Usage("--rank chooses the target: omit --target %s", target)
	}
	rank, err := cli.Count("--rank", text)
	if err == nil && rank < 1 {
		err = cli.Usage("--rank is %d; the nearest node has rank 1", rank)
	}
	return rank, err
}

// ranked returns a query of a Dijkstra rank from a place or from a random node.
func ranked(m *scene.Map, finder *place.Finder, source string, rank int, rnd *rand.Rand) (j job, err error) {
	from := uint32(graph.NoNode)
	if source != "random" {
		if j.source, err = finder.Find(source, rnd); err != nil {
			return j, cli.PlaceError(err)
		}
		from = j.source.Node
	}
	if j.Query, err = measure.OfRank(m.Graph, from, rank, rnd); err == nil {
		j.source.Node, j.target.Node = j.Source, j.Target
	}
	return j, err
}

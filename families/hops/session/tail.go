package session

import (
	"context"

	"kernelscope/compute/bfs"
)

// tail is the work of an expansion, by workgroup.
type tail struct {
	at    int // the step before it
	edges []uint32
}

// readTail reads the work of the next expansion, or keeps the work of the last one.
func (s *Subject) readTail() (err error) {
	const most = 1 << 20 // words of rows, which are read
	switch now := s.known[s.at]; {
	case now.Phase == bfs.Expand && s.tail.at == s.at-1:
		return nil
	case now.Phase != bfs.Identify || s.graph.Nodes()*s.steps.Words() > most:
		s.tail = tail{}
		return nil
	}
	s.tail.at = s.at
	s.tail.edges, err = s.steps.Tail(context.Background())
	return err
}

package prepared

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	files "kernelscope/internal/source"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Key identifies the network that an order is for: its topology and places, not its
// weights.
type Key [sha256.Size]byte

// version changes when orders are computed differently.
const version = "kernelscope order 1\n"

// KeyOf returns the key of a network.
func KeyOf(g *graph.Graph, places []geom.Point) (k Key) {
	h := sha256.New()
	_, _ = io.WriteString(h, version) // a hash takes everything
	for _, list := range [][]uint32{g.FirstOut, g.Head} {
		_, _ = h.Write(bytesOf(list))
	}
	for _, p := range places {
		_, _ = h.Write(bytesOf([]uint32{uint32(p.X), uint32(p.Y)}))
	}
	h.Sum(k[:0])
	return k
}

// Cache stores orders in the files of a folder, one per network. Without a folder it stores
// nothing.
type Cache struct{ Dir string }

// UserCache returns the cache of the current user.
func UserCache() (Cache, error) {
	dir, err := os.UserCacheDir()
	return Cache{filepath.Join(dir, "kernelscope")}, err
}

// Path returns the file of a key.
func (c Cache) Path(k Key) string { return filepath.Join(c.Dir, fmt.Sprintf("order-%x.bin", k[:16])) }

// Made describes how the fronts of a network were made.
type Made struct {
	*Fronts
	Path      string        // of the file that keeps the order; empty without one
	Bytes     int64         // of that file
	FromCache bool          // the order was kept
	Order     time.Duration // to make the order, or to read it
	Lists     time.Duration // to make the fronts of it
	// Problem is the reason that a stored order was not used, or that the order was not stored;
	// nil if there is none.
	Problem error
}

// Fronts returns the fronts of a map from its stored order or, if that is missing or damaged,
// from a new one, which is stored.
func (c Cache) Fronts(ctx context.Context, m *scene.Map, how Making) (*Made, error) {
	how.Places = PlacesOf(m)
	key := KeyOf(m.Graph, how.Places)
	made := &Made{}
	if c.Dir != "" {
		made.Path = c.Path(key)
	}
	begin, order, err := time.Now(), (*Order)(nil), fs.ErrNotExist
	if !how.Again {
		order, err = load(made.Path, key, m.Graph.Nodes())
	}
	if err == nil {
		made.FromCache = true
		if err = made.finish(m.Graph, order, begin); err == nil || !errors.Is(err, fault.Input) {
			return made, err
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		made.Problem = fmt.Errorf("%s is not used: %w", made.Path, err)
	}
	made.FromCache, begin = false, time.Now()
	if order, err = NewOrder(ctx, m.Graph, how); err != nil {
		return nil, err
	}
	if err = made.finish(m.Graph, order, begin); err != nil {
		return nil, err
	}
	if err := made.save(key, order); err != nil {
		made.Problem = errors.Join(made.Problem, fmt.Errorf("the order is not stored: %w", err))
	}
	return made, nil
}

// Kept returns the fronts of a map from its stored order; ok is false if there is no usable
// one.
func (c Cache) Kept(m *scene.Map) (made *Made, ok bool) {
	key := KeyOf(m.Graph, PlacesOf(m))
	made = &Made{Path: c.Path(key), FromCache: true}
	begin := time.Now()
	order, err := load(made.Path, key, m.Graph.Nodes())
	if err == nil {
		err = made.finish(m.Graph, order, begin)
	}
	return made, err == nil
}

// finish makes the fronts of an order that was begun at a time.
func (m *Made) finish(g *graph.Graph, o *Order, begin time.Time) (err error) {
	m.Order = time.Since(begin)
	m.Fronts, err = NewFronts(g, o)
	m.Lists, m.Bytes = time.Since(begin)-m.Order, int64(sizeOf(o.Fronts(), len(o.Node)))
	return err
}

// A file has the version, the key, the numbers of fronts and nodes, the lists of the
// order, and a checksum of all that.
func sizeOf(fronts, nodes int) int {
	return len(version) + len(Key{}) + 4*(2+fronts+fronts+1+nodes) + sha256.Size
}

// save writes the file of an order, if there is to be one.
func (m *Made) save(k Key, o *Order) error {
	if m.Path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(m.Path), 0o755); err != nil {
		return err
	}
	b := append([]byte(version), k[:]...)
	for _, list := range [][]uint32{{uint32(o.Fronts()), uint32(len(o.Node))}, o.Parent, o.First, o.Node} {
		b = append(b, bytesOf(list)...)
	}
	sum := sha256.Sum256(b)
	return output.Regular(m.Path, func(w io.Writer) error {
		_, err := w.Write(append(b, sum[:]...))
		return err
	})
}

func load(path string, k Key, nodes int) (*Order, error) {
	b, err := files.Read(path, int64(sizeOf(nodes, nodes)))
	if err != nil {
		return nil, err
	}
	return parse(b, k, nodes)
}

// parse reads an order. NewFronts checks whether it fits the network.
func parse(b []byte, k Key, nodes int) (*Order, error) {
	if len(b) < sizeOf(0, 0) || !bytes.HasPrefix(b, []byte(version)) {
		return nil, errors.New("it does not begin as an order of this version does")
	}
	body, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if of := sha256.Sum256(body); !bytes.Equal(of[:], sum) {
		return nil, errors.New("its checksum is wrong")
	}
	body = body[len(version):]
	if !bytes.Equal(body[:len(k)], k[:]) {
		return nil, errors.New("it is for another network")
	}
	words := wordsOf(body[len(k):])
	fronts := int(words[0])
	if int(words[1]) != nodes || fronts > nodes || len(b) != sizeOf(fronts, nodes) {
		return nil, errors.New("its size is wrong")
	}
	words = words[2:]
	return &Order{Parent: words[:fronts:fronts], First: words[fronts : 2*fronts+1 : 2*fronts+1], Node: words[2*fronts+1:]}, nil
}

// wordsOf is the inverse of bytesOf.
func wordsOf(b []byte) []uint32 {
	words := make([]uint32, len(b)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return words
}

// Package tomlfile reads TOML files that people write: its errors begin with the place, FILE:LINE:COLUMN.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"kernelscope/internal/fault"
)

// Position is a position in a file.
type Position struct {
	File         string
	Line, Column int // from 1
}

// Errorf returns an error of kind fault.Input that begins with the place.
func (p Position) Errorf(text string, args ...any) error {
	return fault.Input.Errorf("%s:%d:%d: %w", p.File, p.Line, p.Column, fmt.Errorf(text, args...))
}

// Places are where the keys of a file are, such as "shot[0].step[2].until".
type Places struct {
	file string
	keys map[string]Position
}

// Of returns the place of a key, or of the table that lacks it.
func (p Places) Of(key string) Position {
	for {
		if at, ok := p.keys[key]; ok {
			return at
		}
		i := strings.LastIndexAny(key, ".[")
		if i < 0 {
			return Position{p.file, 1, 1}
		}
		key = key[:i]
	}
}

// Decode decodes the text of a file. Keys that no field has are errors.
func Decode(name string, text []byte, into any) (Places, error) {
	p := Places{name, map[string]Position{}}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		e := unknown.Errors[0]
		line, column := e.Position()
		key := strings.Join(e.Key(), ".")
		if len(key) > maxKey {
			key = key[:maxKey] + "…"
		}
		return p, Position{name, line, column}.Errorf("there is no key %q", key)
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		return p, Position{name, line, column}.Errorf("%s", strings.TrimPrefix(wrong.Error(), "toml: "))
	case err != nil:
		return p, Position{name, 1, 1}.Errorf("%w", err)
	}
	p.note(text)
	return p, nil
}

// maxKey is how much of a key is in a message, in bytes.
const maxKey = 100

// note finds the keys of a file that was decoded.
func (p Places) note(text []byte) {
	var parser unstable.Parser
	parser.Reset(text)
	lines := []int{0} // where each begins
	for i, b := range text {
		if b == '\n' {
			lines = append(lines, i+1)
		}
	}
	table, count := "", map[string]int{}
	for parser.NextExpression() {
		n := parser.Expression()
		key, first := name(n), n
		for it := n.Key(); it.Next(); {
			first = it.Node()
			break
		}
		line, found := slices.BinarySearch(lines, int(first.Raw.Offset))
		if !found {
			line--
		}
		switch n.Kind {
		case unstable.ArrayTable:
			array := numbered(key, count)
			table = fmt.Sprintf("%s[%d]", array, count[array])
			count[array]++
			key = table
		case unstable.Table:
			table = numbered(key, count)
			key = table
		default:
			key = strings.TrimPrefix(table+"."+key, ".")
		}
		p.keys[key] = Position{p.file, line + 1, int(first.Raw.Offset) - lines[line] + 1}
	}
}

// name is the key of an expression.
func name(n *unstable.Node) string {
	var parts []string
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, ".")
}

// numbered puts the number of the last table of an array after each part but the last one that
// is an array.
func numbered(key string, count map[string]int) string {
	parts := strings.Split(key, ".")
	out := parts[0]
	for _, part := range parts[1:] {
		if n := count[out]; n > 0 {
			out = fmt.Sprintf("%s[%d]", out, n-1)
		}
		out += "." + part
	}
	return out
}

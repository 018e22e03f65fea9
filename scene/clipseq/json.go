package clipseq

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/scene/gen"
)

// ReadJSON returns the bytes of a JSON file, plain or gzipped: a text that ReadFile would read as JSON. Errors wrap
// fault.Input or fault.Limit, or are the context's.
func ReadJSON(ctx context.Context, path string) ([]byte, error) {
	var text bytes.Buffer
	err := unzipped(ctx, path, func(in *bufio.Reader, begin []byte, budget *source.Budget, size int64) error {
		if syntaxOf(path, begin) != jsonSyntax {
			return fault.Input.Errorf("it is not JSON, the only text that a device reads")
		}
		if err := budget.Take(size); err != nil {
			return err
		}
		text.Grow(int(size) + bytes.MinRead)
		_, err := text.ReadFrom(in)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, source.Named(path, err)
	}
	return text.Bytes(), nil
}

// ParseJSON reads the brackets of a text as ReadFile reads JSON, whatever it begins with. Errors wrap fault.Input, or are the
// context's.
func ParseJSON(ctx context.Context, text []byte) (Sequence, error) {
	s, err := readDocument(ctx, bufio.NewReaderSize(bytes.NewReader(text), 1<<16), jsonSyntax, nil)
	switch {
	case ctx.Err() != nil:
		return Sequence{}, ctx.Err()
	case err != nil:
		return Sequence{}, fault.Input.Errorf("the sequence of clips cannot be read: %w", err)
	}
	return s, nil
}

// Located returns elements as a sequence of a document, given the ascending places of their brackets, in bytes from 0.
func Located(text []byte, elements, places []uint32) Sequence {
	s := Sequence{Elements: elements, Origins: make([]Origin, len(places)), Marks: make([]byte, len(places))}
	next, at := Origin{1, 1}, uint32(0)
	if bytes.HasPrefix(text, byteOrderMark) {
		at = uint32(len(byteOrderMark))
	}
	for i, place := range places {
		for ; at < place; at++ {
			next = next.after(text[at])
		}
		s.Origins[i], s.Marks[i] = next, text[place]
	}
	return s
}

// JSON describes the parameters of gen:json,…; GenerateJSON uses them.
func JSON() gen.Spec {
	return gen.Spec{Name: "json", Help: "a JSON text, read as its brackets", Params: []gen.Param{
		{Name: "bytes", Help: "length of the text", Default: "2^20", Max: 1<<32 - 1},
		{Name: "kind", Help: "kind of text", Default: "records", Type: gen.Word, Words: []string{"records", "escapes", "deep", "comments"}}, gen.Seed(),
	}}
}

// GenerateJSON makes the text for complete values of JSON: an array of records; an array of arrays of a string with brackets, quotes
// and runs of backslashes; nested arrays; or records with comments, which JSON does not have. Spaces follow up to its length. Errors wrap fault.Limit, or are the context's.
func GenerateJSON(ctx context.Context, v gen.Values) ([]byte, error) {
	n, rnd := v.Number("bytes"), rand.New(rand.NewPCG(v.Seed(), 5))
	if err := source.Need(int64(n), "the text"); err != nil {
		return nil, err
	}
	text := make([]byte, 0, n)
	room := func(some int) bool { return len(text)+some <= n }
	switch kind := v["kind"]; {
	case !room(2):
	case kind == "deep":
		text = append(bytes.Repeat([]byte("["), n/2), bytes.Repeat([]byte("]"), n/2)...)
	default:
		text = append(text, '[')
		var item []byte
		for i := 0; ; i++ {
			if item = item[:0]; i%(1<<12) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if i > 0 {
				item = append(item, ",\n"...)
			}
			if item = appendItem(item, kind, i, rnd); !room(len(item) + len("]")) {
				break
			}
			text = append(text, item...)
		}
		text = append(text, ']')
	}
	return append(text, bytes.Repeat([]byte(" "), n-len(text))...), nil
}

func appendItem(item []byte, kind string, i int, rnd *rand.Rand) []byte {
	switch kind {
	case "escapes":
		item = append(item, `["`...)
		for range rnd.IntN(8) {
			item = append(item, bytes.Repeat([]byte(`\`), 2*rnd.IntN(1<<rnd.IntN(9)))...)
			item = append(item, []string{`[`, `}`, `\"`, `\"]`, `a/b`, `{`}[rnd.IntN(6)]...)
		}
		return append(item, `"]`...)
	case "comments":
		item = append(item, []string{"", "// ]\n", "/* \" */"}[rnd.IntN(3)]...)
	}
	item = strconv.AppendInt(append(item, `{"id":`...), int64(i), 10)
	item = fmt.Appendf(item, `,"name":"node \"%x\"","tags":["a[0]","b\\"],"at":[%d.%03d,-%d.%03d]`, rnd.Uint32(), rnd.IntN(90), rnd.IntN(1000), rnd.IntN(180), rnd.IntN(1000))
	if depth := rnd.IntN(12); depth < 6 {
		item = append(item, `,"parts":`...)
		item = append(item, bytes.Repeat([]byte(`[{"part":`), depth)...)
		item = append(append(item, "null"...), bytes.Repeat([]byte("}]"), depth)...)
	}
	return append(item, '}')
}

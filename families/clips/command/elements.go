package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernelscope/compute/clip"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// elementFormat writes elements line by line. There may be millions of them, so lines are appended
// to a reused slice.
type elementFormat interface {
	head(line []byte) []byte
	element(line []byte, i int) []byte
}

// elementFormats maps file name extensions to formats.
var elementFormats = map[string]func(*open.Clips, clip.Result) elementFormat{
	".json": jsonElements, ".jsonl": jsonElements, ".csv": csvElements,
}

func jsonElements(in *open.Clips, r clip.Result) elementFormat { return jsonFormat{found{in, r}} }
func csvElements(in *open.Clips, r clip.Result) elementFormat  { return csvFormat{found{in, r}} }

// writeElements writes n elements, unless ctx is done earlier.
func writeElements(ctx context.Context, w io.Writer, f elementFormat, n int) error {
	out := bufio.NewWriterSize(w, 1<<16)
	line := f.head(nil)
	for i := range n {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line = f.element(line, i)
		if _, err := out.Write(line); err != nil {
			return err
		}
		line = line[:0]
	}
	if _, err := out.Write(line); err != nil { // writes the head even without elements
		return err
	}
	return out.Flush()
}

// found is the input and the result of a run.
type found struct {
	in *open.Clips
	r  clip.Result
}

// box returns the resolved box of an element. A pop after which no push is open has none, since
// nothing is cut there.
func (f found) box(i int) (b clipseq.Box, ok bool) {
	if f.r.Boxes == nil {
		return b, false
	}
	b = f.r.Boxes[i]
	return b, f.in.Elements[i]&clipseq.KindMask != clipseq.Pop || b != clipseq.Everything
}

// origin returns the position of an element in its drawing, if it comes from one.
func (f found) origin(i int) (o clipscene.Origin, ok bool) {
	if f.in.Scene == nil {
		return o, false
	}
	return f.in.Scene.Origins[f.in.Scene.Elements[i].Origin], true
}

// appendNumber appends the shortest decimal that parses back to x.
func appendNumber(line []byte, x float32) []byte {
	return strconv.AppendFloat(line, float64(x), 'g', -1, 32)
}

type jsonFormat struct{ found }

func (jsonFormat) head(line []byte) []byte { return line }

func (f jsonFormat) element(line []byte, i int) []byte {
	line = strconv.AppendInt(append(line, `{"type":"element","index":`...), int64(i), 10)
	line = append(append(append(line, `,"kind":"`...), clipseq.KindName(f.in.Elements[i])...), `","link":`...)
	if link := f.r.Links[i]; link != clip.None {
		line = strconv.AppendUint(line, uint64(link), 10)
	} else {
		line = append(line, "null"...)
	}
	if b, ok := f.box(i); ok {
		mark := byte('[')
		line = append(line, `,"box":`...)
		for _, x := range b {
			line = appendNumber(append(line, mark), x)
			mark = ','
		}
		line = append(line, ']')
	} else {
		line = append(line, `,"box":null`...)
	}
	if o, ok := f.origin(i); ok {
		line = appendText(line, "tag", o.Tag)
		line = appendText(line, "id", o.ID)
		line = appendText(line, "clip", o.Clip)
		line = strconv.AppendInt(append(line, `,"line":`...), int64(o.Line), 10)
	}
	if in := f.in; in.Origins != nil {
		o := in.Origins[i]
		line = append(append(append(line, `,"mark":"`...), in.Marks[i]), '"') // marks need no escape
		line = fmt.Appendf(line, `,"line":%d,"column":%d`, o.Line, o.Column)
	}
	return append(line, '}', '\n')
}

// appendText appends a JSON field unless text is empty.
func appendText(line []byte, name, text string) []byte {
	if text == "" {
		return line
	}
	quoted, _ := json.Marshal(text) // marshalling a string cannot fail
	return append(append(append(append(line, `,"`...), name...), `":`...), quoted...)
}

type csvFormat struct{ found }

func (f csvFormat) head(line []byte) []byte {
	line = append(line, "index,kind,link,left,top,right,bottom"...)
	if f.in.Scene != nil {
		line = append(line, ",tag,id,clip,line"...)
	}
	if f.in.Origins != nil {
		line = append(line, ",mark,line,column"...)
	}
	return append(line, '\n')
}

func (f csvFormat) element(line []byte, i int) []byte {
	line = append(strconv.AppendInt(line, int64(i), 10), ',')
	line = append(append(line, clipseq.KindName(f.in.Elements[i])...), ',')
	if link := f.r.Links[i]; link != clip.None {
		line = strconv.AppendUint(line, uint64(link), 10)
	}
	b, ok := f.box(i)
	for _, x := range b {
		if line = append(line, ','); ok {
			line = appendNumber(line, x)
		}
	}
	if o, ok := f.origin(i); ok {
		for _, text := range []string{o.Tag, o.ID, o.Clip} {
			line = appendCell(append(line, ','), text)
		}
		line = strconv.AppendInt(append(line, ','), int64(o.Line), 10)
	}
	if in := f.in; in.Origins != nil {
		line = fmt.Appendf(line, ",%c,%d,%d", in.Marks[i], in.Origins[i].Line, in.Origins[i].Column)
	}
	return append(line, '\n')
}

// appendCell appends a CSV cell, quoted according to RFC 4180.
func appendCell(line []byte, text string) []byte {
	text = format.Cell(text)
	if !strings.ContainsAny(text, "\",\r\n") {
		return append(line, text...)
	}
	return append(append(append(line, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}

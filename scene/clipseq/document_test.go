package clipseq

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernelscope/internal/fault"
)

// readText writes a file and reads it.
func readText(t *testing.T, name, text string) (Sequence, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadFile(ctx, path)
}

// marksAt describes elements as "mark line:column".
func marksAt(s Sequence) (out []string) {
	for i := range s.Elements {
		out = append(out, fmt.Sprintf("%c%v", s.Marks[i], s.Origins[i]))
	}
	return out
}

func TestDocuments(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `{"a": [1, "]\"]\\", {}]}`, "{1:1 [1:7 {1:21 }1:22 ]1:23 }1:24"},
		{"a.json", "[\"é\\u005d\",\t[\n]// ]\n/* /* ] */]", "[1:1 [1:13 ]2:1 ]3:11"},
		{"a.json", "\ufeff}{", "}1:1 {1:2"},
		{"no ending", "[\"(\"]", "[1:1 ]1:5"},
		{"a.json", "42", ""},
		{"a.json", "", ""},
		{"a.go", "package a // (\nvar r, s = '{', `(\n\\`+\"\\\"(\" /* ( /* */ + ')' /*/ ) */ + f('\\'', ')')", "(3:39 )3:49"},
		{"main", "// (\n/* ) */\npackage a\n\nfunc f() {}\n", "(5:7 )5:8 {5:10 }5:11"},
		{"a.c", "char *s = \"(\\\n)\", c = '('; // it's (\n'\n{ 1'0 } \n}", "{4:1 }5:1"},
		{"a.md", "It's \"(quoted)\" [here]: http://a.b/(c) 5\" (not\n)", "[1:17 ]1:22 (1:36 )1:38 )2:1"},
		{"a.lisp", "(f (x))", "(1:1 (1:4 )1:6 )1:7"},
		{"a.xml", "<?xml a='>'?>\n<a><!-- <b> --><b c=\">\" d = '/>'/><![CDATA[</a>]]]></a >", "<2:1 .2:16 >2:52"},
		{"a.xml", "<!DOCTYPE a [<!ENTITY b \"<c>\"><!-- it's > --><?d '?>]>\n<é:b/><a></a>", ".2:1 <2:7 >2:10"},
		{"a", "<a>1 < 2 </ <b/></a></c>", "<1:1 .1:13 >1:17 >1:21"},
		{"a.xml", "<a b='c'/></A><br>", ".1:1 >1:11 <1:15"},
		{"a.html", "<!doctype html>\n<p a=/b/>it's <br><IMG src='>'></img><svg/></p>", "<2:1 .2:15 .2:19 .2:38 >2:44"},
		{"a", "<!-- it's --> <!DOCTYPE HTML><script>if (a<b) '</scripts>' + \"<p>\"</SCRIPT ><title></p></title>", "<1:30 >1:67 <1:77 >1:88"},
	} {
		s, err := readText(t, c.name, c.text)
		if got := strings.Join(marksAt(s), " "); err != nil || got != c.want || s.Check() != nil {
			t.Errorf("%s, %q: %s (%v), want %s", c.name, c.text, got, err, c.want)
		}
	}
}

func TestDocumentErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.json", "[\n  \"a\n]", "line 2, column 3: a string begins here and does not end"},
		{"a.json", `["\"]`, "line 1, column 2: a string"},
		{"a.json", "[\"a\\\n\"]", "line 1, column 2: a string"},
		{"a.json", "[ /* ] */ /*/ ]", "line 1, column 11: a comment"},
		{"a.go", "package a\nvar a = `(\n", "line 2, column 9: a raw string"},
		{"a.go", "package a\nvar a = '(\n'", "line 2, column 9: a string"},
		{"a.xml", "<a>\n<!-- --", "line 2, column 1: a comment"},
		{"a.xml", "<a><![CDATA[ ]]", "line 1, column 4: a CDATA section"},
		{"a.xml", "<a\n b='>", "line 2, column 4: the value of an attribute"},
		{"a.xml", "<a b", "line 1, column 1: a tag"},
		{"a.xml", "<a></a", "line 1, column 4: a tag"},
		{"a.xml", "<!DOCTYPE a [<b>", "line 1, column 1: a declaration"},
		{"a.xml", "<!DOCTYPE 'a", "line 1, column 11: a string"},
		{"a.xml", "<?a >", "line 1, column 1: an instruction"},
		{"a.html", "<p><script></p>", "line 1, column 4: the element script"},
		{"a.md", "words", "there are no brackets"},
		{"a.bin", "\x89PNG\r\n\x1a\n\x00\x00", "line 3, column 1: there is a zero byte: it is not text"},
		{"a.xml.gz", "\x1f\x8b", "a.xml.gz: "},
	} {
		if s, err := readText(t, c.name, c.text); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.want) || s.Elements != nil {
			t.Errorf("%s, %q: %v, want %q", c.name, c.text, err, c.want)
		}
	}
}

// A small compressed file that stands for many brackets is refused, long before it fills the memory.
func TestDenseDocument(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range 1 << 8 {
		z.Write(bytes.Repeat([]byte("[]"), 1<<16)) //nolint:errcheck // a buffer cannot fail
	}
	z.Close()
	if _, err := readText(t, "a.json.gz", b.String()); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "memory") {
		t.Errorf("%d bytes for 2^25 brackets: %v", b.Len(), err)
	}
}

// Random documents of many pieces have the brackets that the readers of the standard library find, at the same places.
// Their tokens may be in any order where the other reader allows it.
func TestDocumentsAgainstLibrary(t *testing.T) {
	const documents = 300
	for name, c := range map[string]struct {
		begin, end string
		pieces     []string
		read       func(text string) ([]string, error)
	}{
		"a.go":   {"package a\n", "\n", []string{"(", ")", "[", "]", "{", "}", " ", "\n", "//(\n", "/*{*/", "/*/*[*/", `"("`, `"\")"`, `"\\"`, "'('", `'\''`, "'\"'", "`(\"\n\\`", "é", "a/b", "*", "/"}, goMarks},
		"a.xml":  {"<r>", "</r>", []string{"<a>", "</a>", "<b/>", "<b />", `<a b=">">`, "<a b='/>'/>", "<a b = \"'\" c='\"' >", "<!--<a>-->", "<!-- - ->\n -->", "<![CDATA[</a>]]]]>", "<?p <a> ?>", "text\n", "é'\"", "&lt;", "/>"}, xmlMarks},
		"a.json": {"[0", "]", nil, jsonMarks},
	} {
		for seed := range uint64(documents) {
			r := rand.New(rand.NewPCG(seed, 1))
			text := c.begin
			for range r.IntN(60) {
				if c.pieces != nil {
					text += c.pieces[r.IntN(len(c.pieces))]
				} else {
					text += "," + randomJSON(r, 4)
				}
			}
			text += c.end
			want, unfinished := c.read(text)
			s, err := readText(t, name, text)
			if unfinished != nil && strings.Contains(unfinished.Error(), "not terminated") {
				if err == nil {
					t.Fatalf("%s, %q: %v, and it is read", name, text, unfinished)
				}
				continue
			}
			if got := marksAt(s); err != nil || unfinished != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s, seed %d, %q:\n%v (%v), want\n%v", name, seed, text, got, err, want)
			}
		}
	}
}

// randomJSON returns a value with spaces between its tokens.
func randomJSON(r *rand.Rand, depth int) string {
	space := []string{"", " ", "\n", "\t\r\n"}[r.IntN(4)]
	text := []string{`"]"`, `"\""`, `"\\"`, `"[\u0022{\\\""`, `"é//"`, "-1.5e3", "null", `"/*"`}[r.IntN(8)]
	switch kind := r.IntN(3); {
	case depth == 0 || kind == 0:
		return space + text
	case kind == 1:
		return space + "[" + randomJSON(r, depth-1) + "," + randomJSON(r, depth-1) + space + "]"
	default:
		return "{" + space + `"}"` + space + ":" + randomJSON(r, depth-1) + "}"
	}
}

// at returns the line and the column of a byte.
func at(text string, offset int) string {
	before := text[:offset]
	return fmt.Sprintf("%d:%d", strings.Count(before, "\n")+1, len([]rune(before[strings.LastIndex(before, "\n")+1:]))+1)
}

func goMarks(text string) (out []string, err error) {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	s.Init(file, []byte(text), func(_ token.Position, message string) {
		if strings.Contains(message, "not terminated") {
			err = errors.New(message)
		}
	}, 0)
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return out, err
		case token.LPAREN, token.RPAREN, token.LBRACK, token.RBRACK, token.LBRACE, token.RBRACE:
			out = append(out, tok.String()+at(text, file.Offset(pos)))
		}
	}
}

func jsonMarks(text string) (out []string, _ error) {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if delim, ok := tok.(json.Delim); ok {
			out = append(out, delim.String()+at(text, int(d.InputOffset())-1))
		}
	}
}

func xmlMarks(text string) (out []string, _ error) {
	d := xml.NewDecoder(strings.NewReader(text))
	closed := false // the end of a tag that ends itself comes next
	for {
		begin := int(d.InputOffset())
		tok, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		switch tok.(type) {
		case xml.StartElement:
			mark := "<"
			if closed = strings.HasSuffix(text[:d.InputOffset()], "/>"); closed {
				mark = "."
			}
			out = append(out, mark+at(text, begin))
		case xml.EndElement:
			if !closed {
				out = append(out, ">"+at(text, begin))
			}
			closed = false
		}
	}
}

// Damaged documents, of any bytes: the brackets are those that remain when a regular expression has removed the strings
// and the comments, or one of them does not end.
func TestDamagedDocuments(t *testing.T) {
	skipped := regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\[^\n])*\"|//[^\n]*|(?s:/\\*.*?\\*/)")
	open := regexp.MustCompile("\"|/\\*")
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		text := "["
		for range r.IntN(20) {
			text += []string{"[", "]", "{", "}", "\"", "\"", "\\", "\\\"", "/", "*", "\n", " ", "é", "\xff"}[r.IntN(14)]
		}
		rest := skipped.ReplaceAllString(text, " ")
		s, err := readText(t, "a.jsonc", text)
		if damaged := open.MatchString(rest); damaged != (err != nil) || damaged && !strings.Contains(err.Error(), "does not end") {
			t.Fatalf("seed %d, %q: %v, and %q is left", seed, text, err, rest)
		}
		if want := regexp.MustCompile(`[^][{}]`).ReplaceAllString(rest, ""); err == nil && string(s.Marks) != want {
			t.Fatalf("seed %d, %q: %s, want %s", seed, text, s.Marks, want)
		}
	}
}

func FuzzDocument(f *testing.F) {
	endings := []string{".json", ".html", ".xml", ".go", ".c", ".md"}
	f.Add(byte(0), `{"a": "\"]"}`)
	f.Add(byte(1), "<!doctype html><p><script>'</p>'</script><br>")
	f.Add(byte(2), "<!DOCTYPE a [<!ENTITY b '>'>]><a b='>'/>")
	f.Add(byte(3), "package a\nvar a = `(`")
	f.Fuzz(func(t *testing.T, ending byte, text string) {
		s, err := readText(t, "a"+endings[int(ending)%len(endings)], text)
		if err != nil {
			if !errors.Is(err, fault.Input) {
				t.Fatal(err)
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(text, "\n")
		for i, o := range s.Origins {
			if o.Line < 1 || int(o.Line) > len(lines) || o.Column < 1 || i > 0 && !less(s.Origins[i-1], o) {
				t.Fatalf("%q: element %d is at %v", text, i, o)
			}
		}
	})
}

func less(a, b Origin) bool { return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column }

package clipseq

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A syntax tells which brackets of a text are skipped: those in strings and comments. It knows nothing else of a language.
type syntax struct {
	endings  []string // of file names
	quotes   string   // each begins a string within a line, in which \ hides the next character
	raw      string   // each begins a string of any number of lines, in which \ hides nothing
	comments bool     // from // to the end of the line, and from /* to */
	lenient  bool     // a string ends with its line at the latest; otherwise that is an error
	tags     bool     // the brackets are the tags of XML
	html     bool     // the tags are HTML's: some have no end, and some have contents without tags
}

var (
	jsonSyntax = &syntax{endings: []string{".json", ".jsonl", ".ndjson", ".geojson", ".jsonc"}, quotes: `"`, comments: true}
	goSyntax   = &syntax{endings: []string{".go"}, quotes: `"'`, raw: "`", comments: true}
	xmlSyntax  = &syntax{endings: []string{".xml", ".xhtml", ".xsd", ".xsl"}, tags: true}
	htmlSyntax = &syntax{endings: []string{".html", ".htm"}, tags: true, html: true}
	cSyntax    = &syntax{endings: []string{".c", ".h", ".cc", ".cpp", ".hpp", ".java", ".glsl", ".comp"}, quotes: `"'`, comments: true, lenient: true}
	textSyntax = &syntax{quotes: `"`, lenient: true} // of all other text: apostrophes and // are common in it

	syntaxes = []*syntax{jsonSyntax, goSyntax, xmlSyntax, htmlSyntax, cSyntax}
)

var (
	goBegin   = regexp.MustCompile(`^(?s:\s|//[^\n]*\n|/\*.*?\*/)*package[ \t]+\w+[ \t]*(?:;|//|/\*|\r?\n)`)
	jsonBegin = regexp.MustCompile(`^\s*(?:\{\s*["{}]|\[\s*(?:[]"{[\d-]|true|false|null))`)
	htmlBegin = regexp.MustCompile(`(?i)^\s*(?:<!--(?s:.*?)-->\s*)*<(?:!doctype\s+html|html)[\s>]`)
)

// byteOrderMark is what some editors begin UTF-8 with.
var byteOrderMark = []byte("\ufeff")

// IsDocument reports whether a file that begins with head is JSON or Go by its contents, or by its name JSON, Go, XML,
// HTML or a language with the comments of C: a text whose brackets ReadFile reads as a sequence.
func IsDocument(path string, head []byte) (byContents, byName bool) {
	head = bytes.TrimPrefix(head, byteOrderMark)
	return jsonBegin.Match(head) || goBegin.Match(head), syntaxOfName(path) != nil
}

// syntaxOf returns the syntax of a file that begins with head; nil for the text form of sequences.
func syntaxOf(path string, head []byte) *syntax {
	head = bytes.TrimPrefix(head, byteOrderMark)
	named := syntaxOfName(path)
	switch {
	case isTextForm(head):
		return nil
	case bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")):
		if named == htmlSyntax || htmlBegin.Match(head) {
			return htmlSyntax
		}
		return xmlSyntax
	case goBegin.Match(head):
		return goSyntax
	case jsonBegin.Match(head):
		return jsonSyntax
	case named != nil:
		return named
	}
	return textSyntax
}

func syntaxOfName(path string) *syntax {
	ending := filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz"))
	if i := slices.IndexFunc(syntaxes, func(s *syntax) bool { return slices.Contains(s.endings, ending) }); i >= 0 {
		return syntaxes[i]
	}
	return nil
}

// isTextForm reports whether the first line with an element begins with a word of ( ) . alone, as the text form does. It
// is true if there is no such line.
func isTextForm(head []byte) bool {
	for line := range bytes.Lines(head) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		if words := bytes.Fields(line); len(words) > 0 {
			return len(bytes.Trim(words[0], "().")) == 0
		}
	}
	return true
}

package format

import (
	"errors"
	"strings"
)

// Shell joins words to a line that a POSIX shell divides into the same words.
func Shell(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord quotes a word, if a shell would change it.
func shellWord(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// ParseShell divides a line into words as a POSIX shell does, but expands nothing. What follows
// a # at the beginning of a word is a comment.
func ParseShell(line string) (words []string, err error) {
	var word strings.Builder
	begun, quote := false, byte(0)
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'':
			if i++; i == len(line) {
				return nil, errors.New("a backslash ends the line")
			}
			begun = true
			word.WriteByte(line[i])
		case quote == 0 && (c == '\'' || c == '"'):
			begun, quote = true, c
		case quote == 0 && c == '#' && !begun:
			return words, nil
		case quote == 0 && strings.IndexByte(" \t\r\n", c) >= 0:
			end()
		default:
			begun = true
			word.WriteByte(c)
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	end()
	return words, nil
}

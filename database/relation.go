//go:build duckdb

package database

import (
	"strings"

	"kernelscope/database/pgq"
	"kernelscope/internal/fault"
)

// relation converts the argument of a function (the name of a table, view or file, or a query) to
// text that can follow FROM. A query may end in a comment.
func relation(text string) string {
	text = strings.TrimSpace(text)
	word := strings.ToUpper(text)
	if i := strings.IndexFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' }); i >= 0 {
		word = word[:i]
	}
	switch word {
	case "SELECT", "FROM", "WITH", "VALUES", "TABLE":
		if len(word) < len(text) {
			return "(" + text + "\n)"
		}
	case "":
		if strings.HasPrefix(text, "(") {
			return text + "\n"
		}
	}
	if name, ok := pgq.Qualified(text); ok { // query_table would ignore a schema main
		return name
	}
	return "query_table(" + pgq.Text(text) + ")"
}

// inner is like clean, for an error of a query made by a function: it removes the position, and
// wraps fault.Input if the error has no kind.
func inner(err error) error {
	if err == nil {
		return nil
	}
	text, _, _ := strings.Cut(clean(err).Error(), "\n\nLINE ")
	if fault.Code(err) == 0 {
		err = fault.Input.Errorf("%w", err)
	}
	return cleaned{err, text}
}

// clean removes the library's prefix from an error and leaves DuckDB's text.
func clean(err error) error {
	if err == nil {
		return nil
	}
	return cleaned{err, strings.NewReplacer("database/sql/driver: API error: ", "", "database/sql/driver: ", "").Replace(err.Error())}
}

// cleaned is an error with a different text.
type cleaned struct {
	error
	text string
}

func (c cleaned) Error() string { return c.text }

func (c cleaned) Unwrap() error { return c.error }

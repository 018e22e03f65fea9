//go:build duckdb

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"

	"kernelscope/database"
	"kernelscope/database/pgq"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
)

const help = `Statements end with a semicolon. Ctrl-C cancels a statement, or empties the line.
.timer on|off       time of each statement, and its share on the device
.mode table|csv|json
.tables             lists tables and views
.help  .quit`

// interactive reads statements from a terminal until the end of input.
func (a *app) interactive(s *database.Session) error {
	line := liner.NewLiner()
	defer line.Close()
	line.SetCtrlCAborts(true)
	line.SetMultiLineMode(true)
	past := historyFile()
	const most = 1 << 24
	if b, err := source.Read(past, most); err == nil {
		_, _ = line.ReadHistory(bytes.NewReader(b)) // ignores an unreadable history
	}
	fmt.Fprintln(a.out, "kernelscope-sql, DuckDB with paths searched on a GPU; .help lists commands")
	pending := ""
	for {
		prompt := "sql> "
		if pending != "" {
			prompt = "  …> "
		}
		typed, err := line.Prompt(prompt)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			pending = ""
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(a.out)
			return keep(line, past)
		case err != nil:
			return err
		}
		if pending == "" && strings.HasPrefix(strings.TrimSpace(typed), ".") {
			line.AppendHistory(typed)
			if quit := a.dot(s, strings.Fields(typed)); quit {
				return keep(line, past)
			}
			continue
		}
		statements, left := pgq.Split(pending + typed + "\n")
		if pending = left; pgq.Blank(left) {
			pending = ""
		}
		for _, statement := range statements {
			line.AppendHistory(strings.Join(strings.Fields(statement), " ") + ";")
			a.try(func(ctx context.Context) error { return a.one(ctx, s, statement) })
		}
	}
}

// try runs f and prints its error, without ending the prompt.
func (a *app) try(f func(context.Context) error) {
	select { // discards an old signal, which must not cancel f
	case <-a.signals:
	default:
	}
	switch err := a.until(f); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.errs, "cancelled")
	case err != nil:
		fmt.Fprintf(a.errs, "error: %v\n", err)
	}
}

// dot executes a command of the prompt.
func (a *app) dot(s *database.Session, words []string) (quit bool) {
	argument := ""
	if len(words) == 2 {
		argument = words[1]
	}
	switch {
	case words[0] == ".quit" || words[0] == ".exit":
		return true
	case words[0] == ".timer" && (argument == "on" || argument == "off"):
		a.timer = argument == "on"
	case words[0] == ".mode" && a.format.Set(argument) == nil:
	case words[0] == ".tables":
		a.try(func(ctx context.Context) error {
			return a.one(ctx, s, "SELECT table_name AS name, lower(table_type) AS kind FROM information_schema.tables ORDER BY ALL")
		})
	default:
		fmt.Fprintln(a.out, help)
	}
	return false
}

// historyFile returns the file that keeps statements between prompts.
func historyFile() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "kernelscope", "sql-history")
}

// keep writes the history to a file.
func keep(line *liner.State, path string) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return output.Regular(path, func(w io.Writer) error {
		_, err := line.WriteHistory(w)
		return err
	})
}

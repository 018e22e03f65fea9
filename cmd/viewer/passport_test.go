package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A passport of the software device tells that its loops end early, is read again, and is a page.
func TestPassport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page, kept := filepath.Join(dir, "me.html"), filepath.Join(dir, "me.jsonl")
	out, errs, code := viewer(t, nil, "passport", "--kernels", "3", "--instances", "4096", "--json", "-o", page)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	checkJSON(t, documented(t), "passport", false, strings.Split(strings.TrimSpace(out), "\n"))
	if !strings.Contains(out, "a loop of 65,536 rounds has 65,535") || !strings.Contains(out, "MP, buffers, order: device") {
		t.Errorf("the passport: %s", out)
	}
	html, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(html), "1 fault was found.") || strings.Contains(string(html), "<no value>") {
		t.Errorf("the page: %v: %.400s", err, html)
	}
	if err := os.WriteFile(kept, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	text, errs, code := viewer(t, nil, "passport", "--kernels", "1", "--instances", "4096", "--against", kept)
	if code != 0 || !strings.Contains(text, "against llvmpipe") || strings.Count(text, " | ") < 40 || !strings.Contains(text, "FAULT: ") {
		t.Errorf("exit code %d: %s%s", code, text, errs)
	}
}

func TestPassportRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	head := `{"type":"passport","schema":1,"version":"x","device":"a","driver":"b","date":"2026-11-28"}` + "\n"
	for name, text := range map[string]string{
		"empty": "", "text": "hello", "other": `{"type":"meta"}`, "row": head + `{"type":"measured","value":"many"}`, "strange": head + `{"type":"x"}`,
		"long": head + strings.Repeat(`{"type":"measured"}`+"\n", 2000), "huge": head + `{"type":"measured","name":"` + strings.Repeat("a", 2<<20) + `"}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, errs, code := viewer(t, nil, "passport", "--against", path); code != exitInput || !strings.Contains(errs, "line ") || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("%s: exit code %d: %s%s", name, code, out, errs)
		}
	}
	for _, c := range []refusal{
		{"no kernels", nil, "passport --kernels 0", exitUsage, "at least 1"},
		{"instances", nil, "passport --instances -1", exitUsage, "not negative"},
		{"no file", nil, "passport --against missing.jsonl", exitInput, "missing.jsonl"},
		{"an argument", nil, "passport H100", exitUsage, ""},
	} {
		if _, stderr, code := viewer(t, c.env, strings.Fields(c.args)...); code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
	}
}

package web

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"kernelscope/web/live"
)

// A page has all its parts, and texts of a person do not end them.
func TestPage(t *testing.T) {
	p, err := Find(t.Context(), false, false, ".")
	if err != nil {
		t.Fatal(err)
	}
	const nasty = `</script><script>alert(1)</script>`
	var out bytes.Buffer
	page := Page{Name: nasty, Title: nasty, Version: "1.0", Scene: live.Scene{Family: live.Sums, Runs: []live.Run{{Algorithm: "scan"}}, Keys: &live.Keys{N: 9}, Caption: nasty}}
	if err := page.Write(&out, p); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if len(text) > 4_000_000 {
		t.Errorf("it has %d bytes", len(text))
	}
	if strings.Contains(text, nasty) || strings.Contains(text, "{{") {
		t.Error("a text of a person is a part of the page, or a part is missing")
	}
	for _, part := range []string{"class MapPicture", "globalThis.Go = class", "#page {", `id="program">`, `"laneText":["#`, "connect-src", "default-src 'none'"} {
		if found := strings.Contains(text, part); found == (part == "connect-src") {
			t.Errorf("the page has %q: %v", part, found)
		}
	}
}

// A viewer without a checkout says what to do, unless it holds the program.
func TestFind(t *testing.T) {
	if _, err := built.ReadFile("built/" + CodeFile); err == nil {
		t.Skip("this program holds the program of pages")
	}
	for _, release := range []bool{false, true} {
		if _, err := Find(t.Context(), release, false, t.TempDir()); err == nil || !strings.Contains(err.Error(), "make build") {
			t.Errorf("release %v: %v", release, err)
		}
	}
}

// The player stays small.
func TestSize(t *testing.T) {
	sum := 0
	err := fs.WalkDir(player, "player", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(player, path)
		n := bytes.Count(b, []byte("\n"))
		if sum += n; n > 400 {
			t.Errorf("%s has %d lines", path, n)
		}
		return err
	})
	if err != nil || sum > 3000 {
		t.Errorf("the player has %d lines, %v", sum, err)
	}
}

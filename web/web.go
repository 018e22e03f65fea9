// Package web writes pages that run: one HTML file with a player in JavaScript, the prepared input, and the
// program, which is package live compiled to WebAssembly by package bridge. Labs have a program of their own, with
// their interpreter alone (build tag labs).
//
// The program has two megabytes, too many to commit with each change, and go build alone must build a viewer
// from a clean clone. So the program comes from one of two places:
//
//   - In a checkout, the go command builds it when a page is written. This takes seconds the first time, and a
//     second later. The program is never older than the sources.
//   - A viewer that is used without its checkout embeds it: go generate ./web, which make build and make release
//     run first, writes it to the folder built, whose contents are embedded but not committed. A release uses only
//     the embedded program: a checkout beside it may have another version.
//
// If there is neither, the error says what to do. The compiler's glue (wasm_exec.js) depends on the version of
// the compiler, and comes from the same places.
package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/color"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"kernelscope/render"
	"kernelscope/web/live"
)

//go:generate go run ./generate

//go:embed player
var player embed.FS

// Page is what a page holds.
type Page struct {
	Name    string   // of the file, for tabs and bookmarks
	Title   string   // heading; if empty, the runs and their input
	Theme   string   // the name of a theme; empty for the reader's own
	Version string   // of the program
	Params  []string // that have controls; nil for all
	Scene   live.Scene
	Data    []byte // that live.Open takes
	Tour    *Tour  // nil for none
	// Recorded says that Data is a recording, as Record makes it, and the page has no program.
	Recorded bool
	// Served names the device of a run that a socket feeds the page from: the page has neither program nor data. It
	// is empty for a page that runs by itself.
	Served string
}

// Tour is a guided tour: scenes of one family, on one map, and the stops where they are shown.
type Tour struct {
	Scenes []live.Scene `json:"scenes"` // the first one is the page's
	Stops  []Stop       `json:"stops"`
}

// Stop is a moment to which a scene plays, and where it waits.
type Stop struct {
	Caption string      `json:"caption"`
	Scene   int         `json:"scene"`
	From    float64     `json:"from"` // on the clock
	To      float64     `json:"to"`
	Seconds float64     `json:"seconds"` // from one to the other; it jumps if zero
	Frame   *[4]float64 `json:"frame"`   // as in live.Scene, at the end
}

// scripts are the parts of the player in order.
var scripts = []string{"util.js", "roads.js", "map.js", "onmap.js", "sort.js", "clips.js", "hops.js", "lab.js", "panel.js", "plot.js", "recording.js", "socket.js", "tour.js", "player.js", "boot.js"}

// Write writes a page.
func (p Page) Write(w io.Writer, program Program) error {
	scene, err := json.Marshal(map[string]any{
		"scene": p.Scene, "theme": p.Theme, "themes": themes(), "widths": render.Widths, "version": p.Version, "params": p.Params, "title": p.Title, "tour": p.Tour, "recorded": p.Recorded, "served": p.Served,
	})
	if err != nil {
		return err
	}
	data, err := compressed(p.Data)
	if err != nil {
		return err
	}
	script := ""
	for _, name := range scripts {
		script += file(name)
	}
	connect := ""
	if p.Served != "" {
		connect = "; connect-src 'self'"
	}
	parts := map[string]string{
		"title": html.EscapeString(p.Name), "style": file("style.css"), "script": script, "exec": string(program.Exec),
		"scene":   string(scene), // json.Marshal escapes what would end the element
		"connect": connect, "data": encoded(data), "program": encoded(program.Code),
	}
	for text := range strings.SplitSeq(file("index.html"), "{{") {
		name, rest, found := strings.Cut(text, "}}")
		if !found {
			name, rest = "", text
		}
		if _, err := io.WriteString(w, parts[name]+rest); err != nil {
			return err
		}
	}
	return nil
}

// file returns a file of the player.
func file(name string) string {
	b, err := player.ReadFile("player/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// compressed returns data as a browser unpacks it.
func compressed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// encoded returns data as the text of an element, after its length: a file that was cut says so.
func encoded(data []byte) string {
	text := base64.StdEncoding.EncodeToString(data)
	return strconv.Itoa(len(text)) + ":" + text
}

// themes returns the colours of all themes, by the names of their fields.
func themes() (all []map[string]any) {
	for _, t := range render.Themes {
		colours := map[string]any{"name": t.Name, "isLight": t.IsLight}
		v := reflect.ValueOf(*t)
		for i := range v.NumField() {
			name := []rune(v.Type().Field(i).Name)
			name[0] = unicode.ToLower(name[0])
			switch f := v.Field(i); {
			case f.Type() == reflect.TypeFor[color.RGBA]():
				colours[string(name)] = hex(f.Interface().(color.RGBA))
			case f.Kind() == reflect.Array:
				var list []string
				for k := range f.Len() {
					list = append(list, hex(f.Index(k).Interface().(color.RGBA)))
				}
				colours[string(name)] = list
			}
		}
		trees, hops := render.TreesOf(t), render.HopsOf(t)
		colours["palettes"] = map[string]any{
			live.Trees: map[string]any{"states": list(trees.States[:]), "ramp": list(trees.Ramp[:]), "inside": hex(trees.Inside), "boundary": hex(trees.Boundary), "known": hex(trees.Known)},
			"losses":   map[string]any{"states": list(trees.States[:]), "ramp": list(trees.Losses[:]), "inside": hex(trees.Inside), "boundary": hex(trees.Boundary)},
			live.Hops:  map[string]any{"states": list(hops.States[:]), "ramp": list(hops.Ramp[:]), "up": hex(render.Upward(t))},
		}
		all = append(all, colours)
	}
	return all
}

// list writes colours.
func list(all []color.RGBA) (out []string) {
	for _, c := range all {
		out = append(out, hex(c))
	}
	return out
}

func hex(c color.RGBA) string {
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// errNoProgram says how to get a program.
var errNoProgram = errors.New("this viewer holds no program for pages: run it in a checkout of kernelscope with the go command, or build it by 'make build'")

// Find returns the program for pages: built in a checkout around a folder or, for a release and where there
// is no checkout, the one that the viewer holds. labs is as for Build.
func Find(ctx context.Context, release, labs bool, folders ...string) (Program, error) {
	if root := checkout(folders); root != "" && !release {
		return Build(ctx, root, labs)
	}
	return embedded(labs)
}

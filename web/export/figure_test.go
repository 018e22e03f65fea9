package export

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"kernelscope/web/webtest"
)

// hosted serves a page, the element, and a document around it, and opens the document. It returns the prefix of the
// page's globals.
func hosted(t *testing.T, page, document string) (p *tab, inside string) {
	t.Helper()
	files := http.NewServeMux()
	files.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><html><body>", document, "</body></html>")
	})
	for name, path := range map[string]string{"/near-far.html": page, "/kernelscope-figure.js": "../figure/kernelscope-figure.js"} {
		files.HandleFunc(name, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) })
	}
	s := httptest.NewServer(files)
	t.Cleanup(s.Close)
	in := webtest.Browser(t)
	const frame = `document.querySelector("kernelscope-figure")?.shadowRoot?.querySelector("iframe").contentWindow`
	p = &tab{webtest.Visit(t, in, s.URL, s.URL, frame+`?.document.documentElement?.dataset.ready`, 1000)}
	return p, frame + "."
}

// The element shows the step and the parameters of its attributes, follows them without loading the page again, and says
// what the page does not have.
func TestFigure(t *testing.T) {
	webtest.Browser(t)
	page, _, _ := exported(t, "gen:grid,width=20,height=15", "-a", "nearfar")
	p, inside := hosted(t, page, `<script type="module" src="kernelscope-figure.js"></script><kernelscope-figure src="near-far.html" delta="512" step="7" title="A search"></kernelscope-figure>`)
	shows := func(step, delta int) {
		t.Helper()
		p.Until(fmt.Sprintf(`%[1]splayer.state.runs[0].event.step === %[2]d && %[1]splayer.state.runs[0].params[0].value === %[3]d`, inside, step, delta))
	}
	shows(7, 512)
	p.Do(`Object.assign(` + strings.TrimSuffix(inside, ".") + `, {mark: 1})`)
	p.Do(`const f = document.querySelector("kernelscope-figure"); f.setAttribute("delta", 900); f.setAttribute("step", 3)`)
	shows(3, 900)
	p.Do(`document.querySelector("kernelscope-figure").setAttribute("step", "end")`)
	p.Until(inside + `player.state.runs[0].right && ` + inside + `mark === 1`)
	if got := value[[]float64](p, `(() => { const r = document.querySelector("kernelscope-figure").getBoundingClientRect(); return [r.width, r.height]; })()`); got[1] < 480 || got[0]/got[1] > 1.51 {
		t.Errorf("the figure has %v pixels", got)
	}
	p.Do(`document.querySelector("kernelscope-figure").setAttribute("detla", 3)`)
	p.Until(inside + `document.getElementById("problem").textContent.includes("detla")`)
	p.Check()
}

// The cells of the notebook for Jupyter, whose text Python formats, and of the one for Observable use the element as it is.
func TestNotebooks(t *testing.T) {
	webtest.Browser(t)
	var book struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	text := read(t, "../../docs/examples/figure.ipynb")
	if err := json.Unmarshal(text, &book); err != nil {
		t.Fatal(err)
	}
	html := regexp.MustCompile(`(?s)HTML\(f"""(.*)"""\)`).FindStringSubmatch(strings.Join(book.Cells[1].Source, ""))
	if html == nil {
		t.Fatal("the notebook has no cell of HTML")
	}
	document := strings.NewReplacer("{element}", string(read(t, "../figure/kernelscope-figure.js")), "{files}", ".").Replace(html[1])
	page, _, _ := exported(t, "-a", "nearfar")
	p, inside := hosted(t, page, document)
	p.Until(inside + `player.state.runs[0].event.step === 150`)
	p.Check()

	cells := strings.Split(string(read(t, "../../docs/examples/figure.observable.md")), "```js\n")
	tag := regexp.MustCompile("html`(.*)`").FindStringSubmatch(cells[5])
	if len(cells) != 7 || tag == nil {
		t.Fatalf("the notebook has %d cells", len(cells)-1)
	}
	steps := strings.NewReplacer("figure.", `document.querySelector("kernelscope-figure").`, `"delta", delta`, `"delta", 512`, `"step", step`, `"step", 20`).Replace(strings.TrimSuffix(strings.TrimSpace(cells[6]), "```"))
	loads := `<script type="module">import "./kernelscope-figure.js"; const page = URL.createObjectURL(new Blob([await (await fetch("near-far.html")).text()], {type: "text/html"}));
		document.body.innerHTML += ` + "`" + tag[1] + "`;" + steps + `</script>`
	p, inside = hosted(t, page, loads)
	p.Until(inside + `player.state.runs[0].event.step === 20 && ` + inside + `player.state.runs[0].params[0].value === 512`)
}

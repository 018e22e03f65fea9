package export

import (
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/studio"
)

// servedBy runs 'viewer serve' until it has printed an address, whose page is read.
func servedBy(t *testing.T, args ...string) (page, stdout, stderr string, err error) {
	t.Helper()
	app := &cli.App{Program: studio.Program{Version: "development"}}
	c := Serve(app)
	app.AddFlags(c)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, problems strings.Builder
	c.SetArgs(args)
	c.SetErr(&problems)
	c.SetOut(writer(func(b []byte) {
		out.Write(b)
		go func() {
			defer stop()
			answer, err := http.Get(regexp.MustCompile(`http://\S+/`).FindString(string(b)))
			if err != nil {
				return
			}
			defer answer.Body.Close()
			text, _ := io.ReadAll(answer.Body)
			page = string(text)
		}()
	}))
	err = c.ExecuteContext(ctx)
	<-ctx.Done()
	return page, out.String(), problems.String(), err
}

// writer hears what is written.
type writer func([]byte)

// Write hands it on.
func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

// The command prints the address of a page without program and data, warns where other machines can connect, and refuses
// what it cannot serve.
func TestServe(t *testing.T) {
	for _, args := range []string{"gen:grid,width=9,height=7 -a dijkstra", "-a radix -n 200 --compare batcher", "-a scan -n 300", "-a tree -n 300", "gen:example -a rows -n 4", "lab:life --set side=16"} {
		page, out, problems, err := servedBy(t, append(strings.Fields(args), "--backend", "ref", "--listen", "127.0.0.1:0")...)
		if args[:4] == "lab:" { // whose kernels have no mirrors
			page, out, problems, err = servedBy(t, append(strings.Fields(args), "--backend", "simt", "--listen", "127.0.0.1:0")...)
		}
		if err != nil || problems != "" || !strings.Contains(out, "the host") || !strings.Contains(page, "connect-src 'self'") || len(page) > 200_000 {
			t.Errorf("%s: it says %q and %q, %v; the page has %d bytes", args, out, problems, err, len(page))
		}
	}
	if _, _, problems, err := servedBy(t, "-a", "scan", "--backend", "ref", "--listen", "0.0.0.0:0"); err != nil || !strings.Contains(problems, "is open to other machines") {
		t.Errorf("open to other machines, it says %q, %v", problems, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for args, says := range map[string]string{
		"-a scan --listen " + l.Addr().String(): "the port is in use", "-a scan --listen nowhere": "--listen nowhere", "../../assets/demos/near-far.toml": "is not served", "--theme odd": "--theme",
		"lab:life -n 3": "--keys is not for labs",
	} {
		c := Serve(&cli.App{})
		c.SetArgs(strings.Fields(args + " --backend ref"))
		c.SilenceUsage, c.SilenceErrors = true, true
		if err := c.ExecuteContext(t.Context()); fault.Code(err) != int(fault.Usage) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

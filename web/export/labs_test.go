package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/internal/fault"
	"kernelscope/web/live"
	"kernelscope/web/webtest"
)

// A page of a lab shows the buffers that a GPU has, step by step, back, and with other parameters.
func TestLab(t *testing.T) {
	in := webtest.Browser(t)
	path, scene, data := exported(t, "lab:life", "--set", "side=24,passes=30")
	if info, err := os.Stat(path); err != nil || info.Size() > 9_000_000 {
		t.Errorf("the page has %d bytes, %v", info.Size(), err)
	}
	q, p := outside(t, scene, data), visit(t, in, path, "", 1280)
	p.stepped(t, q)
	p.Do(`player.do({do: "seek", step: 3})`)
	settled(t, q, live.Request{Do: "seek", Step: 3})
	p.same(q, "back at step 3")
	p.Do(`player.do({do: "set", lane: 0, values: {side: 16}})`)
	settled(t, q, live.Request{Do: "set", Values: map[string]uint32{"side": 16}})
	p.Do(`player.do({do: "end"})`)
	p.Until(`player.state.runs[0].done && !player.state.busy`)
	settled(t, q, live.Request{Do: "end"})
	p.same(q, "at the end")
	if got, want := value[string](p, `kernelscope.command()`), "viewer lab lab:life --set passes=30 --set side=16 --step 30 -o step.png"; got != want {
		t.Errorf("the command is %q, not %q", got, want)
	}
	p.Until(`location.hash.includes("step':-1")`)
	again := visit(t, in, path, value[string](p, `location.hash`), 360)
	again.same(q, "at the address of the end")
	p.Check()
	again.Check()
}

// What a page cannot run of a lab is refused with its reason.
func TestLabRefusals(t *testing.T) {
	command := filepath.Join(t.TempDir(), "command.toml")
	if err := os.WriteFile(command, []byte("[[dispatch]]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		kind fault.Kind
		says string
	}{
		{"lab:odd", fault.Input, "there is no such lab"}, {"lab:life --set odd=3", fault.Usage, "the lab has the parameters"},
		{"lab:life -n 3", fault.Usage, "--keys is not for labs"}, {"lab:life --params odd", fault.Usage, `--params has "odd"`},
		{"lab:bfs", fault.Input, "is not shown outside the viewer"}, {command, fault.Input, "command.toml"},
	} {
		out := filepath.Join(t.TempDir(), "page.html")
		_, err := clitest.Run(t, func(a *cli.App) *cobra.Command { return Command(a, asIs) }, append([]string{out}, strings.Fields(c.args)...)...)
		if err == nil || fault.Code(err) != int(c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v (exit code %d), not %q", c.args, err, fault.Code(err), c.says)
		}
	}
}

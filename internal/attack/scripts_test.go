package attack

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are pieces of values that a shell must not carry out, and pieces around them.
var hostile = []string{"$(touch pwned)", "`touch pwned`", "; touch pwned;", "' touch pwned '", "\" ; touch pwned ; \"", "| touch pwned", "&& touch pwned",
	"> pwned", "${IFS}", "a b", "é", "#", "*", "~", "-x", "%d", "!!", "'\\''", "$'\\n'touch pwned", "x", "parts"}

// unprinted are pieces that are refused.
var unprinted = []string{"\ntouch pwned\n", "\r\ntouch pwned\n", "\\\ntouch pwned #", "\u202egpj", "\u2028touch pwned", "\x01"}

// stubs stand for the programs of a cluster: srun runs its command as two tasks, viewer does nothing.
var stubs = map[string]string{
	"srun":   "#!/bin/bash\nshift\nfor SLURM_LOCALID in 0 1; do export SLURM_LOCALID; \"$@\"; done\n",
	"viewer": "#!/bin/bash\n",
}

// TestScripts has a shell run scripts for Slurm with odd values, in an empty folder: nothing appears
// there but the folder of the output.
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	bin, root := t.TempDir(), t.TempDir()
	for name, text := range stubs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var all tally
	ran := make(chan bool, count(60, 2000))
	eachOf(t, cap(ran), func(i int) {
		r := random("scripts", i)
		odd := func() (s string) {
			for range 1 + r.IntN(3) {
				s += pick(r, hostile)
			}
			if r.IntN(20) == 0 {
				s += pick(r, unprinted)
			}
			return strings.ReplaceAll(s, "/", "")
		}
		folder := odd()
		args := []string{"batch", "slurm", "--parts=4", "--gpus=2", "--name=job"}
		for _, flag := range []string{"--name=", "--program=", "--time=", "--device="} {
			if r.IntN(6) == 0 {
				args = append(args, flag+odd())
			}
		}
		args = append(args, "--", "run", "table", odd()+".gr", "--sources="+odd(), "--output="+folder+"/"+odd()+".parquet")
		o := attempt{dir: root, args: args}.run(t)
		all.add(o)
		if p := o.problem(ok, usage); p != "" {
			t.Errorf("script %d, %q: %s", i, args, p)
		}
		if o.code != ok {
			return
		}
		ran <- true
		dir := t.TempDir()
		c := exec.CommandContext(t.Context(), "bash", "-c", o.out)
		c.Dir, c.Env = dir, []string{"PATH=" + bin + ":/usr/bin:/bin", "SLURM_ARRAY_TASK_ID=1"}
		said, _ := c.CombinedOutput() // programs with odd names do not exist
		_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if path != dir && path != filepath.Join(dir, folder) {
				t.Errorf("script %d, %q: makes %q: %s\n%s", i, args, path, said, o.out)
			}
			return err
		})
	})
	if len(ran) == 0 {
		t.Error("all scripts are refused")
	}
	t.Logf("%v; %d scripts ran", &all, len(ran))
}

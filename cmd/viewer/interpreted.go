package main

import (
	"context"
	"io"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/compute/simt/onsimt"
)

// interpreted carries out run commands on interpreters. Programs are used for one command after another: cobra keeps the
// completions of all flags that were ever made.
type interpreted struct {
	mu   sync.Mutex
	idle []program
}

type program struct {
	*app
	root *cobra.Command
}

// run carries out a run command, without output.
func (x *interpreted) run(ctx context.Context, i *onsimt.Interpreter, words []string) error {
	p, line := x.take(), append(append([]string{"run"}, words...), "--backend", "simt")
	c, _, err := p.root.Find(line)
	if err != nil {
		return err
	}
	c.SetContext(ctx) // cobra keeps the first one
	p.Interpreter = i
	p.root.SetArgs(line)
	err = p.root.ExecuteContext(ctx)
	p.Interpreter = nil
	c.Flags().Visit(reset)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.idle = append(x.idle, p)
	return err
}

// take returns a program that is idle, or a new one.
func (x *interpreted) take() (p program) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := len(x.idle); n > 0 {
		p, x.idle = x.idle[n-1], x.idle[:n-1]
		return p
	}
	p.app = newApp()
	p.root = p.command()
	p.root.SetOut(io.Discard)
	p.root.SetErr(io.Discard)
	return p
}

// reset gives a flag its default.
func reset(f *pflag.Flag) {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		_ = list.Replace(nil)
	} else {
		_ = f.Value.Set(f.DefValue)
	}
	f.Changed = false
}

package labload

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/compute/lab"
	"kernelscope/internal/fault"
)

// reference returns what computes the expected contents of a buffer by a program, which runs in the folder of the lab. Its last
// argument is a folder with NAME.npy for each buffer at the start; it writes the file of the buffer anew.
func (r *reader) reference(key string, in check) (func(context.Context, map[string][]uint32) ([]uint32, error), error) {
	if len(in.Command) == 0 || in.Command[0] == "" {
		return nil, r.wrong(key+".command", "a command is a program and its arguments")
	}
	for _, b := range r.out.Buffers {
		if filepath.Base(b.Name) != b.Name {
			return nil, r.wrong(key+".command", "the name of buffer %q cannot name a file", b.Name)
		}
	}
	shown := strings.Join(in.Command, " ")
	r.commands = append(r.commands, shown)
	folder, allowed, buffers := r.folder, r.allowed, r.out.Buffers
	return func(ctx context.Context, start map[string][]uint32) ([]uint32, error) {
		if !*allowed {
			return nil, fmt.Errorf("the command %q may not run; --allow-commands permits it", shown)
		}
		dir, err := os.MkdirTemp("", "kernelscope-*")
		if err != nil {
			return nil, fault.Output.Errorf("%w", err)
		}
		defer os.RemoveAll(dir)
		for _, b := range buffers {
			if err := os.WriteFile(filepath.Join(dir, b.Name+".npy"), numpyOf(start[b.Name], b.Type), 0o600); err != nil {
				return nil, fault.Output.Errorf("%w", err)
			}
		}
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		out := &limited{room: maxOutput}
		cmd := exec.CommandContext(ctx, in.Command[0], append(slices.Clone(in.Command[1:]), dir)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = folder, out, out
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", shown, err, lastLine(out.String()))
		}
		b, err := readFile(ctx, filepath.Join(dir, in.Equal+".npy"), maxData)
		if err != nil {
			return nil, err
		}
		words, err := numpy(b, typeOf(buffers, in.Equal))
		if err != nil {
			return nil, fmt.Errorf("%s: %s.npy: %w", shown, in.Equal, err)
		}
		return words, nil
	}, nil
}

// typeOf returns the type of a buffer that there is.
func typeOf(buffers []lab.Buffer, name string) lab.Type {
	return buffers[slices.IndexFunc(buffers, func(b lab.Buffer) bool { return b.Name == name })].Type
}

// lastLine returns the last line of a program's output, which usually names the fault.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// Package quest has faulty kernels for people to repair, and judges the repairs.
package quest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kernelscope/assets"
	"kernelscope/compute/lab"
	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open/labload"
)

// slow are the quests whose kernels are right, and must become cheap.
var slow = []string{"banks", "rows"}

// waste reports conflicts of banks, and sectors beyond the number that contiguous words need, or nothing.
func waste(c simt.LineCount) string {
	switch {
	case 10*c.Conflicts > c.Shared:
		return fmt.Sprintf("%s accesses of shared memory have %s conflicts of banks", format.Thousands(c.Shared), format.Thousands(c.Conflicts))
	case 4*c.Sectors > 5*c.MinSectors:
		return fmt.Sprintf("accesses of buffers touch %s sectors, where %s would do", format.Thousands(c.Sectors), format.Thousands(c.MinSectors))
	}
	return ""
}

// Trials is how many schedules, widths and memory orders a repair must withstand.
const Trials = 100

// Task returns what a quest's kernel should do: the comment above it.
func Task(name string) string {
	text, _ := assets.Labs.ReadFile("quests/" + name + ".comp")
	var out []string
	for line := range strings.Lines(string(text)) {
		if about, ok := strings.CutPrefix(line, "// "); ok {
			out = append(out, strings.TrimSpace(about))
		} else if len(out) > 0 {
			break
		}
	}
	return strings.Join(out, " ")
}

// Judge returns why the shader NAME.comp of a folder does not solve a quest, or nothing if it does. The error is the context's.
func Judge(ctx context.Context, name, folder string) (reason string, err error) {
	l, err := labload.ReadAnswer(ctx, name, folder)
	if err != nil {
		return err.Error(), ctx.Err()
	}
	if len(l.Checks) == 0 {
		return "", fmt.Errorf("quest %s has no checks", name)
	}
	for seed := range uint64(Trials) {
		o, err := prove.Try(ctx, seed, func(ctx context.Context, i *onsimt.Interpreter) error {
			i.Workgroup = 0 // the shader says how large its workgroups are
			return finish(ctx, l.Lab, i)
		})
		o.Wider = false // no dispatch is indirect
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return err.Error(), nil
		case errors.Is(o.Err, simt.ErrSteps):
			return fmt.Sprintf("it does not end (%v)", o.Setting), nil
		case o.Err != nil:
			return fmt.Sprintf("%s (%v)", brief(o.Err), o.Setting), nil
		}
	}
	if slices.Contains(slow, name) { // with subgroups of 32
		i, all := onsimt.New(32), simt.LineCount{}
		i.Machine.Observe.Counters = true
		if err := finish(ctx, l.Lab, i); err != nil {
			return brief(err), ctx.Err()
		}
		for _, kernel := range i.Kernels() {
			for _, c := range i.Lines(kernel) {
				all.Add(c)
			}
		}
		return waste(all), nil
	}
	return "", nil
}

// finish runs a lab on an interpreter, and evaluates its checks.
func finish(ctx context.Context, l *lab.Lab, i *onsimt.Interpreter) error {
	i.Until = ctx
	_, err := l.Finish(ctx, i.Backend(), nil)
	return err
}

// brief is an error without the words that all have.
func brief(err error) string {
	_, text, ok := strings.Cut(err.Error(), fault.Wrong.Error()+": ")
	if !ok {
		return err.Error()
	}
	return text
}

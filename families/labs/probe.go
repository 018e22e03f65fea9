package labs

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"

	"kernelscope/internal/fault"
)

// isProbe is set in the environment of a process that runs a module to see whether the driver survives it.
const isProbe = "KERNELSCOPE_PROBE"

// probing is how long a module may run in a probe. Then the driver has compiled it.
const probing = 10 * time.Second

// setProbe sets the probe once: programs may be made on several goroutines.
var setProbe sync.Once

// probe returns what runs a module alone in a process of the program; nil in a probe.
func probe(executable string) func(ctx context.Context, path string) error {
	if executable == "" || os.Getenv(isProbe) != "" {
		return nil
	}
	return func(ctx context.Context, path string) error {
		inner, cancel := context.WithTimeout(ctx, probing)
		defer cancel()
		c := exec.CommandContext(inner, executable, "run", "lab", path)
		c.Env = append(os.Environ(), isProbe+"=1", "GOTRACEBACK=crash")
		err := c.Run()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case inner.Err() == nil && errors.As(err, &exit) && !exit.Exited():
			return fault.Input.Errorf("%s: the driver crashes on the module (%v); spirv-val names the fault (package spirv-tools)", path, exit)
		}
		return nil // errors of other kinds come again
	}
}

package studio

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/host"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// Backend names the backend of algorithms, one of Backends. Its zero value is the GPU.
type Backend string

// Backends are the names that --backend allows.
var Backends = []string{"gpu", "ref", "simt", "lockstep"}

const (
	onRef      Backend = "ref"
	onSimt     Backend = "simt"
	inLockstep Backend = "lockstep"
)

// BackendHelp is the help of --backend.
const BackendHelp = `where kernels run: gpu; ref, their mirrors on the host; simt, an interpreter on the host; or
lockstep, gpu and ref (or simt: --against simt), with all buffers compared after every dispatch. The first difference, reported with its kernel, dispatch and
buffer, ends the program with exit code 5. Lockstep waits after each dispatch, so it cannot
detect a missing barrier. Drawing is neither mirrored nor compared. Only times of gpu are
meaningful`

// String returns the name.
func (b *Backend) String() string {
	if *b == "" {
		return Backends[0]
	}
	return string(*b)
}

// Set takes one of Backends.
func (b *Backend) Set(name string) error {
	if !slices.Contains(Backends, name) {
		return fmt.Errorf("choose from %s", strings.Join(Backends, ", "))
	}
	*b = Backend(name)
	return nil
}

// Type is what the help shows after the name of the flag.
func (*Backend) Type() string { return "name" }

// badge is what panels show of a backend other than the GPU.
func (b Backend) badge() string {
	switch b {
	case onRef:
		return "ref: mirrors on the host"
	case onSimt:
		return "simt: the interpreter on the host"
	case inLockstep:
		return "lockstep: GPU and mirrors"
	}
	return ""
}

// onHost reports whether kernels run without a device.
func (b Backend) onHost() bool { return b == onRef || b == onSimt }

// NeedNoDevice makes the host the backend of an algorithm that runs no kernels, unless flags name another
// backend or ask for the times of a device.
func (p *Program) NeedNoDevice() {
	if p.Backend == "" && p.Profile == nil {
		p.Backend = onRef
	}
}

// Opponent is what lockstep compares the GPU with: ref or simt. Its zero value is ref.
type Opponent string

// String returns the name.
func (o *Opponent) String() string {
	if *o == "" {
		return string(onRef)
	}
	return string(*o)
}

// Set takes ref or simt.
func (o *Opponent) Set(name string) error {
	if !Backend(name).onHost() {
		return fmt.Errorf("choose from %s, %s", onRef, onSimt)
	}
	*o = Opponent(name)
	return nil
}

// Type is what the help shows after the name of the flag.
func (*Opponent) Type() string { return "name" }

// AddBackend adds the flags that choose a backend.
func (p *Program) AddBackend(fs *pflag.FlagSet) {
	fs.Var(&p.Backend, "backend", BackendHelp)
	if fs.Lookup("against") == nil { // 'check' has another one, for recordings
		fs.Var(&p.Against, "against", "what --backend lockstep compares the GPU with: ref or simt")
	}
}

// lanes of a subgroup of the interpreter, as on most GPUs.
const lanes = 32

// Computer is the backend of algorithms, with its properties.
type Computer struct {
	compute.Backend
	Info   gpu.Info // the name tells the backend, where that is not the device alone
	device *gpu.Device
	of     *Program // that hears what lockstep has compared; nil elsewhere
}

// OpenComputer opens the backend that the flags name. The host needs no device.
func (p *Program) OpenComputer(ctx context.Context) (Computer, error) {
	if p.Backend.onHost() {
		c := p.computer(ctx, nil)
		c.Backend = untimed{c.Backend}
		return c, nil
	}
	d, err := p.OpenDevice()
	if err != nil {
		return Computer{}, err
	}
	if p.Profile != nil {
		p.Profile.Start(d, "run")
	}
	c := p.computer(ctx, d)
	c.device = d
	return c, nil
}

// OpenComputers opens the backend on each of the devices that the flags name.
func (p *Program) OpenComputers(ctx context.Context) (all []Computer, err error) {
	if p.Backend.onHost() || p.Device == "" {
		c, err := p.OpenComputer(ctx)
		return []Computer{c}, err
	}
	named, err := gpu.Find(p.Device)
	switch {
	case err != nil:
		return nil, err
	case len(named) == 1:
		c, err := p.OpenComputer(ctx)
		return []Computer{c}, err
	case p.Profile != nil:
		return nil, fault.Usage.Errorf("--dispatches and --chrome-trace need a single device; --device %s names %d", p.Device, len(named))
	}
	for _, i := range named {
		one := *p
		one.Device = strconv.Itoa(i.Index)
		c, err := one.OpenComputer(ctx)
		if err != nil {
			for _, c := range all {
				c.Release()
			}
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// untimed is a backend without a device: what it needs is never told as GPU time.
type untimed struct{ compute.Backend }

// Elapsed is always 0.
func (untimed) Elapsed() time.Duration { return 0 }

// computer returns the backend on a device, which the caller keeps.
func (p *Program) computer(ctx context.Context, d *gpu.Device) Computer {
	switch p.Backend {
	case onRef:
		return Computer{Backend: host.New(), Info: gpu.Info{Name: "the host, by mirrors", Software: true}}
	case onSimt:
		i := p.Interpreter
		if i == nil {
			i = onsimt.New(lanes)
		}
		i.Until = ctx
		return Computer{Backend: i.Backend(), Info: gpu.Info{Name: "the interpreter on the host", Software: true}}
	case inLockstep:
		i, other, name := d.Info(), host.Executor(host.Mirrors), "mirrors"
		if Backend(p.Against) == onSimt { // with subgroups like those of the device, so that lanes divide work alike
			i := onsimt.New(d.Limits().Subgroup)
			i.Until = ctx
			other, name = i.Execute, "the interpreter"
		}
		i.Name += ", in lockstep with " + name + " (times include comparing)"
		return Computer{Backend: host.NewLockstepOf(ctx, d, other), Info: i, of: p}
	}
	return Computer{Backend: d, Info: d.Info()}
}

// Release releases the device that OpenComputer has opened.
func (c Computer) Release() {
	if l, ok := c.Backend.(*host.Lockstep); ok && c.of != nil && c.of.Told != nil {
		if dispatches, kernels := l.Equal(); dispatches > 0 {
			c.of.Told(fmt.Sprintf("%s of %s are equal on both sides", format.Plural(dispatches, "dispatch", "dispatches"), format.Count(kernels, "kernel")))
		}
	}
	if c.device != nil {
		c.device.Release()
	}
}

// bandwidth measures how many bytes a second the memory of a device moves; zero where that is the
// memory of the host, or has no room for what is copied.
func bandwidth(be compute.Backend) float64 {
	if be.Limits().IsSoftware {
		return 0
	}
	moved, err := timing.Bandwidth(context.Background(), be, timing.Runs{Warm: 1, Timed: 3})
	if err != nil {
		slog.Info("the memory's bandwidth is not known", "problem", err)
		return 0
	}
	return moved
}

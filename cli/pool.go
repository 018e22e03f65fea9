package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/internal/format"
	"kernelscope/studio"
)

// Pool is the set of devices, named by --device, over which a command spreads parts of its
// work.
type Pool struct {
	Members []*Member
	lock    sync.Mutex // of Member.Lost
}

// Member is a device of a pool, with its completed work.
type Member struct {
	studio.Computer
	Parts int     // that it has made
	Wall  float64 // ms, of making them
	Lost  bool
}

// OpenPool opens the backend on all devices that --device names.
func (a *App) OpenPool(ctx context.Context) (*Pool, error) {
	all, err := a.OpenComputers(ctx)
	if err != nil {
		return nil, err
	}
	p := &Pool{}
	for _, c := range all {
		p.Members = append(p.Members, &Member{Computer: c})
	}
	return p, nil
}

// OpenOne opens the backend on the one device that --device names.
func (a *App) OpenOne(ctx context.Context) (*Pool, error) {
	c, err := a.OpenComputer(ctx)
	return &Pool{Members: []*Member{{Computer: c}}}, err
}

// Release releases all devices.
func (p *Pool) Release() {
	for _, m := range p.Members {
		m.Release()
	}
}

// Alike reports whether all devices are of one kind, so that times can be compared.
func (p *Pool) Alike() bool {
	for _, m := range p.Members[1:] {
		if m.Info.Name != p.Members[0].Info.Name || m.Info.Driver != p.Members[0].Info.Driver {
			return false
		}
	}
	return true
}

// Name names all devices.
func (p *Pool) Name() string {
	return p.each(func(i gpu.Info) string { return i.Name })
}

// Driver names the drivers of all devices.
func (p *Pool) Driver() string {
	return p.each(func(i gpu.Info) string { return i.Driver })
}

// each lists what devices say, each text once, with the number of devices that say it.
func (p *Pool) each(text func(gpu.Info) string) string {
	var order []string
	count := map[string]int{}
	for _, m := range p.Members {
		t := text(m.Info)
		if count[t]++; count[t] == 1 {
			order = append(order, t)
		}
	}
	for i, t := range order {
		if count[t] > 1 && len(p.Members) > 1 {
			order[i] = fmt.Sprintf("%d × %s", count[t], t)
		}
	}
	return strings.Join(order, "; ")
}

// Working returns the numbers of the devices that were not lost.
func (p *Pool) Working() (out []int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for k, m := range p.Members {
		if !m.Lost {
			out = append(out, k)
		}
	}
	return out
}

// gone reports whether an error is the loss of a device that others can stand in for; a message
// says so.
func (p *Pool) gone(m *Member, err error) bool {
	if !errors.Is(err, gpu.ErrDeviceLost) {
		return false
	}
	p.lock.Lock()
	m.Lost = true
	p.lock.Unlock()
	if len(p.Working()) == 0 {
		return false
	}
	slog.Warn("a device was lost; the others do its work", "device", fmt.Sprintf("%d %s", m.Info.Index, m.Info.Name), "reason", err)
	return true
}

// Each calls a function for every device, concurrently; k is the device's number in the pool.
// Losing some of several devices is not an error.
func (p *Pool) Each(do func(k int) error) error {
	if len(p.Members) == 1 {
		return do(0)
	}
	errs := make([]error, len(p.Members))
	var wait sync.WaitGroup
	for _, k := range p.Working() {
		wait.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if err := do(k); err != nil && !p.gone(p.Members[k], err) {
				errs[k] = err
			}
		})
	}
	wait.Wait()
	return cmp.Or(errs...)
}

// OnEach creates an object on every device of a pool; it is zero if the device was lost. After
// an error no object is left.
func OnEach[T releaser](p *Pool, prepare func(m *Member) (T, error)) ([]T, error) {
	values := make([]T, len(p.Members))
	err := p.Each(func(k int) (err error) {
		values[k], err = prepare(p.Members[k])
		return err
	})
	if err != nil {
		ReleaseEach(values)
		return nil, err
	}
	return values, nil
}

// releaser is what has something on a device and releases it.
type releaser interface {
	comparable
	Release()
}

// ReleaseEach releases the objects that OnEach created.
func ReleaseEach[T releaser](values []T) {
	var none T
	for _, one := range values {
		if one != none {
			one.Release()
		}
	}
}

// share is what one of several devices has done, as a JSON line.
type share struct {
	Type   string  `json:"type"` // "share"
	Device string  `json:"device"`
	Index  int     `json:"index"`
	UUID   string  `json:"uuid"`
	Parts  int     `json:"parts"`
	Wall   float64 `json:"wall_ms"`
	Lost   bool    `json:"lost"`
}

// Restart resets the counts of parts and times, such as after a warm-up.
func (p *Pool) Restart() {
	for _, m := range p.Members {
		m.Parts, m.Wall = 0, 0
	}
}

// Backends returns the backends of all devices.
func (p *Pool) Backends() (all []compute.Backend) {
	for _, m := range p.Members {
		all = append(all, m)
	}
	return all
}

// Shares prints the work of each of several devices as lines of text or JSON; for one device it
// prints nothing.
func (p *Pool) Shares(out io.Writer, asJSON bool) error {
	if len(p.Members) == 1 {
		return nil
	}
	for _, m := range p.Members {
		l := share{"share", m.Info.Name, m.Info.Index, m.Info.UUID, m.Parts, m.Wall, m.Lost}
		lost := ""
		if m.Lost {
			lost = ", then it was lost"
		}
		var err error
		if asJSON {
			err = format.JSON(out).Encode(l)
		} else {
			_, err = fmt.Fprintf(out, "%s on device %d, %s: %.3f ms%s\n", format.Count(l.Parts, "part"), l.Index, l.Device, l.Wall, lost)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

//go:build duckdb

package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"

	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// maxResident is the greatest number of graphs on the device.
const maxResident = 8

// device owns a backend on its own goroutine, which executes jobs one by one.
type device struct {
	open func() (compute.Backend, func(), error)
	jobs chan func()
	quit chan struct{} // closed when no more jobs are executed
	end  chan struct{} // closed when everything is released

	// Used only by the goroutine:
	be       compute.Backend // nil until the first job
	release  func()
	resident []*edges // graphs on the device, most recently used last
}

func newDevice(open func() (compute.Backend, func(), error)) *device {
	d := &device{open: open, jobs: make(chan func(), 64), quit: make(chan struct{}), end: make(chan struct{})}
	go d.run()
	return d
}

// run executes jobs until the device is closed.
func (d *device) run() {
	runtime.LockOSThread()
	defer close(d.end)
	for {
		select {
		case job := <-d.jobs:
			job()
		case <-d.quit:
			d.drop()
			return
		}
	}
}

// close releases everything.
func (d *device) close() {
	close(d.quit)
	<-d.end
}

// submit queues a job. It fails if ctx is done before there is room in the queue, or if the
// database has been closed.
func (d *device) submit(ctx context.Context, job func()) error {
	select {
	case d.jobs <- job:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-d.end:
		return errClosed
	}
}

// errClosed is the error of jobs that the device no longer executes.
var errClosed = errors.New("the database has been closed")

// do executes a job with a graph on the device. It reports whether the graph had to be uploaded. If
// ctx is done it returns without waiting, and the caller must not use what the job writes.
func (d *device) do(ctx context.Context, e *edges, job func() error) (uploaded bool, err error) {
	type result struct {
		uploaded bool
		err      error
	}
	done := make(chan result, 1)
	err = d.submit(ctx, func() {
		r := result{err: ctx.Err()}
		if r.err == nil {
			r.uploaded, r.err = d.with(e, job)
		}
		done <- r
	})
	if err != nil {
		return false, err
	}
	select {
	case r := <-done:
		return r.uploaded, r.err
	case <-ctx.Done():
		return false, ctx.Err()
	case <-d.end:
		return false, errClosed
	}
}

// with executes a job on the device's goroutine. If the device fails, it opens it again and repeats
// the job once.
func (d *device) with(e *edges, job func() error) (uploaded bool, err error) {
	uploaded, err = d.try(e, job)
	if !errors.Is(err, fault.Wrong) {
		return uploaded, err
	}
	slog.Warn("the device has failed and is being reopened", "reason", err)
	if uploaded, err = d.try(e, job); errors.Is(err, fault.Wrong) {
		err = fmt.Errorf("%w, and once before that", err)
	}
	return uploaded, err
}

// try executes a job. If it fails, its graph is released, because its searches may be incomplete.
// If the device has failed, everything on it is released.
func (d *device) try(e *edges, job func() error) (uploaded bool, err error) {
	if d.be == nil {
		if d.be, d.release, err = d.open(); err != nil {
			d.be = nil
			return false, err
		}
	}
	if uploaded, err = d.hold(e); err == nil {
		err = job()
	}
	switch {
	case err == nil:
	case errors.Is(err, fault.Wrong):
		d.drop()
	default:
		d.evict(e)
	}
	return uploaded, err
}

// hold uploads a graph unless it is on the device. It evicts other graphs to make room.
func (d *device) hold(e *edges) (uploaded bool, err error) {
	if i := slices.Index(d.resident, e); i >= 0 {
		d.resident = append(slices.Delete(d.resident, i, i+1), e)
		return false, nil
	}
	if len(d.resident) == maxResident {
		d.evict(d.resident[0])
	}
	err = e.upload(d.be)
	for errors.Is(err, fault.Limit) && len(d.resident) > 0 {
		d.evict(d.resident[0])
		err = e.upload(d.be)
	}
	if err == nil {
		d.resident = append(d.resident, e)
	}
	return true, err
}

// evict evicts a graph.
func (d *device) evict(e *edges) {
	if i := slices.Index(d.resident, e); i >= 0 {
		d.resident = slices.Delete(d.resident, i, i+1)
		e.release()
	}
}

// drop releases all graphs and the device.
func (d *device) drop() {
	for len(d.resident) > 0 {
		d.evict(d.resident[0])
	}
	if d.be != nil {
		d.release()
		d.be = nil
	}
}

package bfs

import (
	"context"
	"time"

	"kernelscope/internal/clock"
)

// runHybrid divides the jobs of an answer between the host and a device, which search
// concurrently, by their earlier times.
func (b *Graph) runHybrid(ctx context.Context, a *Answer, onDevice func(*Answer) error) error {
	onHost := int(float64(len(a.jobs)) * b.speed.hostShare())
	host, device := *a, *a
	host.jobs, device.jobs = a.jobs[:onHost], a.jobs[onHost:]
	host.Sources, host.Targets = b.different(host.jobs)
	host.Reverse = host.Targets < host.Sources

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 1)
	start := clock.Now()
	var hostTook time.Duration
	go func() {
		var err error
		if onHost > 0 {
			err = b.runHost(ctx, &host)
		}
		hostTook = clock.Since(start)
		failed <- err
	}()
	var err error
	if len(device.jobs) > 0 {
		err = onDevice(&device)
	}
	deviceTook := clock.Since(start)
	if err != nil {
		cancel()
	}
	if hostErr := <-failed; err == nil {
		err = hostErr
	}
	if err == nil && onHost > 0 && len(device.jobs) > 0 {
		b.speed.onHost = hostTook.Seconds() / float64(onHost)
		b.speed.onDevice = deviceTook.Seconds() / float64(len(device.jobs))
	}
	a.OnHost, a.Levels, a.Again, a.History = onHost, host.Levels+device.Levels, device.Again, device.History
	return err
}

// hostShare returns the share of the pairs that the host should search so that both end
// together; an eighth before the first measurement.
func (s *speed) hostShare() float64 {
	if s.onHost == 0 || s.onDevice == 0 {
		return 1.0 / 8
	}
	return s.onDevice / (s.onHost + s.onDevice)
}

package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/compute/profile"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
)

// profiled are the flags of commands whose dispatches can be looked at.
type profiled struct {
	table bool
	trace string
}

// Profiled adds --dispatches and --chrome-trace to a command that computes on
// OpenComputer.
func (a *App) Profiled(c *cobra.Command) *cobra.Command {
	var f profiled
	c.Flags().BoolVar(&f.table, "dispatches", false, "print a table of the dispatches by kernel, timed by timestamps around each")
	c.Flags().StringVar(&f.trace, "chrome-trace", "", "write all dispatches to this JSON file, for Perfetto")
	Writes(c, "chrome-trace")
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if !f.table && f.trace == "" {
			return run(c, args)
		}
		if err := CheckFolder(f.trace); f.trace != "" && err != nil {
			return err
		}
		if a.Backend.String() != "gpu" {
			return Usage("--dispatches and --chrome-trace need the timestamps of a GPU; --backend %s has none", a.Backend.String())
		}
		a.Profile = &profile.Recorder{}
		defer func() { a.Profile = nil }()
		if err := run(c, args); err != nil {
			return err
		}
		return f.tell(c, a)
	}
	return c
}

// tell writes what was recorded.
func (f *profiled) tell(c *cobra.Command, a *App) error {
	parts := a.Profile.Stop()
	device := "the host"
	if len(parts) > 0 {
		device = parts[0].Device
	}
	if f.trace != "" {
		if err := output.File(f.trace, func(w io.Writer) error { return profile.WriteTrace(w, device, parts) }); err != nil {
			return err
		}
	}
	if !f.table {
		return nil
	}
	rows := profile.Rows(parts)
	bandwidth, err := a.bandwidth(c, profile.Total(rows))
	if err != nil {
		return err
	}
	if on := c.Flags().Lookup("json"); on != nil && on.Value.String() == "true" {
		return writeRows(c.OutOrStdout(), rows, bandwidth)
	}
	if len(rows) == 0 {
		_, err := io.WriteString(c.OutOrStdout(), "\nnothing was dispatched: the algorithm runs on the host\n")
		return err
	}
	idle := profile.Total(rows)
	_, err = fmt.Fprintf(c.OutOrStdout(), "\n%sof all runs, with those that warm up; %s idle dispatches took %s\n",
		profile.Table(rows, bandwidth), format.Thousands(idle.Idle), format.Milliseconds(timing.Milliseconds(idle.IdleGPU)))
	return err
}

// bandwidth measures what the device's memory can move in a second; zero if no dispatch
// declares what it moves, and on software devices, whose memory is the host's.
func (a *App) bandwidth(c *cobra.Command, total profile.Row) (float64, error) {
	if total.Bytes == 0 {
		return 0, nil
	}
	d, err := a.OpenDevice()
	if err != nil {
		return 0, err
	}
	defer d.Release()
	if d.Info().Software {
		return 0, nil
	}
	return timing.Bandwidth(c.Context(), d, timing.Runs{Warm: 1, Timed: 3})
}

// kernelLine is a JSON line of the table.
type kernelLine struct {
	Type       string   `json:"type"` // "dispatches"
	Kernel     string   `json:"kernel"`
	Dispatches int      `json:"dispatches"`
	Idle       int      `json:"idle"`
	Workgroups int64    `json:"workgroups"`
	GPU        float64  `json:"gpu_ms"`
	IdleGPU    float64  `json:"idle_gpu_ms"`
	Bytes      *int64   `json:"bytes"`
	Share      *float64 `json:"bandwidth_share"`
}

// writeRows writes the table as JSON lines; unknown values are null.
func writeRows(out io.Writer, rows []profile.Row, bandwidth float64) error {
	for _, r := range rows {
		line := kernelLine{"dispatches", r.Kernel, r.Dispatches, r.Idle, r.Workgroups, timing.Milliseconds(r.GPU), timing.Milliseconds(r.IdleGPU), nil, nil}
		if r.Bytes > 0 {
			line.Bytes = &r.Bytes
		}
		if share := r.Share(bandwidth); share > 0 {
			line.Share = &share
		}
		if err := format.JSON(out).Encode(line); err != nil {
			return err
		}
	}
	return nil
}

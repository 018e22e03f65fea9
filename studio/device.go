package studio

import (
	"fmt"
	"log/slog"
	"strconv"

	"kernelscope/ui"
)

// A window changes to another device as it recovers from the loss of one: everything is made anew
// from what is known on the host.

// listDevices tells the interface which devices there are, where there are several.
func (w *Window) listDevices() {
	all, err := w.GPU.All()
	if err != nil {
		slog.Warn("devices", "problem", err)
	}
	w.UI.Devices = nil
	if len(all) < 2 {
		return
	}
	for _, i := range all {
		w.UI.Devices = append(w.UI.Devices, ui.DeviceName(i.Index, i.Name))
	}
	w.UI.Device = w.GPU.Info().Index
	w.nameSides()
}

// followDevice changes to the device that the frame before has asked for. Where that is not
// possible the window stays on the one before, and says why.
func (w *Window) followDevice() error {
	if w.chosen == nil {
		return nil
	}
	index, before := w.chosen.Index, w.GPU.Info().Index
	if w.chosen = nil; index == before {
		return nil
	}
	err := w.change(index)
	if err == nil {
		w.Log.Write("device", w.GPU.Info().Name)
		w.UI.Confirm(fmt.Sprintf("Runs on device %d, %s", index, w.GPU.Info().Name))
		return nil
	}
	if failed := w.change(before); failed != nil {
		return fmt.Errorf("%w; the previous device cannot be reopened: %w", err, failed)
	}
	w.Tell(fmt.Errorf("device %d cannot be used: %w", index, err))
	return nil
}

// change gives up the device and makes everything on another one.
func (w *Window) change(index int) error {
	name := strconv.Itoa(index)
	d, err := w.display.Reopen(name)
	if err == nil {
		w.Device = name // also where it is lost later
		err = w.Rebuild(d)
	}
	if err == nil {
		w.listDevices()
	}
	return err
}

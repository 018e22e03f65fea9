package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/watch"
)

// Order offers the orders of draw keys, and returns the chosen one.
func (u *UI) Order(width float32, chosen sorting.Order, now render.Ordered, tip string) sorting.Order {
	var names []string
	for _, o := range sorting.Orders() {
		names = append(names, o.Name())
	}
	if by := u.Choice("order", width, chosen.By, now.Order, names); by != chosen.By {
		chosen = sorting.Order{By: by} // sizes differ by sort
	}
	u.Tip(tip)
	return chosen
}

// OrderSizes offers the sizes of a sort that is chosen by name, and returns the chosen ones.
func (u *UI) OrderSizes(chosen sorting.Order, now render.Ordered, l compute.Limits) sorting.Order {
	if chosen.By != "" && chosen.By == now.Order {
		u.Params("order", now.Sizes, l, func(name string, x uint32) { chosen = chosen.With(name, x) }, nil)
	}
	return chosen
}

// OrderNote describes the cost of sorting draw keys and, if known, its share of a whole.
func (u *UI) OrderNote(now render.Ordered, elapsed, of time.Duration, tip string) {
	text := fmt.Sprintf("%s keys, %d passes", format.Thousands(now.Number), now.Passes)
	if now.Passes == 1 {
		text = strings.TrimSuffix(text, "es")
	}
	if elapsed > 0 {
		text += ", " + Share(elapsed, of)
		tip = fmt.Sprintf("%s It took %.3f of %.3f ms on the device, on average.", tip, 1e3*elapsed.Seconds(), 1e3*of.Seconds())
	}
	u.Note(text)
	u.Tip(tip)
}

// SortKeys ends a line with a button that asks for the frame's keys to be sorted where
// sorts are watched.
func (u *UI) SortKeys(action watch.Action) {
	imgui.SameLineV(u.Across(ContentRight)-u.Px(46), -1)
	if imgui.ButtonV("Sort", imgui.Vec2{X: -1}) {
		u.Do(action)
	}
	u.Tip("Opens the draw keys of this frame in the view of sorts.")
}

// Share formats a time and its share of a whole.
func Share(elapsed, of time.Duration) string {
	return fmt.Sprintf("%.2f ms (%.0f %%)", 1e3*elapsed.Seconds(), 100*elapsed.Seconds()/max(1e-9, of.Seconds()))
}

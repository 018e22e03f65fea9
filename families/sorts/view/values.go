package view

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/render"
	"kernelscope/ui"
)

// barValues writes the keys of a lane on its bars: across if all bars are wide enough, otherwise
// each key downward, a character per line. It omits keys that do not fit.
func (u *panel) barValues(list ui.List, s state, lane int, r image.Rectangle) {
	l, look := s.Lanes[lane], u.look(s, lane)
	if l.Keys == nil || look.View != render.SortBars {
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	least, most := rangeOf(s.Input.Type, l.Keys)
	across := true
	for i := range s.Input.N {
		left, right := render.SortBar(r, s.Input.N, i)
		text := s.Input.Type.Text(s.Input.Type.KeyAt(l.Keys, i))
		across = across && imgui.CalcTextSize(text, false, 0).X <= right-left-u.Px(2)
	}
	for i := range s.Input.N {
		key := s.Input.Type.KeyAt(l.Keys, i)
		left, right := render.SortBar(r, s.Input.N, i)
		lines := []string{s.Input.Type.Text(key)}
		if !across {
			lines = u.stacked(lines[0], right-left-u.Px(2), float32(r.Dy()))
		}
		if lines == nil {
			continue
		}
		level := 0.0
		if o := (sorting.Format{Type: s.Input.Type}).Order(key); most > least {
			level = float64(o-least) / float64(most-least)
		}
		height, line := max(1, float32(level)*float32(r.Dy())), imgui.TextLineHeight()
		tall := float32(len(lines)) * line
		y, c := float32(r.Max.Y)-height+u.Px(2), inkOn(ui.Between(u.Theme.Ramp[:], level))
		onGround := height < tall+u.Px(4)
		if onGround { // above the bar, if there is room
			y = max(float32(r.Min.Y), float32(r.Max.Y)-height-tall-u.Px(2))
		}
		if onGround || look.Tint != render.TintValue { // only the device knows the colour of each bar
			u.Veil(list, left, y, right-u.Px(1), y+tall)
			c = ui.Plain(u.Theme.Text)
		}
		for _, text := range lines {
			u.Text(list, (left+right-imgui.CalcTextSize(text, false, 0).X)/2, y, c, text)
			y += line
		}
	}
}

// rangeOf returns the least and the greatest key, as numbers of the same order.
func rangeOf(t sorting.Type, keys []uint32) (least, most uint64) {
	least = ^uint64(0)
	f := sorting.Format{Type: t}
	for i := range len(keys) / f.Words() {
		o := f.Order(t.KeyAt(keys, i))
		least, most = min(least, o), max(most, o)
	}
	return least, most
}

// stacked returns the characters of a text, one per line, or nil if they exceed the width and
// height.
func (u *panel) stacked(text string, width, height float32) (lines []string) {
	for _, r := range text {
		lines = append(lines, string(r))
		if imgui.CalcTextSize(string(r), false, 0).X > width {
			return nil
		}
	}
	if float32(len(lines))*imgui.TextLineHeight() > height {
		return nil
	}
	return lines
}

// inkOn returns black or white, whichever is readable on c.
func inkOn(c color.NRGBA) color.NRGBA {
	if 3*int(c.R)+6*int(c.G)+int(c.B) > 10*110 {
		return color.NRGBA{0, 0, 0, 255}
	}
	return color.NRGBA{255, 255, 255, 255}
}

package sorts

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/render"
	"kernelscope/ui"
)

// barValues writes the keys of a lane on its bars, where they are few: across, or where a bar
// is too narrow, a character below the other. What fits neither way is left out.
func (u *panel) barValues(list imgui.DrawList, s state, lane int, r image.Rectangle) {
	l, look := s.Lanes[lane], u.look(s, lane)
	if l.Keys == nil || look.View != render.SortBars {
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	least, most := rangeOf(s.Input.Type, l.Keys)
	for i := range s.Input.N {
		key := s.Input.Type.KeyAt(l.Keys, i)
		left, right := render.SortBar(r, s.Input.N, i)
		lines := u.writtenWithin(s.Input.Type.Text(key), right-left-u.Px(2), float32(r.Dy()))
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
		if onGround { // above the bar, or what there is room for of that
			y = max(float32(r.Min.Y), float32(r.Max.Y)-height-tall-u.Px(2))
		}
		if onGround || look.Tint != render.TintValue { // which bars are of which colour the device knows
			u.Veil(list, left, y, right-u.Px(1), y+tall)
			c = ui.Plain(u.Theme.Text)
		}
		for _, text := range lines {
			u.Text(list, (left+right-imgui.CalcTextSize(text, false, 0).X)/2, y, c, text)
			y += line
		}
	}
}

// rangeOf returns the least and the greatest key, as numbers in ascending order.
func rangeOf(t sorting.Type, keys []uint32) (least, most uint64) {
	least = ^uint64(0)
	f := sorting.Format{Type: t}
	for i := range len(keys) / f.Words() {
		o := f.Order(t.KeyAt(keys, i))
		least, most = min(least, o), max(most, o)
	}
	return least, most
}

// writtenWithin returns the lines of a text that fits a width and a height, or none.
func (u *panel) writtenWithin(text string, width, height float32) (lines []string) {
	if imgui.CalcTextSize(text, false, 0).X <= width {
		return []string{text}
	}
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

// inkOn returns black or white, which can be read on a colour.
func inkOn(c color.NRGBA) color.NRGBA {
	if 3*int(c.R)+6*int(c.G)+int(c.B) > 10*110 {
		return color.NRGBA{0, 0, 0, 255}
	}
	return color.NRGBA{255, 255, 255, 255}
}

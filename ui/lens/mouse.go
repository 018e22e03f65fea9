package lens

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// mouse follows the mouse over the picture.
func (p *Panel) mouse(u *ui.UI, at, high imgui.Vec2, each float32) {
	l, mouse := &p.lanes, imgui.MousePos()
	if imgui.IsItemActive() {
		if moved := mouse.X - l.dragged; l.dragged > 0 && moved != 0 {
			l.from, l.to = l.from-float64(moved/each), l.to-float64(moved/each)
			l.clamp(p.Lanes.Columns)
			p.moved = p.moved || max(moved, -moved) > 2
		}
		l.dragged = mouse.X
	}
	if !imgui.IsItemHovered() {
		if !imgui.IsItemActive() {
			l.dragged = 0
		}
		return
	}
	column := l.from + float64((mouse.X-at.X)/each)
	if p.wheel != 0 {
		l.zoom(p.Lanes.Columns, column, math.Pow(0.8, p.wheel))
	}
	lane := min(p.Lanes.Size-1, int((mouse.Y-at.Y)*float32(p.Lanes.Size)/(high.Y-at.Y)))
	s := lane / p.Lanes.Width
	i, ok := p.Lanes.At(s, int(column))
	to := simt.Position{Workgroup: uint32(p.Lanes.Workgroup), Subgroup: s, Instruction: i.At}
	if ok && imgui.IsItemDeactivated() && !p.moved {
		l.lane = lane % p.Lanes.Width
		u.Do(GoTo{to})
	}
	if imgui.IsItemDeactivated() {
		p.moved, l.dragged = false, 0
	}
	if ok && !imgui.IsItemActive() {
		text := p.told(i, lane, int(column))
		if peek := (Peek{to, lane % p.Lanes.Width}); peek == p.Peeked.Peek {
			text += p.Peeked.text()
		} else if p.asked != peek {
			p.asked = peek
			u.Do(peek)
		}
		tell(u, text)
	}
}

// told describes an instruction of a lane.
func (p *Panel) told(i inside.Instant, lane, column int) string {
	at, k := p.Lanes.Line(i), lane%p.Lanes.Width
	text := fmt.Sprintf("Invocation %d, lane %d of subgroup %d\nline %v: %s\n%s", lane, k, lane/p.Lanes.Width, at, p.sourceOf(at), i.Op)
	active := 0
	for _, bits := range i.Active {
		active += ones(bits)
	}
	switch {
	case column > int(i.Column):
		return text + ": waits for the other subgroups"
	case i.Active[k>>6]>>(k&63)&1 == 0:
		text += ": masked"
	}
	text += fmt.Sprintf(", %d lanes are active", active)
	if i.Divides {
		text += "\nits lanes go to different blocks"
	}
	c := i.Cost
	switch {
	case c.Sectors > 0:
		text += fmt.Sprintf("\n%s: %d sectors, %d possible", i.Memory, c.Sectors, c.Least)
	case c.Rounds > 0:
		text += fmt.Sprintf("\n%s: %d rounds of shared memory, %d of them conflicts", i.Memory, c.Rounds, c.Conflicts)
	}
	if c.Addresses > 0 {
		text += fmt.Sprintf("\natomic: %s, at most %d lanes at one", format.Count(int(c.Addresses), "address"), c.Same)
	}
	return text
}

// text lists the operands and results, as numbers.
func (p *Peeked) text() (text string) {
	if len(p.Operands) > 0 {
		text += "\noperands " + numbers(p.Operands)
	}
	if len(p.Results) > 0 {
		text += "\nresult " + numbers(p.Results)
	}
	return text
}

func numbers(of []uint64) string {
	var texts []string
	for _, x := range of[:min(len(of), 8)] {
		texts = append(texts, fmt.Sprint(x))
	}
	return strings.Join(texts, ", ")
}

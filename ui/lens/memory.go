package lens

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/ui"
)

// Block is a buffer of the dispatch, before and after it.
type Block struct {
	Name          string
	Before, After []uint32
	Changed       int // words
}

// History asks who wrote a word of a block.
type History struct{ Block, Word int }

func (History) Action() {}

// memory is what a person looks at in the buffers.
type memory struct {
	block, word int
	reveals     bool    // the word comes into view
	asked       History // whose writes are known, or being collected
	scroll      scroll
	writes      scroll
}

// memoryKeys moves the choice of a word.
func (p *Panel) memoryKeys(u *ui.UI, in input.Frame) {
	m := &p.memory
	if in.Ctrl || len(p.Blocks) == 0 {
		return
	}
	across := max(1, p.across)
	for key, by := range map[input.Key]int{
		input.KeyLeft: -1, input.KeyRight: 1, input.KeyUp: -across, input.KeyDown: across, input.KeyPageUp: -across * m.scroll.visible, input.KeyPageDown: across * m.scroll.visible,
	} {
		if in.Pressed(key) {
			p.chooseWord(u, max(0, min(len(p.Blocks[m.block].Before)-1, m.word+by)))
		}
	}
	if in.Pressed(input.KeyN) {
		p.nextChanged(u, in.Shift)
	}
	if in.Pressed(input.KeyB) {
		n := len(p.Blocks)
		p.chooseBlock(u, (m.block+1)%n)
	}
}

// nextChanged chooses the next word that the dispatch changes, or the one before.
func (p *Panel) nextChanged(u *ui.UI, back bool) {
	b, n := p.Blocks[p.memory.block], len(p.Blocks[p.memory.block].Before)
	by := 1
	if back {
		by = n - 1
	}
	for k, i := 0, p.memory.word; k < n; k++ {
		if i = (i + by) % n; b.Before[i] != b.After[i] {
			p.chooseWord(u, i)
			return
		}
	}
}

// chooseBlock shows a block, from its first word that changes on.
func (p *Panel) chooseBlock(u *ui.UI, block int) {
	p.memory.block, p.memory.word = block, 0
	if b := p.Blocks[block]; len(b.Before) > 0 && b.Changed > 0 && b.Before[0] == b.After[0] {
		p.nextChanged(u, false)
		return
	}
	p.chooseWord(u, 0)
}

// AskWord chooses a word of a block, whose history is due.
func (p *Panel) AskWord(block, word int) History {
	h := History{block, word}
	p.Writes, p.memory = nil, memory{block: block, word: word, asked: h, reveals: true}
	return h
}

// chooseWord asks for the history of a word.
func (p *Panel) chooseWord(u *ui.UI, word int) {
	m := &p.memory
	m.word, m.reveals = word, true
	if h := (History{m.block, word}); h != m.asked && len(p.Blocks[m.block].Before) > 0 {
		m.asked, p.Writes, p.WritesProblem = h, nil, ""
		u.Do(h)
	}
}

// memoryPage builds the blocks, the words of one, and who wrote one of them.
func (p *Panel) memoryPage(u *ui.UI) {
	room := imgui.ContentRegionAvail()
	wide := min(u.Whole(190), room.X/3)
	imgui.BeginChildV("blocks", imgui.Vec2{X: wide}, false, imgui.WindowFlagsNone)
	imgui.PushFont(u.Small)
	u.Dimmed("blocks")
	for i, b := range p.Blocks {
		if imgui.SelectableV(fmt.Sprintf("%s##block%d", b.Name, i), i == p.memory.block, 0, imgui.Vec2{}) {
			p.chooseBlock(u, i)
		}
		u.Tip(fmt.Sprintf("%s: %s, of which the dispatch changes %s.", b.Name, format.Count(len(b.Before), "word"), format.Thousands(b.Changed)))
		if b.Changed > 0 {
			imgui.SameLineV(wide-u.Whole(70), -1)
			u.Coloured(ui.Plain(u.Theme.LaneText[1]), func() { imgui.Text(format.Thousands(b.Changed)) })
		}
	}
	imgui.PopFont()
	imgui.EndChild()
	imgui.SameLineV(0, u.Whole(10))
	imgui.BeginGroup()
	p.words(u, imgui.Vec2{X: room.X - wide - u.Whole(10), Y: min(p.wordsHeight(u), room.Y-p.historyHeight(u))})
	p.history(u, imgui.Vec2{X: room.X - wide - u.Whole(10), Y: imgui.ContentRegionAvail().Y})
	imgui.EndGroup()
}

// maxWrites is how many writes of a word are shown together.
const maxWrites = 8

// historyHeight is how high the writes of the chosen word are, in pixels.
func (p *Panel) historyHeight(u *ui.UI) float32 {
	imgui.PushFont(u.Mono)
	line := imgui.TextLineHeight() + u.Whole(2)
	imgui.PopFont()
	return line*float32(max(1, min(len(p.Writes), maxWrites))) + imgui.TextLineHeightWithSpacing() + 2*imgui.CurrentStyle().ItemSpacing().Y
}

// wordsHeight is how high the words of the chosen block are, in pixels.
func (p *Panel) wordsHeight(u *ui.UI) float32 {
	imgui.PushFont(u.Mono)
	line := imgui.TextLineHeight() + u.Whole(2)
	imgui.PopFont()
	across := max(1, p.across)
	return line*float32((len(p.Blocks[p.memory.block].Before)+across-1)/across+1) + imgui.TextLineHeightWithSpacing()
}

// words shows the words of a block after the dispatch. Changed ones are marked.
func (p *Panel) words(u *ui.UI, size imgui.Vec2) {
	m := &p.memory
	b := p.Blocks[m.block]
	imgui.PushFont(u.Small)
	u.Dimmed(ui.Fitting(fmt.Sprintf("%s after the dispatch: %s, %s changed (N: the next one; B: another block). A click tells who wrote a word.", b.Name, format.Count(len(b.Before), "word"), format.Thousands(b.Changed)), size.X))
	imgui.PopFont()
	size.Y -= imgui.TextLineHeight()
	imgui.PushFont(u.Mono)
	letter := imgui.CalcTextSize("0", false, 0).X
	imgui.PopFont()
	index := letter * float32(len(format.Thousands(len(b.Before)))+2)
	cell := letter * 12
	before := p.across
	p.across = 1
	for _, n := range []int{2, 4, 5, 8, 10, 16, 20} {
		if index+cell*float32(n) <= size.X-u.Whole(scrollWide) {
			p.across = n
		}
	}
	if m.reveals || p.across != before {
		m.scroll.to, m.scroll.near, m.reveals = m.word/p.across, true, false
	}
	m.scroll.lines(u, "words", size, (len(b.Before)+p.across-1)/p.across, func(at imgui.Vec2, each float32, i int, isHovered bool) {
		list, mouse := ui.OnPanel(), imgui.MousePos()
		u.Text(list, at.X, at.Y, ui.Plain(u.Theme.Dim), format.Thousands(i*p.across))
		for k := i * p.across; k < min(len(b.Before), (i+1)*p.across); k++ {
			x := at.X + index + cell*float32(k%p.across)
			low, high := imgui.Vec2{X: x - letter/2, Y: at.Y}, imgui.Vec2{X: x + letter*10.5, Y: at.Y + each}
			c := ui.Plain(u.Theme.Text)
			if b.Before[k] != b.After[k] {
				c = ui.Plain(u.Theme.LaneText[1])
			}
			over := isHovered && mouse.X >= low.X && mouse.X < high.X
			if k == m.word {
				ui.Box(list, low, high, imgui.Packed(ui.Faded(ui.Plain(u.Theme.Accent), 0.35)))
			} else if over {
				ui.Box(list, low, high, imgui.Packed(ui.Plain(u.Theme.Field)))
			}
			text := fmt.Sprint(b.After[k])
			u.Text(list, x+letter*float32(10-len(text)), at.Y, c, text)
			if over {
				tell(u, fmt.Sprintf("%s[%d]: %d → %d", b.Name, k, b.Before[k], b.After[k]))
				if imgui.IsMouseClicked(0) {
					p.chooseWord(u, k)
				}
			}
		}
	})
}

// history lists who wrote the chosen word.
func (p *Panel) history(u *ui.UI, size imgui.Vec2) {
	m := &p.memory
	b := p.Blocks[m.block]
	imgui.PushFont(u.Bold)
	imgui.Text(fmt.Sprintf("Who wrote %s[%d]", b.Name, m.word))
	imgui.PopFont()
	switch {
	case p.WritesProblem != "":
		u.Coloured(ui.Plain(u.Theme.Error), func() { u.Wrapped(sentence(p.WritesProblem)) })
		return
	case m.asked != (History{m.block, m.word}):
		u.Dimmed("Choose a word.")
		return
	case p.Writes == nil:
		u.Dimmed("The dispatch is executed once more ..")
		return
	case len(p.Writes) == 0:
		u.Dimmed("Nobody: the dispatch does not write it.")
		return
	}
	size.Y = imgui.ContentRegionAvail().Y
	imgui.PushFont(u.Mono)
	wide := float32(0)
	for _, w := range p.Writes[:min(len(p.Writes), 1000)] {
		wide = max(wide, imgui.CalcTextSize(changeText(w), false, 0).X)
	}
	imgui.PopFont()
	m.writes.lines(u, "writes", size, len(p.Writes), func(at imgui.Vec2, each float32, i int, isHovered bool) {
		w := p.Writes[i]
		list := ui.OnPanel()
		if isHovered {
			ui.Box(list, at, imgui.Vec2{X: at.X + size.X, Y: at.Y + each}, imgui.Packed(ui.Plain(u.Theme.Field)))
			tell(u, "A click goes to the line in the source.")
			if imgui.IsMouseClicked(0) {
				p.page = sourcePage
				p.sheet.chooseLine(p.Count, w.Line)
			}
		}
		u.Text(list, at.X, at.Y, ui.Plain(u.Theme.LaneText[1]), changeText(w))
		x := at.X + wide + u.Whole(16)
		u.Text(list, x, at.Y, ui.Plain(u.Theme.Text), ui.Fitting(whoText(w)+"  "+p.sourceOf(w.Line), size.X-(x-at.X)))
	})
}

func changeText(w simt.Write) string { return fmt.Sprintf("%d → %d", w.Old, w.New) }

func whoText(w simt.Write) string {
	return fmt.Sprintf("invocation %d of workgroup %d, line %v:", w.Invocation, w.Workgroup, w.Line)
}

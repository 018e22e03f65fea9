package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
	"kernelscope/watch"
)

// Lesson is the step of a storyboard that a window shows.
type Lesson struct {
	Title, Caption string
	Step, Steps    int  // the step, from 1, and their number
	Going          bool // the view is still on the way to the moment of the step
}

// Actions of lessons.
type (
	// Turn goes on by some steps of the lesson, or back if they are negative.
	Turn struct{ Steps int }
	// EndLesson hides the lesson. What it shows stays.
	EndLesson struct{}
)

// Sizes of a lesson, in pixels of a plain display.
const (
	lessonWidth  = 720 // at most
	lessonHeight = 84  // with two lines of text
	lessonButton = 76
)

// LessonHeight returns the height that a lesson, if there is one, needs at the foot of the picture.
func (u *UI) LessonHeight() int {
	if u.Lesson == nil {
		return 0
	}
	return int(u.Whole(lessonHeight))
}

// lesson shows the lesson, above a floor, and returns the floor of the parts above it.
func (u *UI) lesson(floor float32) float32 {
	l := u.Lesson
	if l == nil || u.Covered() {
		return floor
	}
	left, right := u.beside()
	margin, gap := u.Whole(PanelMargin), u.Whole(8)
	width := min(u.Px(lessonWidth), right-left-2*margin)
	tall := u.beginMessage("lesson", width, floor, Plain(u.Theme.Accent))
	buttons := 3*u.Whole(lessonButton) + 2*gap + margin
	imgui.PushTextWrapPosV(width - buttons - margin)
	imgui.BeginGroup()
	u.Note(fmt.Sprintf("%s, %d of %d", l.Title, l.Step, l.Steps))
	imgui.PushFont(u.Bold)
	imgui.Text(l.Caption)
	imgui.PopFont()
	imgui.EndGroup()
	imgui.PopTextWrapPos()
	x := width - buttons
	button := func(name, tip string, works bool, do watch.Action) {
		imgui.SetCursorPos(imgui.Vec2{X: x, Y: u.Whole(16)})
		x += u.Whole(lessonButton) + gap
		colour := u.Theme.Text
		if !works {
			colour = u.Theme.Dim
		}
		u.Coloured(Plain(colour), func() {
			if imgui.ButtonV(name+"##lesson", imgui.Vec2{X: u.Whole(lessonButton)}) && works {
				u.Do(do)
			}
		})
		u.Tip(tip)
	}
	next := "Next"
	if l.Going {
		next = "Skip"
	}
	button("Previous", "The step before (Page Up).", l.Step > 1, Turn{-1})
	button(next, "The next step. While a step plays, its end and then the next one (Page Down).", l.Step < l.Steps, Turn{1})
	button("Close", "Hides the lesson. What it shows stays.", true, EndLesson{})
	imgui.End()
	return floor - tall - gap
}

// lessonKeys are the keys of a lesson, which remote controls of presenters send.
func (u *UI) lessonKeys(in input.Frame) {
	if u.Lesson == nil || u.Typing() {
		return
	}
	if in.Pressed(input.KeyPageDown) {
		u.Do(Turn{1})
	}
	if in.Pressed(input.KeyPageUp) {
		u.Do(Turn{-1})
	}
}

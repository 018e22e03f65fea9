package svgload

import (
	"math"
	"strconv"
	"strings"
)

// text parses the numbers of an attribute one after another.
type text struct {
	s string
	i int
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func (t *text) spaces() {
	for t.i < len(t.s) && isSpace(t.s[t.i]) {
		t.i++
	}
}

// separator skips spaces with at most one comma among them and reports whether there was a comma.
func (t *text) separator() bool {
	t.spaces()
	comma := t.accept(',')
	t.spaces()
	return comma
}

func (t *text) accept(c byte) bool {
	if t.i < len(t.s) && t.s[t.i] == c {
		t.i++
		return true
	}
	return false
}

func (t *text) end() bool { return t.i == len(t.s) }

func (t *text) digits() int {
	start := t.i
	for t.i < len(t.s) && '0' <= t.s[t.i] && t.s[t.i] <= '9' {
		t.i++
	}
	return t.i - start
}

// number parses a finite number. If there is none, the position does not change.
func (t *text) number() (float64, bool) {
	start := t.i
	if !t.accept('+') {
		t.accept('-')
	}
	n := t.digits()
	if dot := t.i; t.accept('.') {
		if fraction := t.digits(); fraction > 0 {
			n += fraction
		} else {
			t.i = dot
		}
	}
	if n == 0 {
		t.i = start
		return 0, false
	}
	if mark := t.i; t.accept('e') || t.accept('E') {
		if !t.accept('+') {
			t.accept('-')
		}
		if t.digits() == 0 {
			t.i = mark // may be the unit em or ex
		}
	}
	v, err := strconv.ParseFloat(t.s[start:t.i], 64)
	if err != nil {
		t.i = start
		return 0, false
	}
	return v, true
}

// word parses letters.
func (t *text) word() string {
	start := t.i
	for t.i < len(t.s) && ('a' <= t.s[t.i]|0x20 && t.s[t.i]|0x20 <= 'z') {
		t.i++
	}
	return t.s[start:t.i]
}

// numbers parses a whole attribute as a list, up to the first error.
func numbers(s string) (list []float64, ok bool) {
	t := text{s: s}
	t.spaces()
	for !t.end() {
		v, ok := t.number()
		if !ok {
			return list, false
		}
		list = append(list, v)
		if t.separator() && t.end() {
			return list, false
		}
	}
	return list, true
}

// units maps units to pixels, according to CSS; relative units assume a font of 16 pixels.
var units = map[string]float64{
	"": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
	"em": 16, "ex": 8, "rem": 16, "ch": 8,
}

// length parses a length. Percentages are relative to whole.
func (t *text) length(whole float64) (float64, bool) {
	start := t.i
	v, ok := t.number()
	if !ok {
		return 0, false
	}
	if t.accept('%') {
		return v / 100 * whole, true
	}
	unit, ok := units[strings.ToLower(t.word())]
	if v *= unit; !ok || math.IsInf(v, 0) {
		t.i = start
		return 0, false
	}
	return v, true
}

// length parses a whole attribute as a length.
func length(s string, whole float64) (float64, bool) {
	t := text{s: strings.TrimSpace(s)}
	v, ok := t.length(whole)
	return v, ok && t.end()
}

// lengths parses a whole attribute as a list of lengths.
func lengths(s string, whole float64) (list []float64, ok bool) {
	t := text{s: s}
	t.spaces()
	for !t.end() {
		v, ok := t.length(whole)
		if !ok {
			return nil, false
		}
		list = append(list, v)
		t.separator()
	}
	return list, true
}

// fraction parses a number or a percentage and clamps it to 0 to 1.
func fraction(s string) (float64, bool) {
	t := text{s: strings.TrimSpace(s)}
	v, ok := t.number()
	if t.accept('%') {
		v /= 100
	}
	return max(0, min(1, v)), ok && t.end()
}

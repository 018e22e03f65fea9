package simt

import (
	"fmt"
	"strconv"
	"strings"
)

// text returns the type as GLSL writes it.
func (t *typ) text() string {
	switch t.shape {
	case isBool:
		return "bool"
	case isInt, isFloat:
		return t.number("")
	case isVector:
		if t.elem.shape == isBool {
			return fmt.Sprintf("bvec%d", t.count)
		}
		return t.elem.number(fmt.Sprintf("vec%d", t.count))
	case isMatrix:
		return fmt.Sprintf("mat%dx%d", t.count, t.elem.count)
	case isArray:
		return fmt.Sprintf("%s[%d]", t.elem.text(), t.count)
	case isRuntimeArray:
		return t.elem.text() + "[]"
	}
	return t.name
}

// number names a scalar, or a vector of it.
func (t *typ) number(vector string) string {
	letter, name := "", "float"
	switch {
	case t.shape == isInt && t.signed:
		letter, name = "i", "int"
	case t.shape == isInt:
		letter, name = "u", "uint"
	case t.width == 64:
		letter, name = "d", "double"
	}
	isUsual := t.width == 32 || name == "double"
	switch {
	case vector == "" && isUsual:
		return name
	case vector == "":
		return fmt.Sprint(name, t.width, "_t")
	case isUsual:
		return letter + vector
	case letter == "":
		letter = "f"
	}
	return fmt.Sprint(letter, t.width, vector)
}

// Elements of an array that a value shows.
const maxShown = 16

// format writes a value.
func (t *typ) format(words []uint32) string {
	if t.isScalar() {
		return t.scalarText(words)
	}
	var parts []string
	for i := range t.count {
		if i == maxShown {
			parts = append(parts, "…")
			break
		}
		at, p := t.at(i), t.part(i)
		parts = append(parts, p.format(words[at:at+p.words]))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (t *typ) scalarText(words []uint32) string {
	x := uint64(words[0])
	if len(words) > 1 {
		x |= uint64(words[1]) << 32
	}
	switch {
	case t.shape == isBool:
		return strconv.FormatBool(x != 0)
	case t.shape == isFloat:
		return strconv.FormatFloat(floatOfBits(x, t.width), 'g', -1, max(32, t.width))
	case t.signed:
		return strconv.FormatInt(extend(x, t.width), 10)
	}
	return strconv.FormatUint(x, 10)
}

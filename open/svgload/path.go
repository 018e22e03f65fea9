package svgload

import (
	"fmt"
	"strings"
)

// path draws path data. It stops at an error and keeps what was drawn before, as SVG requires (SVG
// 1.1, appendix F.2).
func (p *pen) path(data string, most int) error {
	d := pathData{pen: p, text: text{s: data}}
	d.spaces()
	for first := true; !d.end(); first = false {
		command := d.s[d.i]
		if !strings.ContainsRune("MmZzLlHhVvCcSsQqTtAa", rune(command)) || first && command|0x20 != 'm' {
			return fmt.Errorf("path data has %q where a command should be", command)
		}
		d.i++
		if err := d.command(command, most); err != nil {
			return err
		}
	}
	return nil
}

// pathData is the state of a path being read.
type pathData struct {
	*pen
	text
	control vec  // the last control point, for smooth curves
	last    byte // its command, in lower case
}

// arity is the number of arguments of each command.
var arity = map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 's': 4, 'q': 4, 't': 2, 'a': 7}

// command reads the arguments of a command, as many times as they are repeated.
func (d *pathData) command(command byte, most int) error {
	small := command | 0x20
	d.spaces()
	if small == 'z' {
		d.pen.close()
		d.last = 'z'
		return nil
	}
	var n [7]float64
	for repeated := false; ; repeated = true {
		for i := range arity[small] {
			v, ok := d.argument(small, i)
			if !ok {
				return fmt.Errorf("path data: %c lacks a number at byte %d", command, d.i)
			}
			n[i] = v
			if i < arity[small]-1 {
				d.separator()
			}
		}
		kind := small
		if repeated && small == 'm' {
			kind = 'l' // further points of a move are lines
		}
		d.draw(kind, command >= 'a', n)
		if len(d.points) > most {
			return &LimitError{"points of paths", most}
		}
		comma := d.separator()
		if more := !d.end() && strings.IndexByte("+-.0123456789", d.s[d.i]) >= 0; !more {
			if comma {
				return fmt.Errorf("path data has an extra comma at byte %d", d.i)
			}
			return nil
		}
	}
}

// argument reads a number or, for an arc's flag, a single digit that needs no separator.
func (d *pathData) argument(command byte, i int) (float64, bool) {
	if command != 'a' || i != 3 && i != 4 {
		return d.number()
	}
	if d.accept('0') {
		return 0, true
	}
	return 1, d.accept('1')
}

func (d *pathData) draw(command byte, relative bool, n [7]float64) {
	var base vec
	if relative {
		base = d.at
	}
	at := func(i int) vec { return base.add(vec{n[i], n[i+1]}) }
	mirrored := d.at // mirror image of the last control point, if the last curve was of the same kind
	if command == 's' && (d.last == 'c' || d.last == 's') || command == 't' && (d.last == 'q' || d.last == 't') {
		mirrored = d.at.mul(2).sub(d.control)
	}
	switch command {
	case 'm':
		d.moveTo(at(0))
	case 'l':
		d.lineTo(at(0))
	case 'h':
		d.lineTo(vec{base.x + n[0], d.at.y})
	case 'v':
		d.lineTo(vec{d.at.x, base.y + n[0]})
	case 'c':
		d.control = at(2)
		d.cubicTo(at(0), at(2), at(4))
	case 's':
		d.control = at(0)
		d.cubicTo(mirrored, at(0), at(2))
	case 'q':
		d.control = at(0)
		d.quadTo(at(0), at(2))
	case 't':
		d.control = mirrored
		d.quadTo(mirrored, at(0))
	case 'a':
		d.arcTo(n[0], n[1], n[2], n[3] != 0, n[4] != 0, at(5))
	}
	d.last = command
}

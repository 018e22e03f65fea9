package sorting

import "fmt"

// Digit is the part of keys that a pass of a radix sort reads. Its value is below Symbols.
type Digit struct {
	First, Bits int // bits First to First+Bits-1 of the order of a key
	// Radix is zero for digits of whole bits. Otherwise First is the number of lower digits, and Bits
	// are enough for a value.
	Radix uint32
}

// Symbols returns the number of values.
func (d Digit) Symbols() int {
	if d.Radix > 0 {
		return int(d.Radix)
	}
	return 1 << d.Bits
}

// Weight returns the weight of a digit of a radix: a power of the radix.
func (d Digit) Weight() uint64 {
	weight := uint64(1)
	for range d.First {
		weight *= uint64(d.Radix)
	}
	return weight
}

// Of returns the digit of a key, given its order.
func (d Digit) Of(order uint64) uint64 {
	if d.Radix > 0 {
		return order / d.Weight() % uint64(d.Radix)
	}
	return order >> d.First & (1<<d.Bits - 1)
}

// Low returns the part of the order of a key that the digits up to this one make up.
func (d Digit) Low(order uint64) uint64 {
	if d.Radix > 0 {
		return order % (d.Weight() * uint64(d.Radix))
	}
	return order & (1<<(d.First+d.Bits) - 1)
}

// Title describes the digit, such as "bits 4 to 7" or "digit 1 of radix 10".
func (d Digit) Title() string {
	switch {
	case d.Radix > 0:
		return fmt.Sprintf("digit %d of radix %d", d.First, d.Radix)
	case d.Bits == 1:
		return fmt.Sprintf("bit %d", d.First)
	}
	return fmt.Sprintf("bits %d to %d", d.First, d.First+d.Bits-1)
}

//go:build duckdb

package database

import (
	"math/bits"
	"math/rand/v2"
)

// digest tells the rows of a table of edges from other rows, whatever their order: their number,
// and the sums of two hashes of whole rows. Exchanging values between rows changes the hashes of
// these rows, unlike sums over columns. The seeds are random, so that no data is made to collide.
// Two different tables have one digest with a probability of 2^-128 if the hashes are random
// functions: all other hashes given, each sum is the same for at most one value of the hash of a row
// that one table has more often. Sums have 128 bits, so they do not wrap around.
type digest struct {
	rows int
	sums [2]wide
}

// wide is a number of 128 bits.
type wide struct{ high, low uint64 }

func (w wide) plus(other wide) wide {
	low, carry := bits.Add64(w.low, other.low, 0)
	return wide{w.high + other.high + carry, low}
}

var seeds = [2]uint64{rand.Uint64(), rand.Uint64()}

// digestOf returns the digest of rows, given by columns.
func digestOf(columns [][]int64) digest {
	d := digest{rows: len(columns[0])}
	hashes := make([]uint64, d.rows)
	for k := range seeds {
		for i := range hashes {
			hashes[i] = seeds[k]
		}
		for _, column := range columns {
			for i, value := range column {
				hashes[i] = mix(hashes[i] + uint64(value))
			}
		}
		for _, hash := range hashes {
			d.sums[k] = d.sums[k].plus(wide{0, hash})
		}
	}
	return d
}

// plus returns the digest of the rows of both.
func (d digest) plus(other digest) digest {
	d.rows += other.rows
	for k := range d.sums {
		d.sums[k] = d.sums[k].plus(other.sums[k])
	}
	return d
}

// mix is a bijection in which each bit depends on all (D. Stafford's variant 13 of MurmurHash3's
// finalizer, as in G. Steele, D. Lea and C. Flood's SplitMix, 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

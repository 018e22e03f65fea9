package clock

import (
	"testing"
	"time"
)

// The clock never goes back, tells microseconds apart, and agrees with package time: between two
// readings of it lies about the time between those of package time right before and after them.
func TestNow(t *testing.T) {
	before := time.Now()
	begin := Now()
	start, finest := time.Now(), time.Hour
	for last := begin; time.Since(start) < 100*time.Millisecond; {
		now := Now()
		if now < last {
			t.Fatalf("%d follows %d", now, last)
		}
		if now > last {
			finest = min(finest, time.Duration(now-last))
		}
		last = now
	}
	least := time.Since(start)
	counted := Since(begin)
	const tolerance = 20 * time.Millisecond // where package time counts interrupts
	if most := time.Since(before); counted < least-tolerance || counted > most+tolerance {
		t.Errorf("it counts %v in %v to %v", counted, least, most)
	}
	if finest > 10*time.Microsecond {
		t.Errorf("its steps are %v", finest)
	}
}

// Another clock counts until it is taken away.
func TestSet(t *testing.T) {
	now := Moment(5)
	restore := Set(func() Moment { return now })
	begin := Now()
	if now = 9; Now() != 9 || Since(begin) != 4 {
		t.Errorf("it is %d, %d after the beginning", Now(), Since(begin))
	}
	if restore(); Now() == 9 {
		t.Error("the other clock is not taken away")
	}
}

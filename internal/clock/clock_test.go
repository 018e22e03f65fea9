package clock

import (
	"testing"
	"time"
)

// The clock never goes back, tells microseconds apart, and agrees with package time.
func TestNow(t *testing.T) {
	begin, start, finest := Now(), time.Now(), time.Hour
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
	if took, want := Since(begin), time.Since(start); took < want-20*time.Millisecond || took > want+20*time.Millisecond {
		t.Errorf("it counts %v in %v", took, want)
	}
	if finest > 10*time.Microsecond {
		t.Errorf("its steps are %v", finest)
	}
}

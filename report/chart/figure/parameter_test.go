package figure

import "testing"

func TestParameter(t *testing.T) {
	for v, want := range map[uint32]string{844: "844", 5591: "5,591", 357_840: "358k", 1_431_360: "1.43M", 22_901_760: "22.9M"} {
		if got := parameter(v); got != want {
			t.Errorf("%d is %q, want %q", v, got, want)
		}
	}
}

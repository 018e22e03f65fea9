package sssp

import (
	"testing"

	"kernelscope/shaders"
)

// Thresholds grow with phases alone, a recovery begins a scan, and rounds end at a pause.
func TestAgreeOnProgress(t *testing.T) {
	state := func(change map[int]uint32) []uint32 {
		s := make([]uint32, FrontierWords)
		s[shaders.FrontierThreshold], s[shaders.FrontierPauseAt], s[shaders.FrontierRound] = 100, 4, 3
		for at, x := range change {
			s[at] = x
		}
		return s
	}
	for name, c := range map[string]struct {
		change map[int]uint32
		agree  bool
	}{
		"nothing":                {nil, true},
		"a phase":                {map[int]uint32{shaders.FrontierThreshold: 200, shaders.FrontierPhase: 1}, true},
		"no phase":               {map[int]uint32{shaders.FrontierThreshold: 200}, false},
		"a phase less":           {map[int]uint32{shaders.FrontierThreshold: 200, shaders.FrontierPhase: 1<<32 - 1}, false},
		"a phase without change": {map[int]uint32{shaders.FrontierPhase: 1}, false},
		"a recovery":             {map[int]uint32{shaders.FrontierRecoveries: 1, shaders.FrontierMode: shaders.PassScan}, true},
		"a recovery less":        {map[int]uint32{shaders.FrontierRecoveries: 1<<32 - 1, shaders.FrontierMode: shaders.PassScan}, false},
		"a recovery, no scan":    {map[int]uint32{shaders.FrontierRecoveries: 1}, false},
		"up to the pause":        {map[int]uint32{shaders.FrontierRound: 4}, true},
		"beyond it":              {map[int]uint32{shaders.FrontierRound: 5}, false},
	} {
		if err := agreeOnProgress(state(nil), state(c.change)); (err == nil) != c.agree {
			t.Errorf("%s: %v", name, err)
		}
	}
}

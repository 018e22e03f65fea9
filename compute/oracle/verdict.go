package oracle

// Verdict is what the oracle says of a result, once somebody has asked.
type Verdict struct {
	Asked, Heard bool
	Wrong        error // where the result is wrong
	answer       chan error
}

// Ask begins to verify on another goroutine. What was asked before is forgotten.
func (v *Verdict) Ask(verify func() error) {
	answer := make(chan error, 1)
	go func() { answer <- verify() }()
	*v = Verdict{Asked: true, answer: answer}
}

// Pending says whether an answer is to come.
func (v *Verdict) Pending() bool { return v.Asked && !v.Heard }

// Hear takes the answer when it is there, or waits for it.
func (v *Verdict) Hear(wait bool) {
	if !v.Pending() {
		return
	}
	select {
	case v.Wrong = <-v.answer:
	default:
		if !wait {
			return
		}
		v.Wrong = <-v.answer
	}
	v.Heard = true
}

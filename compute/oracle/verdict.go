package oracle

// Verdict is the oracle's answer about a result, asked for on another goroutine.
type Verdict struct {
	Asked, Heard bool
	Wrong        error // why the result is wrong, or nil
	answer       chan error
}

// Ask starts to verify on another goroutine, and forgets any earlier question.
func (v *Verdict) Ask(verify func() error) {
	answer := make(chan error, 1)
	go func() { answer <- verify() }()
	*v = Verdict{Asked: true, answer: answer}
}

// Pending reports whether an answer is still to come.
func (v *Verdict) Pending() bool { return v.Asked && !v.Heard }

// Hear receives the answer if it is there; with wait it waits for it.
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

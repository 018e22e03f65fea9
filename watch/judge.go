// Package watch has the parts that all families share for watching algorithms: sessions, subjects,
// keyframes, the judge that verifies results, and the comparison of two runs.
package watch

import (
	"fmt"

	"kernelscope/internal/fault"
)

// Judge asks an oracle about results, one question at a time, off the drawing thread. While a
// slider is dragged, results come faster than an oracle answers: only the last question
// matters, and earlier ones are dropped. The zero Judge is ready to use.
type Judge struct {
	asked   func() error // waits for the oracle
	answer  chan error   // of the question in progress; nil when the oracle is free
	current bool         // the question in progress is the last one
	verdict Verdict
}

// Verdict is the oracle's answer to the last question.
type Verdict struct {
	Asked, Heard bool
	Wrong        error // error of the result; nil if it is right
}

// Pending reports whether an answer is pending.
func (v Verdict) Pending() bool { return v.Asked && !v.Heard }

// Err returns an error that wraps fault.Wrong if the result is wrong.
func (v Verdict) Err() error {
	if v.Wrong == nil {
		return nil
	}
	return fmt.Errorf("%w: %v", fault.Wrong, v.Wrong)
}

// Ask asks whether a result is right: verify runs on another goroutine and must not share
// mutable data.
func (j *Judge) Ask(verify func() error) {
	j.verdict = Verdict{Asked: true}
	j.asked, j.current = verify, false
	j.begin()
}

// begin lets a free oracle work on what was asked last.
func (j *Judge) begin() {
	if j.asked == nil || j.answer != nil {
		return
	}
	verify, answer := j.asked, make(chan error, 1)
	j.asked, j.answer, j.current = nil, answer, true
	go func() { answer <- verify() }()
}

// Drop forgets the last question.
func (j *Judge) Drop() {
	j.asked, j.current, j.verdict = nil, false, Verdict{}
}

// Hear takes an answer, waiting for it if wait is true, and returns the verdict.
func (j *Judge) Hear(wait bool) Verdict {
	for j.answer != nil {
		var wrong error
		if wait && j.verdict.Pending() {
			wrong = <-j.answer
		} else {
			select {
			case wrong = <-j.answer:
			default:
				return j.verdict
			}
		}
		j.answer = nil
		if j.current {
			j.verdict.Heard, j.verdict.Wrong, j.current = true, wrong, false
		}
		j.begin()
	}
	return j.verdict
}

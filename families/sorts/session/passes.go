package session

import (
	"context"
	"fmt"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
)

// passes follows a sort with unstable passes, and finds the first one that is wrong.
type passes struct {
	before oracle.Array // keys before the next pass
	number int          // of passes so far
	wrong  *WrongPass   // the first wrong pass; nil while there is none
}

// WrongPass is a pass that destroys the work of the passes before.
type WrongPass struct {
	Number int
	Digit  sorting.Digit
	oracle.Exchanged
	Type sorting.Type // of the keys
}

// Error names two keys in the wrong order, and says how they came there.
func (w *WrongPass) Error() string {
	a, b := w.Type.Text(w.Keys[0]), w.Type.Text(w.Keys[1])
	text := fmt.Sprintf("pass %d, %s, place %d: %s comes after %s", w.Number, w.Digit.Title(), w.At, b, a)
	if w.Digits[0] != w.Digits[1] {
		return text
	}
	return text + fmt.Sprintf(". Both have the symbol %d, and the pass has exchanged them: %s was at place %d before it, %s at %d", w.Digits[0], b, w.Before[1], a, w.Before[0])
}

// Story tells the same in a few words.
func (w *WrongPass) Story() string {
	return fmt.Sprintf("pass %d has exchanged %s and %s, which both have the symbol %d", w.Number, w.Type.Text(w.Keys[1]), w.Type.Text(w.Keys[0]), w.Digits[0])
}

// follow verifies the last step of a sort if it is such a pass.
func (p *passes) follow(ctx context.Context, s *sorting.Sort, step sorting.Step) error {
	if !step.Unstable || p.wrong != nil {
		return nil
	}
	keys, _, err := s.Read(ctx, step.Keys, step.Payload, p.before.Len())
	if err != nil {
		return err
	}
	p.number++
	after := oracle.Array{Keys: keys, Words: p.before.Words}
	low := func(key uint64) uint64 { return step.Low(s.Order(key)) }
	digit := func(key uint64) uint64 { return step.Digit.Of(s.Order(key)) }
	if x := oracle.VerifyPass(p.before, after, low, digit); x != nil {
		p.wrong = &WrongPass{p.number, step.Digit, *x, s.Type}
	}
	p.before = after
	return nil
}

// FirstWrong sorts keys step by step, and returns the first wrong pass; nil if all are right.
func FirstWrong(ctx context.Context, s *sorting.Sort, in oracle.Array) (*WrongPass, error) {
	if err := s.Write(in.Keys, in.Values); err != nil {
		return nil, err
	}
	p := passes{before: in}
	for _, step := range s.Steps {
		step.Record(s.Backend)
		if err := p.follow(ctx, s, step); err != nil {
			return nil, err
		}
	}
	return p.wrong, nil
}

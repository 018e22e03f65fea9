package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/internal/fault"
)

// Run is a lab on a backend with values of its parameters. Its state is the contents of its buffers, which dispatches
// change.
type Run struct {
	*Lab
	Env     Env
	Lengths []int            // elements of each buffer
	Buffers []compute.Buffer // of each description
	Passes  int              // at most, with Until
	Size    int              // dispatches of a pass

	be     compute.Backend
	memory compute.Memory
	start  [][]uint32 // the contents at the start
	order  []op       // the dispatches of a pass
}

// op is a dispatch of a pass.
type op struct {
	step, time int  // of its repetitions, from 0 on
	last       bool // of them: buffers change places after it
}

// Names of numbers in the formulas of a step: of the pass and of the repetition, from 0 on.
const passName, timeName = "pass", "time"

// NewRun makes a run at its start. Errors wrap fault.Limit or fault.Input, and name the part of the lab.
func (l *Lab) NewRun(be compute.Backend, v compute.Values) (_ *Run, err error) {
	r := &Run{Lab: l, Env: l.Env(v), be: be, memory: compute.Memory{Backend: be}}
	defer func() {
		if err != nil {
			r.Release()
		}
	}()
	if r.Passes, err = count(l.Repeat, r.Env, "the number of passes", MaxSteps); err != nil {
		return nil, err
	}
	if err := r.fill(); err != nil {
		return nil, err
	}
	for i := range l.Steps {
		if err := r.plan(i); err != nil {
			return nil, err
		}
	}
	if r.Size = len(r.order); r.Size == 0 {
		return nil, fmt.Errorf("lab: %w: a pass has no dispatches", fault.Input)
	}
	if r.Passes*r.Size > MaxSteps {
		return nil, fmt.Errorf("lab: %w: %d dispatches in %d passes; at most %d are supported", fault.Limit, r.Size, r.Passes, MaxSteps)
	}
	for n, o := range r.order {
		if o.time > 0 {
			continue
		}
		c, err := r.Call(n)
		if err == nil {
			err = r.Kernels[r.Steps[o.step].Kernel].allowed(c, be.Limits())
		}
		if err != nil {
			return nil, err
		}
	}
	return r, r.memory.Ready()
}

// fill makes the buffers and their contents at the start.
func (r *Run) fill() error {
	limits, words := r.be.Limits(), 0
	for _, b := range r.Lab.Buffers {
		n, err := count(b.Length, r.Env, "the length of "+b.Name, limits.BufferWords/b.Stride)
		if err != nil {
			return err
		}
		if words += n * b.Stride; words > MaxWords {
			return fmt.Errorf("lab: %w: buffers of more than %d GiB", fault.Limit, MaxWords>>28)
		}
		r.Lengths = append(r.Lengths, n)
	}
	if err := limits.Room(words, "words of buffers", 0, words); err != nil {
		return err
	}
	for i, b := range r.Lab.Buffers {
		words, err := b.Contents(r.Lengths[i], r.Env)
		if err != nil {
			return fmt.Errorf("lab: buffer %s: %w", b.Name, err)
		}
		if len(words) != r.Lengths[i]*b.Stride {
			return fmt.Errorf("lab: %w: buffer %s has %d words, its contents %d", fault.Input, b.Name, r.Lengths[i]*b.Stride, len(words))
		}
		r.start = append(r.start, words)
		r.Buffers = append(r.Buffers, r.memory.NewBuffer(b.Name, max(1, len(words))))
	}
	r.Restart()
	return nil
}

// plan adds the dispatches of a step to the order of a pass.
func (r *Run) plan(i int) error {
	s := r.Steps[i]
	times, err := count(s.Times, r.Env, "how often "+r.Kernels[s.Kernel].Name+" runs in a pass", MaxSteps)
	if err != nil {
		return err
	}
	for t := range times {
		r.order = append(r.order, op{i, t, t == times-1})
	}
	if len(r.order) > MaxSteps {
		return fmt.Errorf("lab: %w: more than %d dispatches in a pass", fault.Limit, MaxSteps)
	}
	return nil
}

// words evaluates the constants and the push constants of a call.
func (s Step) words(call *compute.Call, k *Kernel, env Env) error {
	for n, f := range s.Constants {
		d := k.Face.Defaults[uint32(n+1)]
		word := d.Word
		if f != nil {
			x, err := f.Number(env)
			if err != nil {
				return err
			}
			word = Type(d.Scalar).Word(x)
		}
		call.Constants = append(call.Constants, word)
	}
	call.Push = make([]uint32, len(k.Push))
	for n, f := range s.Push {
		x, err := f.Number(env)
		if err != nil {
			return err
		}
		m := k.Face.Push[n]
		call.Push[m.Offset/4] = Type(m.Scalar).Word(x)
	}
	return nil
}

// grid sets the workgroups of a call.
func (r *Run) grid(call *compute.Call, k *Kernel, s Step, env Env) (err error) {
	limits := r.be.Limits()
	call.Workgroup = k.Size(call.Constants)
	if call.Workgroup < 1 || call.Workgroup > limits.Workgroup {
		return fmt.Errorf("lab: %w: kernel %s has workgroups of %d invocations; %s allows %d", fault.Limit, k.Name, call.Workgroup, limits.Device, limits.Workgroup)
	}
	for d := range call.Groups {
		if call.Groups[d], err = count(s.Groups[d], env, "the number of workgroups of "+k.Name, compute.MaxGroups); err != nil {
			return err
		}
	}
	if n := call.Grid().Invocations(); n > math.MaxInt32 {
		return fmt.Errorf("lab: %w: kernel %s has %d invocations", fault.Limit, k.Name, n)
	}
	return nil
}

// Restart goes to the start.
func (r *Run) Restart() {
	for i, words := range r.start {
		r.be.Write(r.Buffers[i], 0, words)
	}
}

// places returns which buffer is in the place of each before a step.
func (r *Run) places(step int) []int {
	at, pass := identity(len(r.Buffers)), identity(len(r.Buffers))
	if !slices.ContainsFunc(r.Steps, func(s Step) bool { return len(s.Swap) > 0 }) {
		return at
	}
	for _, o := range r.order {
		r.swap(pass, o)
	}
	for n := step / r.Size; n > 0; n /= 2 { // the permutation of a pass, to the power of n
		if n%2 == 1 {
			at = after(at, pass)
		}
		pass = after(pass, pass)
	}
	for _, o := range r.order[:step%r.Size] {
		r.swap(at, o)
	}
	return at
}

// identity returns the permutation that moves nothing.
func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// after returns the permutation b after a.
func after(a, b []int) []int {
	out := make([]int, len(a))
	for i, from := range b {
		out[i] = a[from]
	}
	return out
}

// swap applies the swaps after a dispatch.
func (r *Run) swap(at []int, o op) {
	if o.last {
		for _, pair := range r.Steps[o.step].Swap {
			at[pair[0]], at[pair[1]] = at[pair[1]], at[pair[0]]
		}
	}
}

// At returns the buffer that has the name of each description before a step.
func (r *Run) At(step int) []compute.Buffer {
	out := make([]compute.Buffer, len(r.Buffers))
	for i, from := range r.places(step) {
		out[i] = r.Buffers[from]
	}
	return out
}

// Call returns the dispatch of a step.
func (r *Run) Call(step int) (call compute.Call, err error) {
	o, named := r.order[step%r.Size], r.At(step)
	s := r.Steps[o.step]
	k, env := r.Kernels[s.Kernel], r.Env.With(Env{passName: step / r.Size, timeName: o.time})
	call = compute.Call{Program: k.Program, At: s.At}
	if err := s.words(&call, k, env); err != nil {
		return call, err
	}
	if err := r.grid(&call, k, s, env); err != nil {
		return call, err
	}
	for _, i := range s.Bind {
		call.Buffers = append(call.Buffers, named[i])
	}
	if s.Indirect >= 0 {
		if b := named[s.Indirect]; s.At < 0 || s.At > b.Len()-3 {
			return call, fmt.Errorf("lab: %w: kernel %s has its workgroups at word %d of %s, which has %d", fault.Input, k.Name, s.At, b.Name(), b.Len())
		}
		call.Indirect, call.Groups = named[s.Indirect], [3]int{}
	}
	return call, nil
}

// Title names the dispatch of a step.
func (r *Run) Title(step int) string {
	o := r.order[step%r.Size]
	return r.Kernels[r.Steps[o.step].Kernel].Name
}

// Do executes the dispatch of a step.
func (r *Run) Do(step int) error {
	call, err := r.Call(step)
	if err == nil && call.Indirect != nil {
		err = r.counted(call)
	}
	if err == nil {
		r.be.Dispatch(call)
	}
	return err
}

// counted refuses an indirect dispatch of more workgroups than a direct one may have: a device may hang.
func (r *Run) counted(call compute.Call) error {
	var words [3]uint32
	if err := r.be.Read(context.Background(), call.Indirect, call.At, words[:]); err != nil {
		return err
	}
	k, all := call.Program.Name, float64(call.Workgroup)
	for d, n := range words {
		if n > compute.MaxGroups {
			return fmt.Errorf("lab: %w: kernel %s has %d workgroups in dimension %d, by a buffer; at most %d are allowed", fault.Limit, k, n, d, compute.MaxGroups)
		}
		all *= float64(n)
	}
	if all > math.MaxInt32 {
		return fmt.Errorf("lab: %w: kernel %s has %.0f invocations, by a buffer", fault.Limit, k, all)
	}
	return nil
}

// Read reads the contents of buffers before a step, by the names of a list.
func (r *Run) Read(ctx context.Context, step int, names func(string) bool) (map[string][]uint32, error) {
	out := map[string][]uint32{}
	for i, b := range r.At(step) {
		d := r.Lab.Buffers[i]
		if !names(d.Name) {
			continue
		}
		words := make([]uint32, r.Lengths[i]*d.Stride)
		if err := r.be.Read(ctx, b, 0, words); err != nil {
			return nil, err
		}
		out[d.Name] = words
	}
	return out, nil
}

// maxUntil is the size of the buffers that the condition of the end may read after each pass, in words.
const maxUntil = 1 << 16

// Ended reports whether a run ends before a step.
func (r *Run) Ended(ctx context.Context, step int) (bool, error) {
	if step >= r.Passes*r.Size {
		return true, nil
	}
	if r.Until == nil || step == 0 || step%r.Size != 0 {
		return false, nil
	}
	env, err := r.values(ctx, step, r.Until.Uses)
	if err != nil {
		return false, err
	}
	x, err := r.Until.Number(env)
	return x != 0, err
}

// values returns the parameters and the elements of buffers before a step.
func (r *Run) values(ctx context.Context, step int, names func(string) bool) (Env, error) {
	for i, b := range r.Lab.Buffers {
		if n := r.Lengths[i] * b.Stride; names(b.Name) && n > maxUntil {
			return nil, fmt.Errorf("lab: %w: the end depends on %s, which has %d words; at most %d can be read after each pass", fault.Limit, b.Name, n, maxUntil)
		}
	}
	words, err := r.Read(ctx, step, names)
	return r.Env.With(r.numbers(words)), err
}

// numbers returns the elements of buffers by name, without those that are not given.
func (l *Lab) numbers(words map[string][]uint32) Env {
	out := Env{}
	for _, b := range l.Buffers {
		out[b.Name] = b.Type.Numbers(words[b.Name])
	}
	return out
}

// Start returns the contents at the start.
func (r *Run) Start() map[string][]uint32 {
	out := map[string][]uint32{}
	for i, b := range r.Lab.Buffers {
		out[b.Name] = r.start[i]
	}
	return out
}

// Execute executes all dispatches from the start on, and returns their number.
func (r *Run) Execute(ctx context.Context) (step int, err error) {
	for ; ; step++ {
		ended, err := r.Ended(ctx, step)
		if err != nil || ended {
			return step, err
		}
		if err := r.Do(step); err != nil {
			return step, err
		}
	}
}

// Finish runs the lab on a backend as Run.Finish does.
func (l *Lab) Finish(ctx context.Context, be compute.Backend, v compute.Values) (map[string][]uint32, error) {
	r, err := l.NewRun(be, v)
	if err != nil {
		return nil, err
	}
	defer r.Release()
	return r.Finish(ctx)
}

// Finish executes all dispatches, evaluates the checks of the lab, and returns all buffers. A check that fails is an error that wraps
// fault.Wrong.
func (r *Run) Finish(ctx context.Context) (map[string][]uint32, error) {
	step, err := r.Execute(ctx)
	if err != nil {
		return nil, err
	}
	words, err := r.Read(ctx, step, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	if err := r.Verify(ctx, r.Env, words, r.Start()); err != nil {
		return nil, fmt.Errorf("%w: %w", fault.Wrong, err)
	}
	return words, nil
}

// Release releases the buffers.
func (r *Run) Release() { r.memory.Release() }

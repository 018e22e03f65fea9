//go:build js && wasm

// Command bridge makes the program of a page available to JavaScript. It sets the global object kernelscope,
// whose functions take and return JSON texts and arrays of words. They throw nothing: a failed call returns an
// Error. Package live does the work.
package main

import (
	"encoding/json"
	"syscall/js"
	"time"
	"unsafe"

	"kernelscope/web/live"
)

func main() {
	b := &bridge{}
	js.Global().Set("kernelscope", map[string]any{
		"open":    call(b.open),
		"about":   call(b.about),
		"state":   call(b.state),
		"do":      call(b.do),
		"advance": call(b.advance),
		"array":   call(b.array),
		"hashes":  call(b.hashes),
		"told":    call(b.told),
		"command": call(func([]js.Value) (any, error) { return b.page.Command(), nil }),
	})
	js.Global().Call("kernelscopeReady")
	select {} // functions are called as long as the page is open
}

// bridge holds the page.
type bridge struct{ page *live.Page }

// call makes a function for JavaScript.
func call(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		out, err := f(args)
		if err != nil {
			return js.Global().Get("Error").New(err.Error())
		}
		return out
	})
}

// text returns a value in JSON.
func text(v any) (any, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// open opens a scene, a text, on data, a Uint8Array.
func (b *bridge) open(args []js.Value) (any, error) {
	s, err := live.Decode([]byte(args[0].String()))
	if err != nil {
		return nil, err
	}
	data := make([]byte, args[1].Length())
	js.CopyBytesToGo(data, args[1])
	page, err := live.Open(s, data)
	if err != nil {
		return nil, err
	}
	if b.page != nil {
		b.page.Release()
	}
	b.page = page
	return nil, nil
}

func (b *bridge) about([]js.Value) (any, error) { return text(b.page.About()) }
func (b *bridge) state([]js.Value) (any, error) { return text(b.page.State()) }

// do executes a request, a text.
func (b *bridge) do(args []js.Value) (any, error) {
	var r live.Request
	if err := json.Unmarshal([]byte(args[0].String()), &r); err != nil {
		return nil, err
	}
	return nil, b.page.Do(r)
}

// advance advances time by milliseconds, and works for about a budget of milliseconds.
func (b *bridge) advance(args []js.Value) (any, error) {
	ms := func(v js.Value) time.Duration { return time.Duration(v.Float() * float64(time.Millisecond)) }
	return nil, b.page.Advance(ms(args[0]), ms(args[1]))
}

// array returns an array of a lane by name, as a Uint8Array of little-endian words.
func (b *bridge) array(args []js.Value) (any, error) {
	words, err := b.page.Array(args[0].Int(), args[1].String())
	if err != nil {
		return nil, err
	}
	out := js.Global().Get("Uint8Array").New(4 * len(words))
	js.CopyBytesToJS(out, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words)))
	return out, nil
}

// told returns the hash of the present step's texts.
func (b *bridge) told([]js.Value) (any, error) {
	hash, _, err := b.page.Told()
	return hash, err
}

func (b *bridge) hashes([]js.Value) (any, error) {
	h, err := b.page.Hashes()
	if err != nil {
		return nil, err
	}
	return text(h)
}

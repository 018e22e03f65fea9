package clipseq_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"kernelscope/scene/clipseq"
)

// A sequence in text form: a clip with a leaf and another clip inside.
func ExampleRead() {
	const text = `
( 0 0 100 100
. 10 10 20 20   # drawn in the outer clip
( 50 50 150 150
. 60 60 70 70
)
)
`
	s, err := clipseq.Read(context.Background(), strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Elements), "elements, depth", s.Depth())
	for _, e := range s.Elements[:2] {
		fmt.Println(clipseq.KindName(e))
	}
	fmt.Println("the inner clip keeps", s.Boxes[2].Cut(s.Boxes[0]))
	// Output:
	// 6 elements, depth 2
	// push
	// leaf
	// the inner clip keeps [50 50 100 100]
}

// The same seed gives the same sequence.
func ExampleMake() {
	s, err := clipseq.Make("deep", 8, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Boxes = nil // the text form is short without boxes
	if err := clipseq.Write(os.Stdout, s); err != nil {
		fmt.Println(err)
	}
	// Output: (((())))
}

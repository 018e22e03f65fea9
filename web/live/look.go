package live

// View says what the colours of a map mean, and which pictures are beside them.
type View struct {
	Colour string `json:"colour,omitempty"`
	Front  bool   `json:"front,omitempty"`  // of trees: the lengths of a front
	Follow bool   `json:"follow,omitempty"` // of trees: they begin at the mouse
	Joint  bool   `json:"joint,omitempty"`  // of hops: dots mark the joint frontier
	Band   uint32 `json:"band,omitempty"`   // the width of isochrones, in weights; zero leaves it to the program
	Within uint32 `json:"within,omitempty"` // the distance within which nodes are counted, the same
	Depth  *int   `json:"depth,omitempty"`  // of the front; none for the last step's
}

// Look says how the states of a run become colours of a map.
type Look struct {
	Palette string `json:"palette"`          // a name of web's palettes
	Band    uint32 `json:"band,omitempty"`   // distances in one colour; zero for continuous colours
	Log     bool   `json:"log,omitempty"`    // the ramp is logarithmic
	States  bool   `json:"states,omitempty"` // colours are by the states, without a ramp
	Dots    []Dots `json:"dots,omitempty"`
}

// Dots mark the nodes of an array.
type Dots struct {
	Array  string  `json:"array"`
	Colour string  `json:"colour"` // a name in the palette, or a place on its ramp, from 0 to 1
	Size   float64 `json:"size"`
}

// Legend explains the colours of a map.
type Legend struct {
	Entries [][2]string `json:"entries,omitempty"` // names and colours, as of Dots
	Title   string      `json:"title,omitempty"`   // of the ramp
	Boxes   int         `json:"boxes,omitempty"`   // colours of the ramp of which each is a box
	Ticks   []Tick      `json:"ticks,omitempty"`   // of the ramp; without any there is none
}

// Plot shows how a run goes on: an array "sizes" has for each step a value of each series, NoValue for none.
type Plot struct {
	Palette string      `json:"palette,omitempty"` // a name of web's palettes, unless it is the theme
	Series  []Series    `json:"series"`
	Image   *Image      `json:"image,omitempty"`
	Entries [][2]string `json:"entries,omitempty"` // texts and colours, as of Dots; with some, the plot is below the picture, and begins with step 1
}

// Image is an image beside a plot, of cells in the array "image": two shares from 0 to 255, of set and of new bits.
type Image struct {
	Text    string   `json:"text"`    // above it
	Across  int      `json:"across"`  // cells of a row
	Colours []string `json:"colours"` // as of Dots, of set bits: in all cells, or in each column
}

// Series is a row of values of a plot.
type Series struct {
	Kind    string   `json:"kind"`          // "line", "bars", or "strip", whose values are places in Colours
	Colours []string `json:"colours"`       // as of Dots
	Own     bool     `json:"own,omitempty"` // its scale is linear, up to its greatest value; others share a logarithmic one
}

// NoValue is where a series has no value.
const NoValue = 1<<32 - 1

// Tick is a text at a place of a ramp, from 0 to 1.
type Tick struct {
	Part float64 `json:"part"`
	Text string  `json:"text"`
}

// Front is the front whose lengths are shown.
type Front struct {
	Title     string `json:"title"`
	Separator uint32 `json:"separator"` // nodes, which come first
	Boundary  uint32 `json:"boundary"`
	Stride    uint32 `json:"stride"`         // of rows of the array lengths
	Most      uint32 `json:"most"`           // the greatest length
	Text      string `json:"text,omitempty"` // the same in words
}

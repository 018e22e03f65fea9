package scan

// SizesOf is sizes.
var SizesOf = sizes

// SizedAs is Sized with a partition of any size.
var SizedAs = sized

package scan

// SizedAs is Sized with a partition of any size.
var SizedAs = sized
